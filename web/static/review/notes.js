/**
 * Notes on a record, in the format of docs/replay.md: those that a packed file brings, and one's own, which stay in this
 * browser until they are saved as a file beside the record (`FILE.notes.ndjson`).
 */

/**
 * @typedef {object} Note
 * @property {string} id
 * @property {string} address
 * @property {string} hash of the entry
 * @property {string} [author]
 * @property {string} written
 * @property {string} changed
 * @property {string} [text]
 * @property {string | null} [glyph]
 * @property {string | null} [tag]
 * @property {string} [visibility]
 * @property {string | null} [reply_to]
 * @property {boolean} [removed]
 */

export const GLYPHS = ["!", "!!", "!?", "?", "?!", "??"];
export const LONGEST = 4000; // characters, as the schema says

/**
 * @param {Note} note
 * @param {string} viewer
 * @returns {boolean} whether somebody who sees what this viewer sees may read a note
 */
export function readable({ visibility = "open", removed = false }, viewer) {
  if (removed) return false;
  if (visibility === "open" || viewer === "all" || visibility === viewer) return true;
  const seats = (/** @type {string} */ text) => text.split(",").filter((seat) => seat.startsWith("seat:"));
  const wanted = seats(visibility);
  return wanted.length > 0 && wanted.every((seat) => seats(viewer).includes(seat));
}

/**
 * @param {Note[]} notes
 * @param {number} n
 * @param {string} viewer
 * @returns {Note[]} those on an entry or its facts
 */
export function notesOn(notes, n, viewer) {
  return notes.filter((note) => Number(note.address.split(".")[0]) === n && readable(note, viewer));
}

/** One's own notes on one table, kept in this browser. */
export class OwnNotes {
  /**
   * @param {string} table
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   */
  constructor(table, storage) {
    this.key = `matchledger notes ${table}`;
    this.storage = storage;
    /** @type {Note[]} */
    this.notes = read(storage, this.key);
  }

  /**
   * @param {string} address
   * @param {string} hash
   * @param {string} text
   * @param {string | null} glyph
   * @param {Date} now
   */
  add(address, hash, text, glyph, now) {
    const written = now.toISOString();
    const id = [...crypto.getRandomValues(new Uint8Array(6))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    this.notes = [...this.notes, { id, address, hash, written, changed: written, text: text.slice(0, LONGEST), glyph }];
    this.#keep();
  }

  /** @param {string} id */
  remove(id) {
    this.notes = this.notes.filter((note) => note.id !== id);
    this.#keep();
  }

  #keep() {
    try {
      this.storage.setItem(this.key, JSON.stringify(this.notes));
    } catch {
      // a full or forbidden storage: the notes live as long as the page, and can be saved as a file
    }
  }
}

/**
 * @param {Pick<Storage, "getItem">} storage
 * @param {string} key
 * @returns {Note[]}
 */
function read(storage, key) {
  try {
    const found = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // nothing that we wrote
  }
}

/**
 * @param {string} table
 * @param {string} opening the hash of entry 1
 * @param {Note[]} notes
 * @returns {string} a file of notes as `replay note` reads it
 */
export function written(table, opening, notes) {
  const lines = [{ format: "matchledger-notes/1", table, opening }, ...notes];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
