/** The end of a game: who came where and why, and the ways on from there. It lies over the board until it is put away. */

import { count, inTurn, language, say } from "../base/words.js";
import { button } from "../board/frame.js";
import { Copying } from "../inviting/copying.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./scenes.js").TableScene} TableScene */
/** @typedef {{places: {place: number, seats: number[]}[], points: number[] | null, ended_by: string}} Outcome of the API */

const REASONS = 2; // facts that ended it, the last ones: what was done, and what came of it
const MANY = 5; // seats that stand below each other on a phone that lies on its side

export class Result {
  /** @type {Outcome | null} */ #outcome = null;
  #away = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.copying = new Copying(() => play.draw());
  }

  /** @param {Outcome | null} outcome as the table has it now: a ruling may change it */
  take(outcome) {
    this.#outcome = outcome;
  }

  /** @returns {string} who won; nothing while that is not known */
  get told() {
    if (this.#outcome === null) return "";
    const names = this.#names(this.winners);
    return names === "" ? say("The game is over.") : say("The game is over. First: {names}.", { names });
  }

  /** @returns {import("../board/frame.js").Button[]} the way back to it */
  buttons() {
    if (this.#outcome === null || !this.#away) return [];
    return [{ label: say("Result"), press: () => this.#put(false) }];
  }

  /** @param {TableScene} scene */
  body(scene) {
    const outcome = this.#outcome;
    if (outcome === null || this.#away || scene.status === "running") return nothing;
    const lines = outcome.places.flatMap(({ place, seats }) => seats.map((seat) => this.#line(scene, place, seat)));
    return html`<section class="reading result" aria-label=${say("Result")}>
      <header>
        <h2>${this.#heading(scene)}</h2>
        ${button({ label: say("Show the board"), press: () => this.#put(true), weight: "quiet" })}
      </header>
      <p class="why">${this.#why()}</p>
      <ol class="standing ${lines.length > MANY ? "is-many" : ""}">${lines}</ol>
      <div class="ways">
        <a class="button" href="/api/v1/tables/${scene.table}/record">${say("Download the record")}</a>
        ${this.#share(scene)}
      </div>
    </section>`;
  }

  /** @returns {number[]} the seats in the first place; none while that is not known */
  get winners() {
    return this.#outcome?.places.find(({ place }) => place === 1)?.seats ?? [];
  }

  /** @param {number[]} seats */
  #names(seats) {
    const all = this.play.scene?.names ?? [];
    return new Intl.ListFormat(language()).format(seats.map((seat) => all[seat] ?? ""));
  }

  /** @param {TableScene} scene */
  #heading({ seat }) {
    const first = this.winners;
    const names = this.#names(first);
    if (first.length === 0) return say("The game is over.");
    if (first.length > 1) return say("{names} share the first place", { names });
    return seat === first[0] ? say("You have won") : say("{names} has won", { names });
  }

  /** @returns {string} the last facts of the play, in the game's own words, or what ended it instead of play */
  #why() {
    if (this.#outcome?.ended_by === "ruling") return say("An arbiter's ruling gave this result.");
    const facts = this.play.scenes.story.filter(({ at }) => at.includes("."));
    const [entry] = facts.at(-1)?.at.split(".") ?? [];
    const last = facts.filter(({ at }) => at.startsWith(`${entry}.`)).slice(-REASONS);
    return inTurn(last.map((fact) => fact.say));
  }

  /**
   * @param {TableScene} scene
   * @param {number} place
   * @param {number} seat
   */
  #line(scene, place, seat) {
    const points = this.#outcome?.points?.[seat];
    return html`<li class=${place === 1 ? "is-first" : ""}>
      <span class="place">${place}</span><span class="name">${scene.names[seat]}</span>
      ${points === undefined ? nothing : html`<span class="points">${count("{n} point", "{n} points", points)}</span>`}
    </li>`;
  }

  /** @param {TableScene} scene */
  #share({ table }) {
    const link = `${location.origin}/t/${encodeURIComponent(table)}/review`;
    return this.copying.button(link, say("Copy the link to the review"));
  }

  /** @param {boolean} away */
  #put(away) {
    this.#away = away;
    this.play.draw();
  }
}
