/** A result that is not final at once: until when, who has accepted it, and the own yes. */

import { ask, newKey, Problem } from "../base/api.js";
import { told } from "../base/telling.js";
import { language, say } from "../base/words.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./scenes.js").TableScene} TableScene */
/** @typedef {{accepted: number[], final_at: string | null}} Waiting as `GET …/result` answers */

export class Accepting {
  /** @type {Waiting | null} */ #waiting = null;
  #key = newKey();
  #busy = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {TableScene} scene */
  see(scene) {
    if (scene.status === "finished") this.#look();
    else this.#waiting = null;
  }

  async #look() {
    try {
      this.#waiting = (await ask(`${this.play.address}/result`, { language: language() })).body.waiting;
    } catch (error) {
      this.play.acting.refusal = told(error); // it is read again with the next entry, and by whoever accepts
    }
    this.play.draw();
  }

  /** @param {TableScene} scene */
  awaits(scene) {
    return scene.acts && this.#waiting !== null && !this.#waiting.accepted.includes(scene.seat ?? -1);
  }

  /** @returns {string} what the result waits for; nothing where it is final */
  get told() {
    if (this.#waiting === null) return "";
    const { final_at } = this.#waiting;
    if (final_at === null) return say("The result is not final: a case is open.");
    const time = new Date(final_at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
    return say("It is final once every seat has accepted it, at the latest at {time}.", { time });
  }

  /**
   * @param {TableScene} scene
   * @returns {import("../board/frame.js").Button[]}
   */
  buttons(scene) {
    if (!this.awaits(scene)) return [];
    return [{ label: say("Accept the result"), press: () => this.#accept(), weight: "primary", disabled: this.#busy }];
  }

  async #accept() {
    const { play } = this;
    this.#busy = true;
    play.acting.refusal = "";
    play.draw();
    try {
      const asking = { body: {}, key: this.#key, language: language() };
      this.#waiting = (await ask(`${play.address}/result/accept`, asking)).body.waiting;
      play.scenes.look();
    } catch (error) {
      if (error instanceof Problem) this.#key = newKey(); // what was lost is asked again, not done again
      play.acting.refusal = told(error);
    }
    this.#busy = false;
    play.draw();
  }
}
