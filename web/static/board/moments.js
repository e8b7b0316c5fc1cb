/** What a timeline marks, and which marks have room on it. */

/** @typedef {"turn" | "own" | "reshuffle" | "elimination" | "rewind" | "note" | "end"} MarkKind */

/**
 * @typedef {object} Moment
 * @property {number} at an entry
 * @property {MarkKind} kind
 * @property {number} [to] where a rewind ends
 */

const LEAST = 5; // px between ticks

/**
 * @param {Moment[]} moments
 * @param {(entry: number) => number} x
 * @returns {Moment[]} those that have room: turns too close to the one before are left out
 */
export function withRoom(moments, x) {
  /** @type {Map<MarkKind, number>} */
  const drawn = new Map();
  return [...moments]
    .sort((one, other) => one.at - other.at)
    .filter(({ at, kind }) => {
      const before = drawn.get(kind);
      if (kind === "turn" && before !== undefined && x(at) - before < LEAST) return false;
      drawn.set(kind, x(at));
      return true;
    });
}
