/** Hints of the bot: asked for one at a time and told in the dock. The service tells in the story that one was asked for. */

import { ask } from "../../base/api.js";
import { told } from "../../base/telling.js";
import { language, say } from "../../base/words.js";
import { button } from "../../board/frame.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../scenes.js").TableScene} TableScene */

export class Hints {
  /** @type {{decision: string, say: string, failed?: boolean} | null} */ #now = null;
  #asking = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Ask for a hint at this decision. */
  async ask() {
    const scene = /** @type {TableScene} */ (this.play.scene);
    const decision = scene.decision?.tag;
    if (decision === undefined || this.#asking || this.#knows(decision)) return;
    this.#asking = true;
    this.play.draw();
    try {
      const { body } = await ask(`${this.play.address}/hint`, { body: {}, language: language() });
      this.#now = { decision, say: body.say };
    } catch (error) {
      this.#now = { decision, say: told(error), failed: true };
    }
    this.#asking = false;
    this.play.draw();
  }

  /**
   * @param {string} decision
   * @returns {boolean} whether there is a hint for it; where none came it can be asked for again
   */
  #knows(decision) {
    return this.#now?.decision === decision && !this.#now.failed;
  }

  /**
   * @param {TableScene} scene
   * @returns {import("../../board/frame.js").Button[]}
   */
  buttons(scene) {
    if (!scene.hints || scene.decision === null || this.#knows(scene.decision.tag)) return [];
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
}
