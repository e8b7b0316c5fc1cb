/** What the desk asks the service: with the key in its own cookie, which has to be meant, and never with a table's token. */

import { ask } from "../base/api.js";
import { browser, Stream } from "../base/stream.js";
import { language } from "../base/words.js";

/** @typedef {import("../base/api.js").Answer} Answer */
/** @typedef {import("../base/api.js").Asking} Asking */

const API = "/api/v1";

/**
 * @typedef {{caller: string, name: string}} Officer
 *
 * @typedef {object} Listed a case in the list
 * @property {string} case
 * @property {string} table
 * @property {string} state
 * @property {string} since
 * @property {string} about
 * @property {string} moment
 * @property {string} opened_by
 * @property {string} filed_at
 * @property {string | null} claimed_by
 * @property {string | null} due
 * @property {boolean} overdue
 * @property {boolean} stops_play
 * @property {boolean} quiet
 *
 * @typedef {{by: string, at: string, readers: string, text: string, hash: string}} Said
 * @typedef {Omit<Listed, "since" | "due" | "overdue"> & {decided_by: string | null, finding: string | null,
 *   measures: string[], appeal_until: string | null, final: boolean, accepted: number[], waits_until: string | null, n: number, texts: Said[],
 *   penalties: {seat: number, penalty: string, points: number | null}[],
 *   penalties_of: {seat: number, table: string, case: string, penalty: string, points: number | null}[],
 *   history: {kind: string, by: string, at: number, n?: number, [member: string]: any}[]}} Case
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {string} game
 * @property {string} status
 * @property {string | null} label
 * @property {{causes: {cause: string}[]} | null} paused
 * @property {{move_ms: number | null, bank_ms: number | null} | null} clock
 * @property {number} appeal_ms
 * @property {{seat: number, name: string | null, bot: string | null}[]} seats
 */

/**
 * @param {string} path below the API
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export function askDesk(path, asking = {}) {
  return ask(`${API}${path}`, { ...asking, language: language(), session: "desk" });
}

/**
 * Put a key into the cookie of the desk; raises `Problem` and `Lost`.
 *
 * @param {string} key
 * @param {AbortSignal} [signal]
 * @returns {Promise<Officer>}
 */
export async function enterDesk(key, signal) {
  return (await askDesk("/desk/session", { body: {}, token: key, signal })).body;
}

/** Take the cookie away; the key stays good. */
export async function leaveDesk() {
  await askDesk("/desk/session", { method: "DELETE" });
}

/**
 * Hear whenever the list of cases has changed.
 *
 * @param {import("../base/stream.js").Hearing} hearing
 * @returns {{close: () => void}}
 */
export function followCases(hearing) {
  const world = browser();
  /** @type {typeof fetch} */
  const meant = (address, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("Matchledger-Session", "desk");
    return world.fetch(address, { ...init, headers });
  };
  return new Stream(`${API}/cases/stream`, "", hearing, { ...world, fetch: meant });
}

/** @param {string} name @returns {string} as it stands in an address */
export function segment(name) {
  return encodeURIComponent(name);
}
