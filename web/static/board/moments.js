/** Which marks of a timeline have room. */

const APART = 5; // px between two ticks

/**
 * @param {number[]} entries in order
 * @param {(entry: number) => number} x
 * @returns {number[]} those that stand far enough apart
 */
export function spaced(entries, x) {
  let before = Number.NEGATIVE_INFINITY;
  return entries.filter((entry) => {
    if (x(entry) - before < APART) return false;
    before = x(entry);
    return true;
  });
}
