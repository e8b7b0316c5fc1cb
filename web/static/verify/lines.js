/** The lines of a file as they stand, found by their numbers: a record of 100,000 entries is shown a page at a time. */

const FEED = 10;
export const SHOWN = 50; // lines of a page
export const LETTERS = 4000; // of a line that are shown before the reader asks for all of them

/** @typedef {{number: number, text: string, more: number}} Line how many letters more it has */

/**
 * @param {Uint8Array} bytes
 * @returns {Float64Array<ArrayBuffer>} where each line begins, and at last where the file ends
 */
export function starts(bytes) {
  let found = 0;
  for (let at = bytes.indexOf(FEED); at >= 0; at = bytes.indexOf(FEED, at + 1)) found += 1;
  if (bytes.length > 0 && bytes[bytes.length - 1] !== FEED) found += 1;
  const places = new Float64Array(found + 1);
  for (let line = 1; line < found; line += 1) {
    places[line] = bytes.indexOf(FEED, /** @type {number} */ (places[line - 1])) + 1;
  }
  places[found] = bytes.length;
  return places;
}

/**
 * @param {Uint8Array} bytes
 * @param {Float64Array} places
 * @param {number} first the number of a line, from 1
 * @param {number} many
 * @param {number} [letters]
 * @returns {Line[]}
 */
export function linesFrom(bytes, places, first, many, letters = LETTERS) {
  const last = Math.min(first + many, places.length);
  return Array.from({ length: Math.max(0, last - first) }, (_, i) => line(bytes, places, first + i, letters));
}

/**
 * @param {Uint8Array} bytes
 * @param {Float64Array} places
 * @param {number} number
 * @param {number} letters
 * @returns {Line} what is no UTF-8 in it is shown as U+FFFD
 */
function line(bytes, places, number, letters) {
  const [start, end] = [places[number - 1] ?? 0, places[number] ?? bytes.length];
  const text = new TextDecoder().decode(bytes.subarray(start, end)).replace(/\n$/, "");
  return { number, text: text.slice(0, letters), more: Math.max(0, text.length - letters) };
}

/**
 * @param {string} text
 * @returns {{kind: string, n: number | null, at: number | null, by: string}} what a line is, as far as it can be read
 */
export function about(text) {
  const kind = /^\{"(header|entry|data|checkpoint|note)"/.exec(text)?.[1] ?? "";
  if (kind !== "entry") return { kind, n: null, at: null, by: "" };
  const read = parsed(text);
  return {
    kind: string(read?.kind) || kind,
    n: Number.isSafeInteger(read?.n) ? read.n : null,
    at: Number.isSafeInteger(read?.at) ? read.at : null,
    by: string(read?.by),
  };
}

/**
 * @param {string} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text).entry;
  } catch {
    return null;
  }
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function string(value) {
  return typeof value === "string" ? value : "";
}
