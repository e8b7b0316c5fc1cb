/** The form that opens a tournament: what is wrong is said beside its field while it is filled in. */

import { Lost, Problem } from "../base/api.js";
import { message, say } from "../base/words.js";
import { line } from "../desk/fields.js";
import { spoken } from "../desk/labels.js";
import { CLOCK, choice, options, SEEN } from "../lobby/form.js";
import { CLOCKS } from "../lobby/opening.js";
import { fieldsOf } from "../lobby/options.js";
import { formatOf, refused } from "../tournaments/labels.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { bodyOf, byField, drafted, expectation, sentences, tryOf } from "./draft.js";
import { rarely } from "./rarely.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Game} Game */

const FORMATS = {
  swiss: message("Swiss, two at a table"),
  pods: message("Swiss, 3 to 10 at a table"),
  round_robin: message("Everybody against everybody"),
  round_robin_2: message("Everybody against everybody, twice"),
  knock_out: message("Knock-out"),
  knock_out_2: message("Double elimination"),
};
const REGISTRATION = {
  organiser: message("I register everybody"),
  code: message("Whoever has a code may register too"),
};
const SOON = 350; // ms after the last change until the service is asked what is wrong

export class Creating {
  /** @type {Record<string, string[]>} */ faults = {};
  expected = "";
  trouble = "";
  /** @type {any} */ #timer;
  #asked = 0;

  /**
   * @param {Game[]} games
   * @param {{changed: () => void, ask: (path: string, asking: any) => Promise<any>,
   *   confirm: import("../tournaments/confirm.js").Confirm, open: (body: any) => void}} page
   */
  constructor(games, page) {
    this.games = games;
    this.page = page;
    this.draft = drafted(/** @type {Game} */ (games[0]));
    this.look();
  }

  get #fields() {
    const { schema, begins } = this.draft.game;
    return fieldsOf(JSON.parse(schema)).filter(({ path }) => !begins.includes(path));
  }

  /** @param {Partial<Draft>} said */
  change(said) {
    this.draft = { ...this.draft, ...said };
    this.page.changed();
    this.look();
  }

  /** Ask soon what is wrong with it. */
  look() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), SOON);
  }

  /** @returns {Promise<boolean>} whether nothing is wrong */
  async #try() {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const { body } = await this.page.ask("/tournaments", { body: tryOf(this.draft, this.#fields) });
      if (mine !== this.#asked) return false;
      this.trouble = "";
      this.faults = byField(body.faults);
      this.expected = body.expected === null ? "" : expectation(body.expected);
      return body.faults.length === 0;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
      if (mine === this.#asked) this.trouble = refused(error);
      return false;
    } finally {
      this.page.changed();
    }
  }

  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    clearTimeout(this.#timer);
    if (!(await this.#try())) return;
    const { draft } = this;
    const body = bodyOf(draft, this.#fields);
    const words = {
      format: formatOf(body.format),
      clock: say(CLOCK[/** @type {keyof typeof CLOCK} */ (draft.clock)]),
      visibility: say(SEEN[/** @type {keyof typeof SEEN} */ (draft.visibility)]),
    };
    const said = [...sentences(draft, words), ...(this.expected === "" ? [] : [this.expected])];
    this.page.confirm.ask(say("Open this tournament"), said, say("Open it"), () => this.page.open(body));
  }

  /**
   * @param {string} label
   * @param {"rounds" | "seats" | "players" | "confirm" | "absent" | "games" | "groups" | "cut" | "byes" | "zero" | "last" |
   *   "length" | "pause" | "later" | "behind"} name
   * @param {number} least
   * @param {number} most
   */
  number(label, name, least, most) {
    const change = (/** @type {Event} */ event) => {
      const typed = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
      this.change({ [name]: Math.min(most, Math.max(least, Math.round(typed) || least)) });
    };
    const type = (/** @type {Event} */ event) => {
      const typed = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
      if (Number.isInteger(typed) && typed >= least && typed <= most) this.change({ [name]: typed });
    };
    return html`<label class="field"><span>${label}</span>
      <input type="number" inputmode="numeric" name=${name} min=${least} max=${most} .value=${`${this.draft[name]}`} @input=${type} @change=${change}>
      ${this.wrong(name)}</label>`;
  }

  /**
   * @param {string} label
   * @param {"format" | "clock" | "visibility" | "registration" | "draws"} name
   * @param {Record<string, string>} table codes with what they are called
   */
  choice(label, name, table) {
    const pick = (/** @type {Event} */ event) =>
      this.change({ [name]: /** @type {HTMLSelectElement} */ (event.currentTarget).value });
    return html`<label class="field"><span>${label}</span><select name=${name} @change=${pick}>
      ${Object.entries(spoken(table)).map(([code, words]) => choice(code, words, this.draft[name]))}</select>
      ${this.wrong(name)}</label>`;
  }

  /** @param {string} field */
  wrong(field) {
    const found = this.faults[field] ?? [];
    return found.length === 0 ? nothing : html`<small class="wrong">${found.join(" ")}</small>`;
  }

  form() {
    const { draft, games } = this;
    const other = (/** @type {Event} */ event) => {
      const name = /** @type {HTMLSelectElement} */ (event.currentTarget).value;
      const game = games.find((one) => one.game === name);
      if (game !== undefined) this.change({ ...drafted(game), label: draft.label, players: draft.players });
    };
    const rounds = draft.format === "swiss" || draft.format === "pods";
    const clocks = Object.fromEntries(
      Object.keys(CLOCKS).map((one) => [one, CLOCK[/** @type {keyof typeof CLOCK} */ (one)]]),
    );
    return html`<form class="site-panel creating" aria-label=${say("A new tournament")} @submit=${(/** @type {Event} */ event) => this.send(event)}>
      <div class="fields">${line(say("What it is called"), draft.label, (label) => this.change({ label }))}
        <label class="field"><span>${say("Game")}</span><select name="game" @change=${other}>
          ${games.map((one) => choice(one.game, one.title, draft.game.game))}</select></label>
        ${this.choice(say("Format"), "format", FORMATS)}
        ${rounds ? this.number(say("Rounds"), "rounds", 1, 999) : nothing}
        ${draft.format === "pods" ? this.number(say("Seats of a whole table"), "seats", 3, 10) : nothing}
        ${this.number(say("Players that you expect"), "players", 2, 10_000)}
        ${this.choice(say("Clock"), "clock", clocks)} ${this.choice(say("Who may see it"), "visibility", SEEN)}
        ${this.choice(say("Registration"), "registration", REGISTRATION)}
        ${this.number(say("Minutes until a result is final"), "confirm", 0, 43_200)}
        ${this.number(say("Minutes until an absent player has lost (0: never)"), "absent", 0, 43_200)}</div>
      ${rarely(this)} ${this.#fields.length === 0 ? nothing : options(draft, this.#fields, (changed) => this.change(changed))}
      ${this.wrong("options")} <p class="trouble" role="alert">${this.trouble || (this.faults.whole ?? []).join(" ") || nothing}</p>
      <p class="expected" role="status">${this.expected}</p>
      <p class="buttons"><button class="button is-primary" type="submit">${say("Read what will be opened")}</button></p></form>`;
  }
}
