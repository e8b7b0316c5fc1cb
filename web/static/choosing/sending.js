/**
 * Actions that are sent once, whatever becomes of the answer, the connection or the page.
 *
 * An action is stored with its idempotency key before it is sent, and forgotten when the service has said what became
 * of it. Where no answer came it is asked again with the same key, also after a reload: the service carries out one key
 * once. The storage is a tab's own (`sessionStorage`): two tabs never send each other's actions.
 */

import { UNDECIDED } from "../base/api.js";

/** @import {Request} from "./machine.js" */

const PREFIX = "matchledger/action/";
const OURS = "application/problem+json"; // what the service says no with; a proxy in between tells nothing of the action

/**
 * @typedef {{getItem(key: string): string | null, setItem(key: string, value: string): void, removeItem(key: string): void}} Storage
 * @typedef {{status: number, json(): Promise<unknown>, headers: {get(name: string): string | null}}} Answer
 * @typedef {(address: string, init: {method: string, headers: Record<string, string>, body: string}) => Promise<Answer>} Fetch
 *
 * @typedef {{type: "answered", key: string, answer: unknown}
 *   | {type: "refused", key: string, status: number, problem: unknown}
 *   | {type: "lost", key: string, seconds: number}} Outcome what became of it; `lost` may be asked again after a while
 */

/**
 * @param {string} table
 * @param {{storage: Storage, fetch: Fetch, headers?: () => Record<string, string>, api?: string}} parts
 * @returns {Sender}
 */
export function senderFor(table, { storage, fetch, headers = () => ({}), api = "/api/v1" }) {
  return new Sender(table, storage, fetch, headers, api);
}

export class Sender {
  /**
   * @param {string} table
   * @param {Storage} storage
   * @param {Fetch} fetch
   * @param {() => Record<string, string>} headers
   * @param {string} api
   */
  constructor(table, storage, fetch, headers, api) {
    this.table = table;
    this.storage = storage;
    this.fetch = fetch;
    this.headers = headers;
    this.api = api;
  }

  /**
   * @param {number | null} seat that would ask again: what another seat did here is never sent for this one
   * @returns {Request | null} the action of which nobody knows what became, from before a reload
   */
  pending(seat) {
    const found = this.#stored();
    return found !== null && (found.seat ?? null) === seat ? found : null;
  }

  /** @returns {Request | null} */
  #stored() {
    const text = this.storage.getItem(PREFIX + this.table);
    if (text === null) return null;
    try {
      const found = JSON.parse(text);
      if (isRequest(found)) return found;
    } catch {
      // not ours: see below
    }
    this.storage.removeItem(PREFIX + this.table);
    return null;
  }

  /**
   * Send an action, or send it again: the same request both times.
   *
   * @param {Request} request
   * @returns {Promise<Outcome>}
   */
  async send(request) {
    this.storage.setItem(PREFIX + this.table, JSON.stringify(request));
    let answer;
    try {
      answer = await this.fetch(`${this.api}/tables/${this.table}/actions`, this.#sent(request));
    } catch {
      return { type: "lost", key: request.key, seconds: 1 };
    }
    if (UNDECIDED.has(answer.status) || !isOurs(answer)) {
      return { type: "lost", key: request.key, seconds: secondsOf(answer.headers.get("Retry-After")) };
    }
    let said;
    try {
      said = await answer.json();
    } catch {
      // The answer broke off: what became of it is known only when it is asked again.
      return { type: "lost", key: request.key, seconds: 1 };
    }
    this.#forget(request);
    if (answer.status === 200) return { type: "answered", key: request.key, answer: said };
    return { type: "refused", key: request.key, status: answer.status, problem: said };
  }

  /** @param {Request} request forgotten only if it is still the one that is stored */
  #forget(request) {
    if (this.#stored()?.key === request.key) this.storage.removeItem(PREFIX + this.table);
  }

  /** @param {Request} request */
  #sent({ key, command, decision, n }) {
    /** @type {Record<string, string>} */
    const headers = { ...this.headers(), "Content-Type": "application/json", "Idempotency-Key": key };
    if (decision !== null) headers["If-Match"] = decision;
    return { method: "POST", headers, body: JSON.stringify({ command, seen: n }) };
  }
}

/**
 * @param {unknown} found
 * @returns {found is Request}
 */
function isRequest(found) {
  if (found === null || typeof found !== "object") return false;
  const { key, command, decision, n } = /** @type {Record<string, unknown>} */ (found);
  const decided = decision === null || typeof decision === "string";
  return typeof key === "string" && typeof n === "number" && decided && command !== null && typeof command === "object";
}

/**
 * @param {Answer} answer
 * @returns {boolean} whether the service itself gave it
 */
function isOurs({ status, headers }) {
  return status === 200 || Boolean(headers.get("Content-Type")?.startsWith(OURS));
}

/**
 * @param {string | null} retryAfter
 * @returns {number} seconds, at least one
 */
function secondsOf(retryAfter) {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 1 ? seconds : 1;
}
