/** Before the deal and after the end: who sits where, taking a seat, inviting, playing again. */

import { ask, Problem } from "../base/api.js";
import { onlyWatches } from "../base/standing.js";
import { told } from "../base/telling.js";
import { cleaned } from "../base/typed.js";
import { inTurn, language, say } from "../base/words.js";
import { button } from "../board/frame.js";
import { Copying } from "../inviting/copying.js";
import { forgetInvitations, invitation, invitations } from "../inviting/invite.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Accepting } from "./accepting.js";
import { Result } from "./result.js";
import { showCalls } from "./sheets/calls.js";
import { Sitting } from "./sitting.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./scenes.js").TableScene} TableScene */

/**
 * @typedef {{seat: number, taken: boolean, joins: string, name: string | null, bot: string | null}} Seat
 * @typedef {{consents: number[], until: string | null, next: {table: string, seat: number, token: string | null} | null}} Rematch
 */

const LOOKS = 3_000; // ms between two looks whether the others want to play again
const MOST = 600; // of these looks; whoever leaves a finished table open for longer asks by the button
const NAME = 40; // characters

export class Seating {
  /** @type {Seat[]} */ #seats = [];
  /** @type {Rematch | null} */ #rematch = null;
  #hasLapsed = false; // the own wish, which others did not share in time
  /** It was said that one wants to play again. */
  #waits = false;
  #looks = 0;
  #asked = 0;
  /** @type {any} */ #timer;
  /** Why the seats are not known. */
  #missing = "";
  /** @type {any} */ #looking;
  /** The entry at which the outcome was read: a ruling after it may change who won. */
  #read = -1;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.sitting = new Sitting(play.table, play.address, {
      changed: () => play.draw(),
      seated: () => play.scenes.restart(),
    });
    this.copying = new Copying(() => play.draw());
    this.accepting = new Accepting(play);
    this.result = new Result(play);
  }

  /** @param {TableScene} scene */
  see(scene) {
    this.sitting.see(scene);
    this.accepting.see(scene);
    if (scene.status !== "open") forgetInvitations(scene.table);
    if (mayGoOn(scene)) this.#begin();
    if (scene.status === "open" || (scene.status !== "running" && this.#read < scene.n)) this.#look(scene.n);
  }

  /** @returns {string} who won and whether that is final, once it is over and known */
  get ending() {
    const { told } = this.result;
    return told === "" ? "" : inTurn([told, this.accepting.told, this.#others, this.#lapsed]);
  }

  /** Look once, from the end on, whether others want to play again. */
  #begin() {
    if (this.#looks > 0) return;
    this.#looks = 1;
    this.#again(false);
  }

  /** @param {number} n an entry that the answer knows */
  async #look(n = this.play.scene?.n ?? 0) {
    clearTimeout(this.#looking);
    let body;
    try {
      ({ body } = await ask(this.play.address, { language: language() }));
    } catch (error) {
      this.#missing = told(error);
      this.#looking = setTimeout(() => this.#look(), LOOKS);
      this.play.draw();
      return;
    }
    this.#missing = "";
    this.#seats = body.seats;
    this.#read = n;
    this.result.take(body.outcome ?? null);
    this.play.draw();
  }

  /**
   * @param {TableScene} scene
   * @returns what stands in the place of the board while the table waits for its people
   */
  body(scene) {
    const given = new Map(invitations(scene.table).map((one) => [one.seat, one]));
    const line = (/** @type {Seat} */ seat) => {
      const own = seat.seat === scene.seat ? ` (${say("you")})` : "";
      const who = seat.taken ? `${seat.name ?? seat.bot ?? ""}${own}` : say("free");
      const told = given.get(seat.seat);
      return html`<li class=${seat.taken ? "" : "is-free"}>
        <b>${say("Seat {n}", { n: seat.seat + 1 })}</b> <span>${who}</span>
        ${told && !seat.taken ? invitation(scene.table, told, this.copying) : nothing}
      </li>`;
    };
    const takes = scene.seat === null && !onlyWatches();
    const { code } = this.sitting;
    const sits = scene.seat !== null && code !== null && scene.status === "open";
    const isFree = (/** @type {string} */ joins) => this.#seats.some((seat) => !seat.taken && seat.joins === joins);
    const open = isFree("open");
    const invited = code !== null && this.#seats.length > 0;
    return html`<div class="board seating">
      <h2>${say("Who sits here")}</h2>
      ${this.#missing === "" ? nothing : html`<p role="alert">${this.#missing} ${button({ label: say("Try again"), press: () => this.#look() })}</p>`}
      <ol class="seats">${this.#seats.map(line)}</ol>
      ${takes && (open || (invited && isFree("code"))) && scene.status === "open" ? this.join() : nothing}
      ${takes && invited && !open && !isFree("code") ? html`<p>${say("This invitation has been used: somebody else sits there. You can watch.")}</p>` : nothing}
      ${sits ? html`<p>${sitsAlready(scene.seat ?? 0)}</p>` : nothing}
      ${open ? html`<p>${say("Whoever opens this link can take a free seat:")}</p>${invitation(scene.table, null, this.copying)}` : nothing}
    </div>`;
  }

  /** @returns the form by which somebody sits down */
  join() {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const name = /** @type {HTMLInputElement} */ (
        /** @type {HTMLFormElement} */ (event.target).elements.namedItem("name")
      );
      this.sitting.sit(cleaned(name.value));
    };
    return html`<form class="join" @submit=${submit}>
      <h2>${say("Take a seat")}</h2>
      <label>${say("Your name")} <input name="name" required maxlength=${NAME} autocomplete="nickname" /></label>
      <button type="submit" class="button is-primary" ?disabled=${this.sitting.waits}>${say("Sit down")}</button>
      <p role="alert">${this.#told}</p>
    </form>`;
  }

  /** @returns {string} that a seat is being taken, and what is in the way */
  get #told() {
    const { waits, problem } = this.sitting;
    return waits ? inTurn([say("Taking the seat…"), problem]) : problem;
  }

  /**
   * @param {TableScene} scene
   * @returns {import("../board/frame.js").Button[]} what can be done while the play is stopped, and once it is over
   */
  buttons(scene) {
    if (scene.status === "running" && scene.paused && scene.acts)
      return [{ label: say("What the arbiter decides"), press: () => showCalls(this.play), weight: "plain" }];
    if (scene.status === "open" || scene.status === "running") return [];
    const href = `/t/${encodeURIComponent(scene.table)}/review`;
    /** @type {import("../board/frame.js").Button[]} */
    const buttons = [{ label: say("Review the game"), href, weight: scene.acts ? "plain" : "primary" }];
    const accepts = this.accepting.buttons(scene);
    if (!mayGoOn(scene)) return [...accepts, ...buttons, ...this.result.buttons()];
    const next = this.#rematch?.next;
    const wanted = this.#rematch?.consents.includes(scene.seat ?? -1) ?? false;
    const label = next ? say("To the new game") : wanted ? say("Waiting for the others…") : say("Play again");
    const press = () => (next ? this.#goOn(next) : this.#again(true));
    const weight = accepts.length > 0 ? "plain" : "primary";
    return [...accepts, { label, press, weight, disabled: wanted && !next }, ...buttons, ...this.result.buttons()];
  }

  /** @returns {string} that a seat is being taken, or that the link for it came too late, to whoever only watches now */
  get late() {
    const { scene } = this.play;
    const watches = scene !== null && scene.seat === null && scene.status === "running";
    if (watches && this.sitting.waits) return this.#told;
    return this.sitting.code !== null && watches ? say("The game has begun without this invitation: you watch.") : "";
  }

  /** @returns {string} who else wants to play again */
  get #others() {
    const { scene } = this.play;
    const told = this.#rematch?.next ? [] : (this.#rematch?.consents ?? []);
    const seats = told.filter((seat) => seat !== scene?.seat && !this.#seats[seat]?.bot);
    const names = seats.map((seat) => scene?.names[seat] ?? "").join(", ");
    return names === "" ? "" : say("{names} would like to play again.", { names });
  }

  /** @returns {string} that one's own wish to play again holds no longer */
  get #lapsed() {
    return this.#hasLapsed ? say("Not everybody wanted to play again in time. You can ask once more.") : "";
  }

  /**
   * What is asked last wins: the answer to a look of before the own wish knows nothing of it.
   *
   * @param {boolean} want say that one wants to, or only look whether the others do
   */
  async #again(want) {
    const { play } = this;
    clearTimeout(this.#timer);
    this.#asked += 1;
    const mine = this.#asked;
    if (want) play.acting.refusal = "";
    try {
      const asking = want ? { body: {}, language: language() } : { language: language() };
      const { body } = await ask(`${play.address}/rematch`, asking);
      if (mine !== this.#asked) return;
      this.#rematch = body;
    } catch (error) {
      if (mine !== this.#asked) return;
      const said = told(error);
      if (want) play.acting.refusal = said;
      play.draw();
      if (error instanceof Problem && error.after === null && error.status < 500) return;
    }
    const { consents = [], next = null } = this.#rematch ?? {};
    const wanted = consents.includes(play.scene?.seat ?? -1);
    this.#hasLapsed = next === null && !wanted && (this.#waits || this.#hasLapsed);
    this.#waits = next === null ? wanted : this.#waits;
    if (next !== null) {
      if (want || this.#waits)
        this.#goOn(next); // whoever only looks at a game of the past stays there
      else play.draw();
      return;
    }
    this.#timer = setTimeout(() => this.#lookAgain(), LOOKS);
    play.draw();
  }

  #lookAgain() {
    if (document.visibilityState === "visible" && this.#looks < MOST) {
      this.#looks += 1;
      this.#again(false);
    } else if (this.#looks < MOST) this.#timer = setTimeout(() => this.#lookAgain(), LOOKS);
  }

  /** @param {{table: string, token: string | null}} next */
  #goOn({ table, token }) {
    location.assign(`/t/${encodeURIComponent(table)}${token === null ? "" : `#seat=${token}`}`);
  }

  /** @returns a button that copies this table's link, without any secret in it */
  share() {
    return this.copying.button(`${location.origin}/t/${this.play.table}`, say("Copy the link for watching"));
  }
}

/**
 * @param {number} seat where this browser sits
 * @returns {string} why an invitation is of no use here
 */
function sitsAlready(seat) {
  return say("This browser sits at seat {n} already. An invitation is for somebody else, or for another browser.", {
    n: seat + 1,
  });
}

/** @param {TableScene} scene */
function mayGoOn(scene) {
  return scene.acts && ["finished", "confirmed"].includes(scene.status);
}
