/**
 * For which seat this page asks. All tabs of a browser share a table's cookie, and the last link that was opened decides
 * whose it is: so each request says which seat the page shows, and the service refuses to answer as another.
 *
 * The seat is remembered for the tab, not its token: after a reload the page still knows whose hand it showed.
 */

import { visit } from "./visit.js";

const HEADER = "Matchledger-Seat";
const KEY = "matchledger/seat/";
export const OTHER = "other_seat"; // the service's code

/** @type {string | null} */ let table = null;
/** @type {number | null} */ let seat = null;
let watches = false;
/** @type {(problem: any) => void} */ let heard = () => {};

/**
 * Begin at a table, with the seat that this tab showed before.
 *
 * @param {string} at
 * @param {boolean} onlyWatches without what the cookie holds
 * @param {(problem: any) => void} other hears that the browser sits elsewhere, or nowhere
 */
export function standAt(at, onlyWatches, other) {
  table = at;
  watches = onlyWatches;
  heard = other;
  const known = watches ? null : visit().getItem(KEY + table);
  seat = known === null || !/^\d+$/.test(known) ? null : Number(known);
}

/**
 * @param {string} at
 * @returns {boolean} whether this page shows that table
 */
export function standsAt(at) {
  return at === table;
}

/** @param {number | null} shown the seat that the page shows from now on; nothing for whoever watches */
export function show(shown) {
  if (watches || shown === seat) return;
  seat = shown;
  if (shown === null) visit().removeItem(KEY + table);
  else visit().setItem(KEY + table, `${shown}`);
}

/** @returns {boolean} whether the page leaves alone what the cookie holds */
export function onlyWatches() {
  return watches;
}

/** @returns {Record<string, string>} what says for which seat a request is */
export function seatHeader() {
  return seat === null ? {} : { [HEADER]: `${seat}` };
}

/** @returns {RequestCredentials} whether the cookie goes with a request */
export function cookies() {
  return watches ? "omit" : "same-origin";
}

/**
 * @param {any} problem what the service answered; that the browser sits elsewhere is told to whoever listens
 */
export function noteProblem(problem) {
  if (problem?.code === OTHER) heard(problem);
}
