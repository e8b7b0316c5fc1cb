/**
 * The page that steps through a record: served for a table, or packed into one file with all its frames.
 *
 * The page knows no rules: every picture, sentence and choice stands in the frames.
 */

import { data, has } from "../base/data.js";
import { bind } from "../base/keys.js";
import { language, say } from "../base/words.js";
import { board } from "../board/board.js";
import { watchFocus } from "../board/focus.js";
import { bar, frame as framed } from "../board/frame.js";
import { reader, watchReading } from "../board/reader.js";
import { finish, mayMove, oneByOne, sliding } from "../motion/slide.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { copyLink, save, storageOr } from "./browser.js";
import { changes } from "./compare.js";
import { asking, helping } from "./dialogs.js";
import { bound } from "./keys.js";
import { GLYPHS, notesOn, OwnNotes, readable, written } from "./notes.js";
import { choices, compared, notes as noted, story, taught } from "./panes.js";
import { link, linked, typedPlace } from "./place.js";
import { fromFile, fromService } from "./source.js";
import { Stepper } from "./stepper.js";
import { steps } from "./steps.js";

/** @typedef {import("../frames/frames.js").Frame} Frame */
/** @typedef {import("../frames/frames.js").Step} Step */
/** @typedef {import("../board/types.js").Picture} Picture */
/** @typedef {import("../board/types.js").Pick} Pick */
/** @typedef {import("./notes.js").Note} Note */
/** @typedef {import("../frames/frames.js").Sentence} Sentence */
/** @typedef {{key: string, story: Sentence[], told: Sentence[], taught: Sentence[]}} Stretch what led to a place */
/** @typedef {"story" | "choices" | "taught" | "notes" | "compare"} Pane */

const BACK = 40; // entries of the story beside the board
const LOOKS = 5_000; // ms between two looks at a table that goes on
const SPEEDS = [4000, 2000, 1000, 500]; // ms an entry, when it plays by itself

export class Review {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #playing;
  #speed = 2;
  /** @type {Pick | null} */ #looked = null;
  /** @type {string | undefined} */ #open;
  /** @type {Pane} */ #pane = "story";
  /** @type {{address: string, picture: Picture} | null} */ #before = null;
  /** @type {Stretch} */ #stretch = { key: "", story: [], told: [], taught: [] };
  #turn = 0;
  #beside = false;

  /**
   * @param {HTMLElement} root
   * @param {Stepper} stepper
   * @param {Note[]} given notes that came with the file
   */
  constructor(root, stepper, given) {
    this.root = root;
    this.stepper = stepper;
    this.given = given;
    this.own = new OwnNotes(stepper.header.table, storageOr(new Map()));
  }

  /** @returns {Note[]} those that the viewer may read, in the order of the record */
  get notes() {
    const all = [...this.given, ...this.own.notes].filter((note) => readable(note, this.stepper.viewer));
    return all.sort((one, other) => Number(one.address) - Number(other.address));
  }

  /**
   * Go a step; an entry goes fact by fact where things may move.
   *
   * @param {Step} by
   * @param {1 | -1} way
   */
  async go(by, way) {
    this.#turn += 1;
    finish();
    if (by === "entry" && way === 1 && mayMove()) await this.#factByFact();
    else await sliding(this.root, () => this.stepper.by(by, way));
  }

  async #factByFact() {
    const { stepper } = this;
    const mine = this.#turn;
    const start = stepper.frame;
    const n = start.fact === null ? start.n + 1 : start.n;
    if (n > stepper.header.n) return;
    const frames = (await stepper.frames.entry(n, stepper.viewer)).filter(
      ({ fact }) => fact === null || start.n < n || fact > (start.fact ?? -1),
    );
    const show = (/** @type {Frame} */ { address }) => stepper.to(address);
    const whole = await oneByOne(this.root, frames, show, () => mine === this.#turn);
    if (!whole) await stepper.to(`${n}`); // another step was asked for meanwhile: this one is over at once
  }

  /** @param {string} address */
  async to(address) {
    this.#turn += 1;
    finish();
    await this.stepper.to(address);
  }

  /** Go to the last entry that is told of. */
  end() {
    return this.to(`${this.stepper.horizon}`);
  }

  /** @param {1 | -1} way */
  async eyes(way) {
    const { viewers, viewer } = this.stepper;
    await this.through(viewers[(viewers.indexOf(viewer) + way + viewers.length) % viewers.length]);
  }

  /** @param {string} viewer */
  async through(viewer) {
    this.#turn += 1;
    await this.stepper.through(viewer);
  }

  /** @param {1 | -1} way */
  note(way) {
    const { n } = this.stepper.frame;
    const at = this.notes.map((note) => note.address);
    const entry = (/** @type {string} */ address) => Number(address.split(".")[0]);
    const found = way > 0 ? at.find((one) => entry(one) > n) : at.findLast((one) => entry(one) < n);
    if (found !== undefined) this.to(found);
  }

  /** Play by itself, or stop. */
  autoplay() {
    if (this.#playing) {
      clearTimeout(this.#playing);
      this.#playing = undefined;
    } else this.#playOn();
    this.draw();
  }

  /** @param {1 | -1} way */
  speed(way) {
    this.#speed = Math.min(SPEEDS.length - 1, Math.max(0, this.#speed + way));
  }

  #playOn() {
    this.#playing = setTimeout(async () => {
      if (this.stepper.atEnd) {
        this.#playing = undefined;
        this.draw();
        return;
      }
      this.#playOn();
      await this.go("entry", 1);
    }, SPEEDS[this.#speed]);
  }

  /** Ask where to go. */
  ask() {
    asking((typed) => {
      const place = typedPlace(typed, this.stepper.header.marks.turn ?? []);
      if (place !== null) this.to(place);
      return place !== null;
    });
  }

  help() {
    helping(bound());
  }

  /** Keep this moment to compare others with, or stop comparing. */
  compare() {
    const { frame } = this.stepper;
    this.#before = this.#before || frame.picture === null ? null : { address: frame.address, picture: frame.picture };
    this.pane(this.#before ? "compare" : "story");
  }

  /** @param {Pane} pane */
  pane(pane) {
    this.#pane = pane;
    if (!this.#beside && this.root.querySelector(".rail:not(:has(*:focus))")?.checkVisibility() === false)
      this.beside();
    this.draw();
  }

  /** Show what stands beside the board where there is no room for both, or the board again. */
  beside() {
    this.#beside = !this.#beside;
    this.root.toggleAttribute("data-beside", this.#beside);
    this.draw();
  }

  /** Tell no more than was seen, or all again. */
  unspoil() {
    this.stepper.unspoilt = !this.stepper.unspoilt;
    this.draw();
  }

  /** @param {Pick | null} pick */
  look(pick) {
    this.#looked = pick;
    this.draw();
  }

  /** Draw what there is now; what did not change keeps its nodes. */
  draw() {
    const { stepper } = this;
    const { frame, viewer } = stepper;
    history.replaceState(history.state, "", link(frame.address, viewer));
    const key = `${frame.address} ${viewer}`;
    if (this.#stretch.key !== key) this.#tell(key);
    render(framed({ bar: this.#bar(), board: this.#board(), rail: this.#rail(), dock: this.#dock() }), this.root);
  }

  /**
   * Gather what led to this place: the story of some entries, and of this one what was told and learnt up to here.
   *
   * @param {string} key
   */
  async #tell(key) {
    this.#stretch = { ...this.#stretch, key };
    const { frame, frames, viewer } = this.stepper;
    const here = (await frames.entry(frame.n, viewer)).filter((one) => reaches(frame.fact, one.fact));
    const told = here.flatMap((one) => one.sentences);
    const story = [];
    for (let n = Math.max(1, frame.n - BACK); n < frame.n; n += 1)
      story.push(...(await frames.entry(n, viewer)).flatMap((one) => one.sentences));
    if (this.#stretch.key !== key) return;
    this.#stretch = { key, story: [...story, ...told], told, taught: here.flatMap((one) => one.taught) };
    this.draw();
    const last = this.root.querySelector(".pane .story li:last-child");
    if (last?.checkVisibility()) last.scrollIntoView({ block: "nearest" });
  }

  #bar() {
    const { frame, header } = this.stepper;
    const links = html`<button
      class="button is-quiet is-menu"
      type="button"
      aria-label=${say("Beside the board")}
      aria-expanded=${this.#beside ? "true" : "false"}
      @click=${() => this.beside()}
    >
      <i class="bars" aria-hidden="true"></i>
    </button>`;
    return bar({ headline: frame.headline || header.title, banner: frame.picture?.banner ?? [] }, links);
  }

  #tools() {
    const tool = (/** @type {string} */ label, /** @type {() => void} */ press, pressed = false) => html`<button
      class="button is-quiet"
      type="button"
      aria-pressed=${pressed ? "true" : "false"}
      @click=${press}
    >
      ${label}
    </button>`;
    const { address } = this.stepper.source;
    const links = [
      [`/t/${this.stepper.header.table}`, say("The table")],
      [`${address}/record`, say("Download the record")],
      ["/verify", say("Check a record")],
    ];
    return html`<div class="tools">
      ${address === null ? nothing : links.map(([href, label]) => html`<a class="button is-quiet" href=${href}>${label}</a>`)}
      ${tool(say("No spoilers"), () => this.unspoil(), this.stepper.unspoilt)} ${tool(say("Copy link"), copyLink)}
      ${tool(say("Keys"), () => this.help())}
    </div>`;
  }

  #board() {
    const { frame } = this.stepper;
    if (frame.picture === null) return html`<p class="board-none">${say("Nothing is dealt yet.")}</p>`;
    const options = {
      openPanel: this.#open,
      onPanel: (/** @type {string} */ id) => {
        this.#open = id;
        this.draw();
      },
      handsOnBoard: true,
      awaited: frame.awaited.map(({ seat }) => seat),
    };
    return board(frame.picture, options);
  }

  #rail() {
    const { frame, header, viewer } = this.stepper;
    const tab = (/** @type {Pane} */ pane, /** @type {string} */ label) => html`<button type="button" role="tab"
      aria-selected=${this.#pane === pane ? "true" : "false"} aria-controls="pane"
      @click=${() => this.pane(pane)}>${label}</button>`;
    const panes = {
      story: () => story(this.#stretch.story, frame.address),
      choices: () => choices(frame, header.seats),
      taught: () => taught(this.#stretch.taught),
      notes: () => noted(notesOn(this.notes, frame.n, viewer), this.#noting()),
      compare: () => this.#comparison(),
    };
    return html`<div class="tabs" role="tablist" aria-label=${say("Beside the board")}>
        ${tab("story", say("Story"))} ${tab("choices", say("Choices"))} ${tab("taught", say("Learnt"))}
        ${tab("notes", say("Notes"))} ${tab("compare", say("Compare"))}
      </div>
      <div class="pane" id="pane" role="tabpanel" tabindex="0">${panes[this.#pane]()}</div>
      ${this.#looked ? reader(this.#looked) : nothing}${this.#tools()}`;
  }

  #comparison() {
    const { frame } = this.stepper;
    if (this.#before === null || frame.picture === null)
      return html`<p class="none">${say("Press X at one moment, then go to another.")}</p>`;
    const found = changes(this.#before.picture, frame.picture);
    return compared(found, this.#before.address, frame.address);
  }

  #noting() {
    const { frame, source, header } = this.stepper;
    return {
      glyphs: GLYPHS,
      own: (/** @type {string} */ id) => this.own.notes.some((note) => note.id === id),
      remove: (/** @type {string} */ id) => {
        this.own.remove(id);
        this.draw();
      },
      add: async (/** @type {string} */ text, /** @type {string | null} */ glyph) => {
        this.own.add(frame.address, await source.hash(frame.n), text, glyph, new Date());
        this.draw();
      },
      save: async () =>
        save(`${header.table}.notes.ndjson`, written(header.table, await source.hash(1), this.own.notes)),
    };
  }

  #dock() {
    return steps(this, {
      told: this.#stretch.told,
      width: this.root.querySelector(".tl-line")?.clientWidth ?? 0,
      compared: this.#before ? Number(this.#before.address.split(".")[0]) : null,
      playing: this.#playing !== undefined,
    });
  }
}

/**
 * @param {number | null} here
 * @param {number | null} fact
 * @returns {boolean} whether one frame of an entry stands no later than another
 */
function reaches(here, fact) {
  return here === null || (fact !== null && fact <= here);
}

/** @param {HTMLElement} root */
export async function begin(root) {
  const source = has("film") ? fromFile() : fromService(data("review").address, language());
  const given = has("notes") ? data("notes") : [];
  /** @type {Review | undefined} */
  let review;
  const stepper = await Stepper.opened(source, linked(location.hash), () => review?.draw());
  review = new Review(root, stepper, given);
  const marks = Object.entries(data("costumes")[stepper.header.costume] ?? {});
  for (const [name, value] of marks) document.documentElement.setAttribute(name, `${value}`);
  root.replaceChildren(); // the story as text was for whoever has no script
  review.draw();
  const keys = bound().flatMap(({ keys, label, act }) =>
    keys.map((key) => ({ key, label, act: () => act(/** @type {Review} */ (review)) })),
  );
  bind(document, keys);
  watchFocus(root);
  watchReading(root, (pick) => review?.look(pick));
  new ResizeObserver(() => review?.draw()).observe(root);
  addEventListener("hashchange", () => {
    const { address, viewer } = linked(location.hash);
    if (viewer !== null && viewer !== stepper.viewer && stepper.viewers.includes(viewer)) review?.through(viewer);
    if (address !== null) review?.to(address);
  });
  if (!stepper.header.over) setInterval(() => stepper.grow().catch(() => undefined), LOOKS);
}

const main = document.getElementById("main");
if (main !== null)
  begin(main).catch((error) => render(html`<p class="failed" role="alert">${error.message}</p>`, main));
