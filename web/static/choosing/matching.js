/**
 * Whether a command has all that was picked, and what it still has then.
 *
 * A pick is a thing, not a field: the same card may stand in a command in several ways, and then each way is followed.
 * Fields whose order counts are filled from their first place on, in the order of the picks.
 */

/** @import {Listed, Part} from "./types.js" */

import { tagOf } from "./parts.js";

/**
 * @param {Listed} one
 * @param {string[]} picks
 * @returns {Part[][]} what is left of the command, for each way in which it has all the picks; none where it lacks one
 */
export function leftovers(one, picks) {
  const things = picks.filter((id) => tagOf(id) === null);
  if (things.length > one.parts.length || picks.some((id) => tagOf(id) !== null && tagOf(id) !== one.command.tag)) {
    return [];
  }
  let ways = [one.parts];
  for (const id of things) {
    /** @type {Map<string, Part[]>} */
    const following = new Map();
    for (const left of ways) {
      for (const part of left.filter((part) => part.id === id && isNext(part, left))) {
        const rest = without(left, part);
        following.set(rest.map(keyOf).join("\n"), rest);
      }
    }
    ways = [...following.values()];
  }
  return ways;
}

/**
 * @param {Part} part
 * @param {Part[]} left
 * @returns {boolean} whether a part can be picked now: of a field whose order counts only the first that is left
 */
export function isNext(part, left) {
  const place = part.at;
  return place === null || !left.some((other) => other.path === part.path && other.at !== null && other.at < place);
}

/**
 * @param {Part[]} parts
 * @param {Part} part
 * @returns {Part[]}
 */
function without(parts, part) {
  const place = parts.indexOf(part);
  return parts.filter((_, index) => index !== place);
}

/**
 * @param {Part} part
 * @returns {string} the same for parts that mean the same
 */
export function keyOf(part) {
  return `${part.path} ${part.at ?? ""} ${part.id}`;
}

/**
 * @param {Part[][]} lists
 * @returns {Part[]} the parts that all of them have, as often as they have them
 */
export function shared(lists) {
  const [first = [], ...others] = lists;
  const counts = others.map((parts) => {
    /** @type {Map<string, number>} */
    const count = new Map();
    for (const part of parts) count.set(keyOf(part), (count.get(keyOf(part)) ?? 0) + 1);
    return count;
  });
  return first.filter((part) =>
    counts.every((count) => {
      const left = count.get(keyOf(part)) ?? 0;
      count.set(keyOf(part), left - 1);
      return left > 0;
    }),
  );
}
