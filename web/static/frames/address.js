// @ts-check
// Addresses in a record: "41" after an entry, "41.3" after one of its facts, counted from 0.

/**
 * @typedef {{n: number, fact: number | null}} Address
 * @typedef {number | string | Address} Place
 */

const WRITTEN = /^(\d{1,9})(?:\.(\d{1,9}))?$/;

/**
 * Read an address; throws RangeError for what is none.
 * @param {Place} place
 * @returns {Address}
 */
export function parse(place) {
  if (typeof place === "object") return place;
  const found = WRITTEN.exec(String(place));
  if (!found) throw new RangeError(`${place} is no address`);
  return { n: Number(found[1]), fact: found[2] === undefined ? null : Number(found[2]) };
}

/**
 * Return the nearest of some entries, which are in order, after a place or before it.
 * @param {number[]} entries
 * @param {Address} here
 * @param {number} way
 * @returns {string | null}
 */
export function beside(entries, { n, fact }, way) {
  const after = (/** @type {number} */ one) => (fact === null ? one > n : one >= n);
  const found = way > 0 ? entries.find(after) : entries.findLast((one) => one < n);
  return found === undefined ? null : String(found);
}
