/** What the timeline of a review tells, and what it keeps back from a reader who does not want to know. */

/** @typedef {import("./stepper.js").Stepper} Stepper */

/**
 * @param {Stepper} stepper
 * @param {number[]} notes entries
 * @returns {Omit<import("../board/timeline.js").Line, "width" | "compared">} what the timeline tells: of what was not seen yet
 *   nothing, if the reader does not want to know: not even that what lies ahead is less than a chunk
 */
export function line({ frame, header, viewer, horizon, unspoilt, furthest }, notes) {
  const upto = (/** @type {number[]} */ entries) => (unspoilt ? entries.filter((n) => n <= furthest) : entries);
  return {
    here: frame.n,
    last: unspoilt && furthest < horizon ? Math.ceil(horizon / header.chunk) * header.chunk : horizon,
    end: header.over && !unspoilt ? header.n : null,
    marks: Object.fromEntries(Object.entries(header.marks).map(([kind, entries]) => [kind, upto(entries)])),
    own: upto(header.decisions[viewer] ?? []),
    notes: upto(notes),
    takenBack: upto(header.taken_back),
  };
}
