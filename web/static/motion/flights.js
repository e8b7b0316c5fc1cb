/**
 * Which hidden cards went where, by numbers alone: a place that shows no faces has one card fewer, another one more, or
 * a card lies open that nobody saw before. Where that could be told in two ways, nothing flies.
 */

const TOGETHER = 3; // cards that are shown on their way; of more the numbers tell

/** @typedef {{from: string, to: string} | {from: string, card: string}} Flight from a place to another, or to where a card lies */

/**
 * @param {ReadonlyMap<string, number>} before how many hidden cards lay in each place
 * @param {ReadonlyMap<string, number>} now
 * @param {readonly string[]} opened ids of the cards that lie open now and did not before
 * @returns {Flight[]}
 */
export function flights(before, now, opened) {
  const more = (/** @type {string} */ place) => (now.get(place) ?? 0) - (before.get(place) ?? now.get(place) ?? 0);
  const lost = [...now.keys()].filter((place) => more(place) < 0);
  const [from] = lost;
  if (from === undefined || lost.length > 1) return [];
  const gained = [...now.keys()].flatMap((to) => Array.from({ length: Math.max(0, more(to)) }, () => ({ from, to })));
  const all = [...gained, ...opened.map((card) => ({ from, card }))];
  return all.slice(0, Math.min(TOGETHER, -more(from)));
}
