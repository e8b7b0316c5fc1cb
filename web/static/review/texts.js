/** What was written about the cases of a table, as far as whoever asks may read it: notes on the entries that hold it. */

import { say } from "../base/words.js";

/** @typedef {import("./notes.js").Note} Note */

/**
 * @typedef {object} Case as `GET …/cases` of a table has it
 * @property {{n?: number, text?: string | null, sealed_text?: string | null}[]} history hashes of texts
 * @property {{hash: string, at: string, by: string, readers: string, text: string}[]} texts
 */

/**
 * @param {Case[]} cases
 * @param {string[]} seats names
 * @param {boolean} over whether everybody reads what players wrote
 * @returns {Note[]} of texts that an entry holds; while the game goes on, those of a seat for its own eyes
 */
export function textsOf(cases, seats, over) {
  return cases.flatMap(({ history, texts }) =>
    texts.flatMap(({ hash, at, by, readers, text }) => {
      const entry = history.find((one) => one.text === hash || one.sealed_text === hash);
      if (entry?.n === undefined) return []; // a note of the desk, or a call that lies beside the record
      const seat = by.startsWith("seat:") ? by : "all";
      const visibility = over || readers === "public" ? "open" : seat;
      const author = seat === by ? (seats[Number(by.slice(5))] ?? by) : say("The desk");
      return [{ id: hash, address: `${entry.n}`, hash: "", author, written: at, changed: at, text, visibility }];
    }),
  );
}
