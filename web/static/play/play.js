/**
 * The page of a table: play and watch. What is shown comes from scenes of the service; what a tap means is worked out
 * by `choosing`; nothing here knows a game.
 */

import { Problem } from "../base/api.js";
import { data } from "../base/data.js";
import { Dialogs } from "../base/dialog.js";
import { insist } from "../base/insisting.js";
import { bind } from "../base/keys.js";
import { brings, enter, taken } from "../base/session.js";
import { OTHER, onlyWatches, show, standAt } from "../base/standing.js";
import { told } from "../base/telling.js";
import { visit } from "../base/visit.js";
import { say } from "../base/words.js";
import { board } from "../board/board.js";
import { failed } from "../board/failed.js";
import { watchFocus } from "../board/focus.js";
import { frame as framed, lastTold, story } from "../board/frame.js";
import { asItLies } from "../board/layout.js";
import { watchReading } from "../board/reader.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Acting } from "./acting.js";
import { Alerts } from "./alerts.js";
import { faces } from "./clocks.js";
import { pastDock, presentDock } from "./docks.js";
import { elsewhere } from "./elsewhere.js";
import { keysOf } from "./keys.js";
import { Meant } from "./meant.js";
import { Past } from "./past.js";
import { entryOf, Scenes, sinceOwn } from "./scenes.js";
import { Seating } from "./seating.js";
import { isSet } from "./settings.js";
import { keySheet, large, rail } from "./sheets/beside.js";
import { formBody, settingForm } from "./sheets/forms.js";
import { Guide } from "./sheets/guide.js";
import { Hints } from "./sheets/hints.js";
import { showMenu } from "./sheets/menu.js";
import { Moves } from "./sheets/moves.js";
import { coaching, howToPlay } from "./sheets/teaching.js";
import { Sight } from "./sight.js";
import { groundOf, panelOf, placesOf, statesIn } from "./states.js";
import { topBar } from "./top.js";
import { Unfolding } from "./unfolding.js";

/** @typedef {import("../board/types.js").Pick} Pick */
/** @typedef {import("./scenes.js").TableScene} TableScene */
/** @typedef {{picture: import("../board/types.js").Picture, options: import("../board/types.js").BoardOptions}} Shown */

const TICK = 1_000; // ms

export class Play {
  /** @type {TableScene | null} */ scene = null;
  /** @type {Pick | null} */ #looked = null;
  /** It was asked for, so it is shown where there is no room beside the board. */
  #large = false;
  /** @type {string | undefined} */ #open;
  /** @type {Set<string> | null} */ #before = null;
  /** @type {"connecting" | "live" | "waiting" | "polling"} */ line = "connecting";
  /** Milliseconds that the service's clock is ahead of ours. */
  ahead = 0;
  /** @type {Past | null} */ past = null;
  /** @type {{seat: number | null} | null} */ #elsewhere = null;
  /** What was written into a form, and for what: what is refused is mended, not written anew. */
  #written = { at: "", kept: new Map() };
  /** A private table shows itself to its seats: who is invited to one sees the form alone. */
  #invited = false;
  /** What happened while nobody looked was told, or passed over. */
  caughtUp = false;

  /**
   * @param {HTMLElement} root
   * @param {string} table
   */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    this.address = `/api/v1/tables/${encodeURIComponent(table)}`;
    this.dialogs = new Dialogs();
    this.alerts = new Alerts();
    this.scenes = new Scenes(this.address, {
      scene: (scene) => this.#see(scene),
      state: (state) => {
        this.line = state;
        this.draw();
      },
    });
    this.meant = new Meant(() => this.draw());
    this.acting = new Acting(table, {
      changed: () => {
        if (this.past !== null) this.past.failed = "";
        this.draw();
      },
      look: (n) => this.scenes.look(n),
      sent: () => this.#sent(),
      meant: () => this.meant.heed(),
    });
    this.moves = new Moves(
      () => this.acting.machine,
      (command) => this.sendThis(command),
      () => this.draw(),
      () => this.meant.settled,
    );
    this.seating = new Seating(this);
    this.hints = new Hints(this);
    this.guide = new Guide(table, visit());
    this.sight = new Sight(root);
    this.unfolding = new Unfolding(root, () => this.draw());
  }

  /** @param {TableScene} scene */
  #see(scene) {
    const before = this.scene;
    this.scene = scene;
    this.ahead = Date.parse(scene.now) - Date.now();
    if (before === null) this.#dress(scene.game);
    show(scene.acts ? scene.seat : null);
    if (this.past === null || this.past.viewer !== scene.viewer)
      this.past = new Past(this.address, scene.viewer, () => this.draw());
    if (scene.acts) this.acting.see(scene, isSet("oneTap"));
    const picks = this.acting.machine?.picks.length ?? 0;
    if (before?.status !== scene.status || (before.decision?.tag !== scene.decision?.tag && picks === 0))
      this.#open = undefined;
    if (before !== null && scene.decision !== null && before.decision?.tag !== scene.decision.tag)
      this.alerts.turn(scene);
    if (before !== null) this.caughtUp = true;
    this.seating.see(scene);
    if (before !== null && before.n < scene.n && this.past.frame === null)
      this.unfolding.show(before, scene, this.past);
    this.draw();
  }

  /** @param {string} game */
  #dress(game) {
    for (const [name, value] of Object.entries(data("costumes")[game] ?? {}))
      document.documentElement.setAttribute(name, `${value}`);
  }

  #sent() {
    if (this.scene?.picture) this.#before = placesOf(this.scene.picture);
    this.#looked = null;
    this.moves.chosen = null;
    this.#large = false;
    this.caughtUp = true;
    this.dialogs.close();
  }

  /** @param {import("../choosing/types.js").Command} command */
  sendThis(command) {
    this.acting.take({ type: "send", command });
  }

  /**
   * @param {string} tag
   * @param {Record<string, unknown>} body
   * @param {boolean} sure it was asked for by itself, whatever the table asks just now
   * @returns {boolean} whether it went on its way: one action at a time does
   */
  act(tag, body = {}, sure = false) {
    return this.acting.take({ type: "send", command: { tag, body } }, sure);
  }

  /** @param {Pick} pick */
  #pick(pick) {
    const { machine, state } = this.acting;
    const lit = machine?.choice.lit ?? new Set();
    pick = lit.has(pick.id) ? pick : (groundOf(pick, lit) ?? pick);
    const known = machine?.model.things.has(pick.id) ?? false;
    this.#looked = pick;
    if (!known || state === "waiting" || pick.state.dim) this.#large = !known || Boolean(pick.state.dim);
    else {
      this.#large = false;
      if (this.#open === undefined) this.#open = this.#opened();
      this.acting.take({ type: "pick", id: pick.id, selected: Boolean(pick.state.selected) });
      return;
    }
    this.draw();
  }

  get #lit() {
    return this.scene?.status === "running" ? this.acting.machine?.choice.lit : undefined;
  }

  /** @returns {string | undefined} whose board is open: it does not change while somebody picks */
  #opened() {
    return this.scene?.picture
      ? (this.#open ?? panelOf(this.scene, this.#lit, this.seating.result.winners))
      : undefined;
  }

  /** What Escape takes back: what lies on top first. */
  escape() {
    if (this.past?.frame) this.past.end();
    else if (this.#large) {
      this.#large = false;
      this.draw();
    } else this.acting.take({ type: "escape" });
  }

  showMoves() {
    this.moves.begin();
    this.dialogs.show({
      name: "moves",
      title: say("All moves"),
      body: () => html`${this.scene ? this.hints.listed(this.scene) : nothing} ${this.moves.body()}`,
    });
  }

  showMenu() {
    showMenu(this);
  }

  showKeys() {
    this.dialogs.show(keySheet(this));
  }

  showStory() {
    const body = () => story(this.scenes.story);
    this.dialogs.show({ name: "story", title: say("The story so far"), body });
  }

  showHelp() {
    this.dialogs.show({ name: "help", title: say("How to play"), body: () => howToPlay(this.scene) });
  }

  /** @param {string} tag */
  showForm(tag) {
    const scene = /** @type {TableScene} */ (this.scene);
    const label = scene.offers.find((offer) => offer.command === tag)?.label ?? tag;
    const at = `${scene.decision?.tag} ${tag}`;
    if (this.#written.at !== at) this.#written = { at, kept: new Map() };
    const { kept } = this.#written;
    const send = (/** @type {Record<string, unknown>} */ body) => this.act(tag, body);
    this.dialogs.show({ name: "form", title: label, body: () => formBody(scene, tag, send, kept) });
  }

  /** @param {{tag: string, label: string, form?: import("../choosing/types.js").Offer}} what may be set at any time */
  showSetting({ tag, label, form: offer }) {
    const send = (/** @type {Record<string, unknown>} */ body) => {
      waits = Object.keys(body).length > 0 && !this.act(tag, body, true);
      this.dialogs[waits ? "draw" : "close"]();
    };
    let waits = false;
    const scene = /** @type {TableScene} */ (this.scene);
    if (offer !== undefined)
      this.dialogs.show({ name: "setting", title: label, body: () => settingForm(scene, offer, send, waits) });
  }

  /**
   * Look back by a step, or go on again.
   *
   * @param {1 | -1} way
   */
  look(way) {
    const { scene, past } = this;
    if (scene === null || past === null || scene.began === null) return undefined;
    if (past.frame !== null) return past.by("fact", way, scene.n);
    if (way > 0) return undefined;
    this.acting.take({ type: "clear" });
    return past.begin(scene.n);
  }

  /** Show step by step what happened since one's last decision. */
  recap() {
    const first = sinceOwn(this.scenes.story, this.scene?.seat ?? null)[0];
    this.caughtUp = true;
    if (first) this.past?.begin(entryOf(first), false);
  }

  /** @param {{seat: number | null}} problem the browser sits at another seat by now, or at none */
  #gone(problem) {
    this.#elsewhere = problem;
    this.scenes.close();
    this.dialogs.close();
    this.draw();
  }

  /** Draw what there is now; what did not change keeps its nodes. */
  draw() {
    const { scene } = this;
    if (this.#elsewhere !== null) render(elsewhere(this.#elsewhere), this.root);
    else if (scene === null && this.#invited) render(html`<div class="app">${this.seating.join()}</div>`, this.root);
    if (scene === null || this.#elsewhere !== null) return;
    document.body.dataset.state = this.acting.state;
    document.body.dataset.n = `${scene.n}`;
    document.body.dataset.status = scene.status;
    this.meant.show(`${scene.status} ${this.#asked(scene)}`);
    document.body.toggleAttribute("data-settled", this.meant.settled);
    document.title = this.alerts.title(scene);
    const seen = this.#shown(scene);
    if (this.#looked !== null) this.#looked = seen && asItLies(this.#looked, seen.picture, seen.options.state);
    render(
      framed({
        bar: topBar(this, scene),
        board: this.#table(scene, seen),
        rail: html`${this.hints.told(scene)} ${coaching(this, scene)} ${rail(this, scene, this.#looked)}`,
        told: this.scenes.story,
        dock: this.past?.frame && seen ? pastDock(this, this.past.frame, seen) : presentDock(this, scene, seen),
      }),
      this.root,
    );
    this.dialogs.draw();
    this.sight.keep();
  }

  /**
   * @param {TableScene} scene
   * @returns {string} what is asked and what would be sent now: nothing while an action is under way
   */
  #asked({ decision }) {
    const { machine, state } = this.acting;
    if (!["idle", "picking", "ready"].includes(state)) return "";
    return [decision?.tag, machine?.choice.ready?.say, this.moves.chosen?.say].join("\n");
  }

  /**
   * @param {TableScene} scene
   * @returns {Shown | null} the picture that is looked at, of now or of then
   */
  #shown(scene) {
    const { machine, state } = this.acting;
    const then = this.past?.frame;
    const shown = then?.picture ?? this.unfolding.picture;
    const picture = shown ?? scene.picture;
    if (picture === null) return null;
    const chooses = !shown && machine !== null && ["idle", "picking", "ready"].includes(state);
    const isOver = scene.status !== "running";
    const told = then || isOver ? undefined : this.scenes.story.at(-1);
    return {
      picture,
      options: {
        state: statesIn(picture, chooses ? machine.choice : null, shown || isOver ? null : this.#before),
        onPick: shown ? undefined : (/** @type {Pick} */ pick) => this.#pick(pick),
        openPanel: this.#opened(),
        onPanel: (/** @type {string} */ id) => {
          this.#open = id;
          this.draw();
        },
        clocks: then ? undefined : faces(scene.clocks, Date.now() + this.ahead),
        awaited: (then?.awaited ?? scene.awaited).map(({ seat }) => seat),
        last: lastTold(told),
      },
    };
  }

  /**
   * @param {TableScene} scene
   * @param {Shown | null} shown
   */
  #table(scene, shown) {
    if (shown === null) return this.seating.body(scene);
    const read = this.#large && this.#looked ? large(this.#looked, () => this.escape()) : nothing;
    const isNow = this.past?.frame == null && this.unfolding.picture === null;
    return html`${board(shown.picture, shown.options)}${isNow ? this.seating.result.body(scene) : nothing}${read}`;
  }

  /** Begin: with the token of the link, if it brings one. */
  async begin() {
    standAt(this.table, new URLSearchParams(location.hash.slice(1)).has("watch"), (problem) => this.#gone(problem));
    const token = taken("seat");
    const code = taken("join");
    const guided = taken("guide") !== null;
    const { sitting } = this.seating;
    sitting.begin(code);
    watchFocus(this.root);
    try {
      await insist(
        () => (token === null ? this.scenes.begin() : this.scenes.begin(token, enter(this.table, token))),
        (error, again) => render(waiting(error, again), this.root),
      );
    } catch (error) {
      if (sitting.code === null || !(error instanceof Problem)) throw error;
      this.#invited = true;
      this.draw();
    }
    if (!onlyWatches() && (this.scene === null || this.scene.seat === null)) sitting.resume();
    if (guided) {
      this.guide.begin(); // the first game of this browser
      this.showHelp();
    }
    this.unfolding.heed(globalThis);
    bind(document, keysOf(this), { characters: () => !isSet("noCharacterKeys") });
    watchReading(this.root, (pick, how) => this.#read(pick, how));
    setInterval(() => {
      if (this.scene !== null && this.scene.clocks.length > 0) this.draw();
    }, TICK);
  }

  /**
   * @param {Pick} pick
   * @param {"hover" | "press" | "key" | "focus"} how
   */
  #read(pick, how) {
    this.#looked = pick;
    if (how === "press" || how === "key") this.#large = true;
    this.draw();
  }
}

/**
 * What stands in the place of a table that has not come yet; a reload would have the secret of its link no more.
 *
 * @param {unknown} error
 * @param {() => void} again
 */
function waiting(error, again) {
  const open = say("This page asks again by itself: leave it open.");
  return failed(told(error), [{ label: say("Try again"), press: again }], open);
}

/** @param {HTMLElement} root */
async function begin(root) {
  addEventListener("hashchange", () => (brings(location.hash) ? location.reload() : undefined)); // a link of this table
  const play = new Play(root, data("play").table);
  document.body.append(play.dialogs.element);
  try {
    await play.begin();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === OTHER) return; // which is said already
    render(failed(told(error), [{ label: say("Try again"), press: () => location.reload() }]), root);
  }
}

const main = document.getElementById("main");
if (main !== null) begin(main);
