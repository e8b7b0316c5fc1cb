/** Deep links: `#41.3/seat:1` is the table after fact 3 of entry 41 as seat 1 saw it; either part may be missing. */

const LINK = /^#?(?:(\d{1,9}(?:\.\d{1,9})?))?(?:\/([a-z]+(?::\d{1,2})?(?:,seat:\d{1,2})*))?$/;

/**
 * @typedef {object} Linked
 * @property {string | null} address
 * @property {string | null} viewer
 */

/**
 * @param {string} fragment
 * @returns {Linked} what a link names; of what is no link, nothing
 */
export function linked(fragment) {
  let text = fragment;
  try {
    text = decodeURIComponent(fragment);
  } catch {
    return { address: null, viewer: null }; // half an escape
  }
  const found = LINK.exec(text);
  return { address: found?.[1] ?? null, viewer: found?.[2] ?? null };
}

/**
 * @param {string} fragment
 * @returns {boolean} whether something is written there that names nothing
 */
export function isNoLink(fragment) {
  const { address, viewer } = linked(fragment);
  return !/^#?$/.test(fragment) && address === null && viewer === null;
}

/**
 * @param {string} address
 * @param {string} viewer
 * @returns {string} the fragment that leads there
 */
export function link(address, viewer) {
  return `#${address}/${viewer}`;
}

/**
 * @param {string} typed what somebody wrote to jump: `41`, `41.3`, `turn 5`
 * @param {number[]} turns entries at which turns begin
 * @returns {string | null} an address
 */
export function typedPlace(typed, turns) {
  const text = typed.normalize("NFKC").trim().toLowerCase(); // Japanese keyboards write wide digits
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return text;
  const turn = /^(?:turn|t|手番)\s*(\d{1,6})$/.exec(text);
  const entry = turn === null ? undefined : turns[Number(turn[1]) - 1];
  return entry === undefined ? null : `${entry}`;
}
