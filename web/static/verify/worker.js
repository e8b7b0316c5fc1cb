/** Reads and checks a record beside the page, which stays alive however long it is. */

import { linesFrom, SHOWN, starts } from "./lines.js";
import { isRecord, RECORD_BYTES, report } from "./record.js";
import { held } from "./unpacked.js";

/**
 * @typedef {{file: File} | {first: number} | {whole: number}} Asked a file to check, a page of lines, one whole line
 *
 * @typedef {object} Checked
 * @property {string} name
 * @property {number} size of the file, or of what is packed in it
 * @property {import("./unpacked.js").Form} form what it is in place of a record
 * @property {import("./record.js").Report | null} report nothing of what is no record
 * @property {any} header
 * @property {number} lines
 * @property {"" | "mark" | "breaks"} edited what an editor or a mail program left in it: a byte order mark, other line breaks
 *
 * @typedef {{checked: Checked} | {share: number} | {lines: import("./lines.js").Line[]} | {line: import("./lines.js").Line}
 *   | {unread: string}} Told
 */

let bytes = new Uint8Array();
let places = new Float64Array(1);

/** @param {Told} told */
const tell = (told) => postMessage(told);

/** @param {File} file */
async function check(file) {
  bytes = new Uint8Array();
  places = new Float64Array(1);
  const { bytes: read, form } = await held(file, RECORD_BYTES);
  if (read === null) {
    tell({ checked: { ...nothing(file), size: RECORD_BYTES + 1, form } });
    return;
  }
  bytes = read;
  const found = isRecord(bytes) ? report(bytes, (share) => tell({ share })) : null;
  places = found === null ? places : starts(bytes);
  const { name } = file;
  const size = bytes.length;
  tell({ checked: { name, size, form, report: found, header: header(), lines: places.length - 1, edited: edited() } });
}

/** @returns {Checked["edited"]} */
function edited() {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "mark";
  return bytes[places[1] - 2] === 0x0d ? "breaks" : "";
}

/**
 * @param {File} file
 * @returns {Checked} what is said of a file that is no record
 */
function nothing(file) {
  return { name: file.name, size: file.size, form: "", report: null, header: null, lines: 0, edited: "" };
}

/** @returns {any} the header in the first line, or the entry that opens a tournament, if it can be read */
function header() {
  try {
    const { header, entry } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, places[1])));
    return header ?? (typeof entry?.tournament === "string" ? entry : null);
  } catch {
    return null;
  }
}

addEventListener("message", async (event) => {
  const asked = /** @type {Asked} */ (event.data);
  try {
    if ("file" in asked) await check(asked.file);
    else if ("first" in asked) tell({ lines: linesFrom(bytes, places, asked.first, SHOWN) });
    else for (const line of linesFrom(bytes, places, asked.whole, 1, Number.POSITIVE_INFINITY)) tell({ line });
  } catch (error) {
    // JSON that lies in itself deeper than anything reads it: what no program can read is no record
    if ("file" in asked && error instanceof RangeError) tell({ checked: nothing(asked.file) });
    else tell({ unread: String(error) });
  }
});
