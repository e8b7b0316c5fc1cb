/**
 * Notes on a record, in the format of docs/replay.md: those that a packed file brings, and one's own, which stay in this
 * browser until they are saved as a file beside the record (`FILE.notes.ndjson`). Such a file is read as well.
 */

import { parse } from "../frames/address.js";

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
 * @property {boolean} [removed] nothing else is left of it, so that an older file does not bring it back
 */

/** @typedef {{table: string, opening: string}} Whose a table, and the hash of its first entry, which no other one has */

export const GLYPHS = ["!", "!!", "!?", "?", "?!", "??"];
export const LONGEST = 4000; // characters, as the schema says
export const MOST = 10_000; // notes of a file
const FORMAT = "matchledger-notes/1";

/** A file that holds no notes on this record. */
export class NotesError extends Error {
  /** @override */ name = "NotesError";
}

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
  return notes.filter((note) => parse(note.address).n === n && readable(note, viewer));
}

/**
 * @param {Note} one
 * @param {Note} other
 * @returns {number} by their places, then as they were written
 */
export function inOrder(one, other) {
  const [here, there] = [parse(one.address), parse(other.address)];
  return here.n - there.n || (here.fact ?? -1) - (there.fact ?? -1) || Number(one.written > other.written) * 2 - 1;
}

/** One's own notes on one table, kept in this browser. */
export class OwnNotes {
  /**
   * @param {string} table
   * @param {import("./browser.js").Kept} storage
   */
  constructor(table, storage) {
    /** whether what is written outlives the page */
    this.isKept = storage.isFleeting !== true;
    this.key = `matchledger notes ${table}`;
    this.storage = storage;
    /** @type {Note[]} with those that were removed */
    this.all = read(storage, this.key);
  }

  /** @returns {Note[]} */
  get notes() {
    return this.all.filter((note) => !note.removed);
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
    const note = { id, address, hash, written, changed: written, text: text.slice(0, LONGEST), glyph };
    this.#keep([...this.all, note]);
  }

  /**
   * Say a note otherwise; it stays where it is.
   *
   * @param {string} id
   * @param {string} text
   * @param {string | null} glyph
   * @param {Date} now
   */
  change(id, text, glyph, now) {
    const said = { text: text.slice(0, LONGEST), glyph, changed: now.toISOString() };
    this.#keep(this.all.map((note) => (note.id === id ? { ...note, ...said } : note)));
  }

  /**
   * @param {string} id
   * @param {Date} now
   */
  remove(id, now) {
    const notes = this.all.map((note) => {
      const { address, hash, written } = note;
      return note.id === id ? { id, address, hash, written, changed: now.toISOString(), removed: true } : note;
    });
    this.#keep(notes);
  }

  /**
   * Take the notes of a file; of one that is here too the form that was changed last stays.
   *
   * @param {Note[]} notes
   */
  take(notes) {
    this.#keep(merged(this.all, notes).sort(inOrder));
  }

  /** Take what another tab has written meanwhile. */
  reread() {
    this.all = merged(this.all, read(this.storage, this.key));
  }

  /**
   * Write notes down beside those that another tab has written meanwhile.
   *
   * @param {Note[]} notes
   */
  #keep(notes) {
    this.all = notes;
    this.reread();
    try {
      this.storage.setItem(this.key, JSON.stringify(this.all));
      this.isKept = this.storage.isFleeting !== true;
    } catch {
      this.isKept = false; // full or forbidden: the notes live as long as the page, and can be saved as a file
    }
  }
}

/**
 * @param {Note[]} notes
 * @param {Note[]} others
 * @returns {Note[]} all of them; of one that is in both the form that was changed last
 */
function merged(notes, others) {
  const found = new Map(notes.map((note) => [note.id, note]));
  for (const note of others) if ((found.get(note.id)?.changed ?? "") < note.changed) found.set(note.id, note);
  return [...found.values()];
}

/**
 * @param {Pick<Storage, "getItem">} storage
 * @param {string} key
 * @returns {Note[]}
 */
function read(storage, key) {
  try {
    const found = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isNote) : [];
  } catch {
    return []; // nothing that we wrote
  }
}

/**
 * @param {Whose} whose
 * @param {Note[]} notes
 * @returns {string} a file of notes as `replay note` reads it
 */
export function written(whose, notes) {
  const lines = [{ format: FORMAT, ...whose }, ...notes];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/**
 * Read a file of notes; throws NotesError for what is none, and for notes on another record.
 *
 * @param {string} text
 * @param {Whose} whose
 * @returns {Note[]}
 */
export function readNotes(text, whose) {
  const [header, ...notes] = text
    .split("\n")
    .filter((line) => line !== "")
    .map(parsed);
  if (header?.format !== FORMAT || notes.length > MOST) throw new NotesError("no file of notes");
  if (header.table !== whose.table || header.opening !== whose.opening) throw new NotesError("of another record");
  if (!notes.every(isNote)) throw new NotesError("no file of notes");
  return notes;
}

/**
 * @param {string} line
 * @returns {any} nothing of what is no JSON
 */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * @param {any} found
 * @returns {found is Note} what the schema asks of a note, as far as a page relies on it
 */
function isNote(found) {
  const {
    id,
    address,
    hash,
    written,
    changed,
    text = "",
    author = "",
    glyph = null,
    visibility = "open",
  } = found ?? {};
  const texts = [id, address, hash, written, changed, text, author, visibility];
  return (
    texts.every((one) => typeof one === "string") &&
    /^[0-9a-f]{12}$/.test(id) &&
    /^[1-9]\d{0,8}(\.\d{1,9})?$/.test(address) &&
    text.length <= LONGEST &&
    (glyph === null || GLYPHS.includes(glyph))
  );
}
