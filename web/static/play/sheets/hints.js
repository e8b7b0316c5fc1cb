/**
 * Hints of the bot: asked for one at a time, told in the dock, and marked in the story of this page and among one's own
 * notes on the record. The record itself knows nothing of them.
 */

import { ask } from "../../base/api.js";
import { told } from "../../base/telling.js";
import { language, say } from "../../base/words.js";
import { button } from "../../board/frame.js";
import { OwnNotes } from "../../review/notes.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../scenes.js").TableScene} TableScene */
/** @typedef {import("../scenes.js").Told} Told */
/** @typedef {{n: number, say: string}} Hint */

const KEY = "matchledger/hints/";

export class Hints {
  /** @type {Hint[]} */ #given;
  /** @type {{decision: string, say: string} | null} */ #now = null;
  #asking = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.#given = read(play.table);
  }

  /** Ask for a hint at this decision. */
  async ask() {
    const scene = /** @type {TableScene} */ (this.play.scene);
    const decision = scene.decision?.tag;
    if (decision === undefined || this.#asking || this.#now?.decision === decision) return;
    this.#asking = true;
    this.play.draw();
    try {
      const { body } = await ask(`${this.play.address}/hint`, { body: {}, language: language() });
      this.#now = { decision, say: body.say };
      this.#keep(scene, { n: body.n, say: body.say });
    } catch (error) {
      this.#now = { decision, say: told(error) };
    }
    this.#asking = false;
    this.play.draw();
  }

  /**
   * @param {TableScene} scene
   * @param {Hint} hint
   */
  #keep(scene, hint) {
    this.#given = [...this.#given, hint];
    try {
      localStorage.setItem(KEY + this.play.table, JSON.stringify(this.#given));
    } catch {
      // a browser that keeps nothing: the mark lives as long as the page
    }
    const text = say("A hint was asked for: {hint}", { hint: hint.say });
    new OwnNotes(this.play.table, localStorage).add(`${scene.n}`, scene.head, text, null, new Date());
  }

  /**
   * @param {TableScene} scene
   * @returns {import("../../board/frame.js").Button[]}
   */
  buttons(scene) {
    if (!scene.hints || scene.decision === null || this.#now?.decision === scene.decision.tag) return [];
    return [{ label: say("Hint"), press: () => this.ask(), weight: "quiet", disabled: this.#asking, spare: true }];
  }

  /**
   * @param {TableScene} scene
   * @returns the button and what it brought, for the list of all moves
   */
  listed(scene) {
    return html`${this.buttons(scene).map((one) => button({ ...one, weight: "plain", spare: false }))} ${this.told(scene)}`;
  }

  /**
   * @param {TableScene} scene
   * @returns what the bot would do now
   */
  told(scene) {
    if (this.#now === null || this.#now.decision !== scene.decision?.tag) return nothing;
    return html`<p class="coach"><span><b>${say("Hint")}:</b> ${this.#now.say}</span></p>`;
  }

  /**
   * @param {Told[]} story
   * @returns {Told[]} with a line after each entry at which a hint was asked for
   */
  marked(story) {
    const entry = (/** @type {Told} */ { at }) => Number(at.split(".")[0]);
    const lines = this.#given.filter(({ n }) => story.some((told) => entry(told) === n));
    const marks = lines.map(({ n, say: hint }) => ({
      at: `${n}`,
      by: "",
      say: say("A hint was asked for: {hint}", { hint }),
    }));
    return [...story, ...marks].sort((one, other) => entry(one) - entry(other)); // a mark comes after its entry
  }
}

/**
 * @param {string} table
 * @returns {Hint[]}
 */
function read(table) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + table) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => Number.isInteger(one?.n) && typeof one.say === "string") : [];
  } catch {
    return []; // no storage, or not ours
  }
}
