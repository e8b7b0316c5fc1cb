/** What a reader does with notes: keeps one, saves all as a file, reads such a file; and what is said of it. */

import { Lost, Problem } from "../base/api.js";
import { told } from "../base/telling.js";
import { say } from "../base/words.js";
import { save } from "./browser.js";
import { NotesError, readNotes, written } from "./notes.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {{text: string, glyph: string | null}} Worded */

const LARGEST = 2 ** 27; // bytes of a file: ten thousand of the longest notes, and room

/**
 * Keep what is written: of the note that is being changed, else a new one.
 *
 * @param {Review} review
 * @param {Worded} note
 * @param {string | null} id
 * @returns {Promise<boolean>} whether it is kept: nobody gave the hash of its entry otherwise
 */
export function keepNote(review, { text, glyph }, id) {
  const { frame, source } = review.stepper;
  return attempted(review, async () => {
    if (id !== null) review.own.change(id, text, glyph, new Date());
    else review.own.add(frame.address, await source.hash(frame.n), text, glyph, new Date());
    review.changing = null;
  });
}

/** @param {Review} review */
export function saveNotes(review) {
  return attempted(review, async () => {
    const text = written(await whose(review), review.own.all);
    save(`${review.stepper.header.table}.notes.ndjson`, new Blob([text], { type: "application/x-ndjson" }));
  });
}

/**
 * @param {Review} review
 * @param {File} file
 */
export function takeNotes(review, file) {
  return attempted(review, async () => {
    try {
      const notes = readNotes(await text(file), await whose(review));
      review.own.take(notes);
      review.notesSaid = say("{n} notes were read.", { n: notes.filter((note) => !note.removed).length });
    } catch (error) {
      if (!(error instanceof NotesError)) throw error;
      review.notesSaid = say("{file} holds no notes on this record.", { file: file.name });
    }
  });
}

/**
 * @param {File} file
 * @returns {Promise<string>}
 */
async function text(file) {
  if (file.size > LARGEST) throw new NotesError("larger than any file of notes");
  try {
    return await file.text();
  } catch (error) {
    throw new NotesError("it cannot be read", { cause: error }); // it is gone, or changed meanwhile
  }
}

/** @param {Review} review */
async function whose({ stepper: { header, source } }) {
  return { table: header.table, opening: await source.hash(1) };
}

/**
 * @param {Review} review
 * @param {() => Promise<void>} act
 * @returns {Promise<boolean>} whether the service gave what was needed; otherwise it is said
 */
async function attempted(review, act) {
  review.notesSaid = "";
  let isDone = true;
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Lost)) throw error;
    review.notesSaid = told(error);
    isDone = false;
  }
  review.draw();
  return isDone;
}
