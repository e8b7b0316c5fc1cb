/** Links to tables. What opens a seat stands behind `#`, which is sent to no server. */

/**
 * @param {string} table
 * @param {string} token of my seat
 * @param {{guide?: boolean}} [more] `guide` asks the table to show how to play
 * @returns {string}
 */
export function seatLink(table, token, { guide = false } = {}) {
  return `${tableLink(table)}#seat=${encodeURIComponent(token)}${guide ? "&guide=1" : ""}`;
}

/**
 * @param {string} table
 * @param {string} code
 * @returns {string}
 */
export function joinLink(table, code) {
  return `${tableLink(table)}#join=${encodeURIComponent(code)}`;
}

/**
 * @param {string} table
 * @returns {string}
 */
export function tableLink(table) {
  return `/t/${encodeURIComponent(table)}`;
}

/**
 * Read what somebody was sent: a link, an address of the API, or the id of a table.
 *
 * @param {string} text
 * @returns {{table: string, code: string, token: string} | null} nothing for what names no table
 */
export function readLink(text) {
  const [path = "", hash = ""] = text.trim().split("#");
  const table = /(?:^|\/t\/|\/tables\/)([A-Za-z0-9_-]{1,64})(?:\/(?:review\/?)?)?(?:\?.*)?$/.exec(path)?.[1];
  if (table === undefined) return null;
  const said = new URLSearchParams(hash);
  return { table, code: said.get("join") ?? "", token: said.get("seat") ?? "" };
}
