/** What happened around a moment of a case, and the boards as each seat saw them. A look is written down by the service. */

import { open } from "../frames/frames.js";
import { askDesk, segment } from "./service.js";

/** @typedef {import("../frames/frames.js").Frame} Frame */
/** @typedef {import("../frames/frames.js").Frames} Frames */
/** @typedef {import("../frames/frames.js").Sentence} Sentence */

/**
 * @typedef {object} Seen a moment through somebody's eyes
 * @property {string} viewer
 * @property {Frame} frame
 * @property {(Sentence & {takenBack: boolean})[]} told what this viewer was told around it
 */

const AROUND = 5; // entries before the moment, and as many from it on

/**
 * Load what somebody saw at a moment: no more chunks than lead there.
 *
 * @param {string} table
 * @param {string} viewer
 * @param {string} moment `41` or `41.3`
 * @param {string | null} looksFor the case for which hidden values are looked at
 * @returns {Promise<Seen>}
 */
export async function seenAt(table, viewer, moment, looksFor) {
  const address = `/tables/${segment(table)}/frames`;
  const asked = new URLSearchParams({ viewer, ...(looksFor === null ? {} : { case: looksFor }) });
  const header = (await askDesk(`${address}?${asked}`)).body;
  const frames = open(header, async (number) => (await askDesk(`${address}/${number}?${asked}`, LONG)).body);
  return readAt(frames, viewer, moment);
}

const LONG = { seconds: 60 }; // a long table is followed from its first entry

/**
 * @param {Frames} frames
 * @param {string} viewer
 * @param {string} moment
 * @returns {Promise<Seen>}
 */
export async function readAt(frames, viewer, moment) {
  const last = frames.header.n;
  const n = Math.min(Number(moment.split(".")[0]), last);
  await frames.load(Math.min(last, n + AROUND));
  const frame = await frames.at(Number(moment.split(".")[0]) > last ? last : moment, viewer);
  const around = frames.known(Math.max(1, n - AROUND), Math.min(last, n + AROUND), viewer);
  const told = around.flatMap((one) => one.sentences.map((said) => ({ ...said, takenBack: one.takenBack })));
  return { viewer, frame, told };
}

/**
 * @param {string} moment
 * @param {number} n the last entry
 * @returns {number} where one would go back to at first: to before what the case is about
 */
export function goalOf(moment, n) {
  return Math.max(1, Math.min(n, Number(moment.split(".")[0]) - 1));
}
