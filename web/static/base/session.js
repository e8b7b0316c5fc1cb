/**
 * A seat's token: it travels in the fragment of a link, which no server sees, is wiped from the address at once, and
 * lives in a cookie of this table that no script can read.
 */

import { ask } from "./api.js";
import { show, standsAt } from "./standing.js";

/** @typedef {import("./api.js").Answer} Answer */

/**
 * Take a secret out of the address: `#seat=…` or `#join=…`. What stays is neither in the history nor in a bookmark.
 *
 * @param {string} name
 * @param {Pick<Location, "hash" | "pathname" | "search">} [place]
 * @param {Pick<History, "replaceState" | "state">} [history]
 * @returns {string | null}
 */
export function taken(name, place = globalThis.location, history = globalThis.history) {
  const told = new URLSearchParams(place.hash.slice(1));
  const secret = told.get(name);
  if (secret === null) return null;
  told.delete(name);
  const rest = told.size > 0 ? `#${told}` : "";
  history.replaceState(history.state, "", `${place.pathname}${place.search}${rest}`);
  return secret;
}

/**
 * Load the page anew when a link with a secret is opened on the very page that it is for: a browser only changes the
 * fragment then.
 *
 * @param {string[]} names of secrets
 */
export function reloadFor(...names) {
  addEventListener("hashchange", () => {
    const told = new URLSearchParams(location.hash.slice(1));
    if (names.some((name) => told.has(name))) location.reload();
  });
}

/**
 * @param {string} hash
 * @returns {boolean} whether a link says as whom to come: opened on the page of that very table, it changes this alone
 */
export function brings(hash) {
  const told = new URLSearchParams(hash.slice(1));
  return ["seat", "join", "watch"].some((name) => told.has(name));
}

/**
 * Put a token into the cookie of its table; raises `Problem` and `Lost`.
 *
 * @param {string} table
 * @param {string} token
 * @returns {Promise<Answer>} whose body says which seat it is
 */
export async function enter(table, token) {
  const answer = await ask(`/api/v1/tables/${encodeURIComponent(table)}/session`, { body: {}, token });
  if (standsAt(table)) show(answer.body.seat);
  return answer;
}

/**
 * Take the cookie away; the token stays good.
 *
 * @param {string} table
 * @returns {Promise<Answer>}
 */
export function leave(table) {
  return ask(`/api/v1/tables/${encodeURIComponent(table)}/session`, { method: "DELETE" });
}
