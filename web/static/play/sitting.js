/**
 * Taking a seat, once: what had no answer is asked for again with the same key, until the service has said what became
 * of it and the browser sits there. The game may begin meanwhile, and whoever has a seat would only watch it.
 *
 * Invitation and wish are kept for the tab: the code is wiped out of the address, and a reload would lose the seat.
 */

import { ask, isUndecided, newKey } from "../base/api.js";
import { enter } from "../base/session.js";
import { told } from "../base/telling.js";
import { visit } from "../base/visit.js";
import { language } from "../base/words.js";

const KEY = "matchledger/sitting/";
const PAUSE = 2_000; // ms until it is asked again

/** @typedef {import("./scenes.js").TableScene} TableScene */
/** @typedef {{code: string | null, name?: string, key?: string}} Kept the invitation, and what was asked for with it */

export class Sitting {
  /** Why there is no seat, or not yet. */
  problem = "";
  /** @type {Kept} */ #kept = { code: null };
  /** @type {string | null} of the seat that was taken, until the browser sits there */ #token = null;

  /**
   * @param {string} table
   * @param {string} address of the table's API
   * @param {{changed: () => void, seated: () => Promise<void>}} around the table is read anew by whoever sits there
   */
  constructor(table, address, around) {
    this.table = table;
    this.address = address;
    this.around = around;
    this.storage = visit();
  }

  /** @returns {string | null} the code of the invitation that led here */
  get code() {
    return this.#kept.code;
  }

  /** @returns {boolean} whether a seat was asked for, and nobody knows yet what came of it */
  get waits() {
    return this.#kept.key !== undefined;
  }

  /** @param {string | null} code that a link brought; without one, what this tab knew before a reload holds */
  begin(code) {
    if (code === null) this.#kept = keptIn(this.storage.getItem(KEY + this.table));
    else this.#keep({ code });
  }

  /** Ask again for what was asked for before a reload, where the browser does not sit there yet. */
  resume() {
    if (this.waits) this.#ask();
  }

  /** @param {TableScene} scene in which the browser sits already, or in which an invitation is of no use any more */
  see({ seat, status }) {
    if (seat !== null && this.waits) this.#kept = { code: null };
    if (!this.waits && (seat !== null || status !== "open")) this.storage.removeItem(KEY + this.table);
  }

  /** @param {string} name */
  sit(name) {
    if (this.waits) return;
    this.problem = "";
    this.#keep({ code: this.code, name, key: newKey() });
    this.#ask();
    this.around.changed();
  }

  async #ask() {
    const kept = this.#kept;
    try {
      this.#token ??= await this.#taken(kept);
      await enter(this.table, this.#token);
      await this.around.seated();
      this.#kept = { code: null };
      this.problem = "";
    } catch (error) {
      this.problem = told(error);
      if (isUndecided(error)) setTimeout(() => this.resume(), PAUSE);
      else {
        this.#token = null;
        this.#keep({ code: kept.code });
      }
    }
    this.around.changed();
  }

  /**
   * @param {Kept} kept
   * @returns {Promise<string>} the token of the seat
   */
  async #taken({ code, name, key }) {
    const body = { name, ...(code === null ? {} : { join_code: code }) };
    return (await ask(`${this.address}/seats`, { body, key, language: language() })).body.token;
  }

  /** @param {Kept} kept */
  #keep(kept) {
    this.#kept = kept;
    this.storage.setItem(KEY + this.table, JSON.stringify(kept));
  }
}

/**
 * @param {string | null} text
 * @returns {Kept} nothing of what is not ours
 */
function keptIn(text) {
  try {
    const { code = null, name, key } = JSON.parse(text ?? "{}");
    const isText = (/** @type {unknown} */ one) => typeof one === "string";
    return { code: isText(code) ? code : null, ...(isText(name) && isText(key) ? { name, key } : {}) };
  } catch {
    return { code: null };
  }
}
