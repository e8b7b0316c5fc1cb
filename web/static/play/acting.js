/**
 * Choosing and sending at one table: what is picked, what is under way, what became of it.
 *
 * An action is sent once and asked about until the service has said what became of it, with the same key each time.
 */

import { newKey } from "../base/api.js";
import { cookies, seatHeader } from "../base/standing.js";
import { toldOf } from "../base/telling.js";
import { visit } from "../base/visit.js";
import { language } from "../base/words.js";
import { begin, stateOf, step } from "../choosing/machine.js";
import { senderFor } from "../choosing/sending.js";

/** @typedef {import("../choosing/machine.js").Machine} Machine */
/** @typedef {import("../choosing/machine.js").Event} Event */
/** @typedef {import("../choosing/machine.js").Request} Request */
/** @typedef {import("./scenes.js").TableScene} TableScene */

const SLOW = 2_000; // ms after which it is said what is waited for
const LIMIT = 10_000; // ms after which a request counts as lost
const LONGEST = 8; // seconds between two times that the same thing is asked

/**
 * @typedef {object} Around
 * @property {() => void} changed
 * @property {(n: number) => Promise<void>} look brings a scene that knows an entry
 * @property {() => void} sent an action is on its way, for the first time
 * @property {() => boolean} meant whether what comes by just now was meant for what is shown
 */

export class Acting {
  /** @type {Machine | null} */ machine = null;
  /** It takes longer than one expects. */
  slow = false;
  /** @type {string} why an action was refused, in the service's words */ refusal = "";
  #tries = 0;
  /** @type {any} */ #timer;

  /**
   * @param {string} table
   * @param {Around} around
   */
  constructor(table, around) {
    this.around = around;
    const limited = (/** @type {string} */ address, /** @type {any} */ init) =>
      fetch(address, { ...init, signal: AbortSignal.timeout(LIMIT), cache: "no-store", credentials: cookies() });
    this.sender = senderFor(table, {
      storage: visit(),
      fetch: limited,
      headers: () => ({ "Accept-Language": language(), Accept: "application/json", ...seatHeader() }),
    });
    addEventListener("online", () => this.again());
  }

  /** @returns {"waiting" | "idle" | "picking" | "ready" | "sending" | "unknown"} */
  get state() {
    const { machine } = this;
    if (machine === null) return "waiting";
    const state = stateOf(machine);
    if (state === "sending" || state === "unknown") return state;
    return machine.model.scene.decision === null ? "waiting" : state;
  }

  /**
   * Take a new scene; the first one also brings back what was under way before the page was loaded.
   *
   * @param {TableScene} scene
   * @param {boolean} oneTap
   */
  see(scene, oneTap) {
    const chosenFrom = /** @type {import("../choosing/types.js").Scene} */ (/** @type {unknown} */ (scene));
    if (this.machine !== null) {
      const { decision } = this.machine.model.scene;
      // what was refused before says nothing of a decision that came since
      if (chosenFrom.decision !== null && chosenFrom.decision.tag !== decision?.tag) this.refusal = "";
      this.take({ type: "scene", scene: chosenFrom });
      return;
    }
    this.machine = begin(chosenFrom, { oneTap });
    const request = this.sender.pending(scene.seat);
    if (request === null) return;
    this.take({ type: "found", request });
    this.again();
  }

  /**
   * Take what happened; what would send an action and was not meant for what is shown did not happen.
   *
   * @returns {boolean} whether an action went on its way
   * @param {Event} event
   * @param {boolean} sure nobody needs to ask whether it was meant
   */
  take(event, sure = event.type === "again") {
    if (this.machine === null) return false;
    const { machine, send } = step(this.machine, event, newKey);
    if (send !== null && !sure && !this.around.meant()) return false;
    this.machine = machine;
    if (event.type === "pick") this.refusal = "";
    if (send !== null && event.type !== "again") this.around.sent();
    if (send !== null) this.#send(send);
    this.around.changed();
    return send !== null;
  }

  /** Ask now what became of the action. */
  again() {
    clearTimeout(this.#timer);
    this.take({ type: "again" });
  }

  /** @param {Request} request */
  async #send(request) {
    this.slow = this.#tries > 0;
    this.refusal = "";
    this.#timer = setTimeout(() => {
      this.slow = true;
      this.around.changed();
    }, SLOW);
    const outcome = await this.sender.send(request);
    if (outcome.type === "lost") {
      clearTimeout(this.#timer);
      this.#tries += 1;
      this.take({ type: "lost", key: request.key });
      this.#timer = setTimeout(() => this.again(), 1000 * Math.min(LONGEST, Math.max(outcome.seconds, this.#tries)));
      return;
    }
    this.#tries = 0;
    // the table is read first: until then the old decision would lie there as if it were open
    await this.around.look(outcome.type === "answered" ? /** @type {any} */ (outcome.answer).n : 0);
    clearTimeout(this.#timer);
    this.slow = false;
    this.refusal = outcome.type === "refused" ? toldOf(outcome.problem) : "";
    this.take({ type: outcome.type, key: request.key });
  }
}
