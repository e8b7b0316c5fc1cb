/** What no setting sends with a single tap: what gives something up or ends it early, and what is aimed at oneself. */

/** @import {Command, Listed, Scene} from "./types.js" */

import { listed } from "./parts.js";

const CONCEDE = "concede";

/**
 * @param {Scene} scene
 * @param {Command} command
 * @returns {boolean}
 */
export function isCareful(scene, command) {
  if (command.tag === CONCEDE || scene.careful.includes(command.tag)) return true;
  if (scene.last.includes(command.tag)) return tagsOf(scene).some((tag) => tag !== command.tag);
  const [one] = listed({ ...scene, commands: [command] });
  return one !== undefined && isAimedAtOneself(scene, one);
}

/**
 * @param {Scene} scene
 * @returns {string[]} what else there is to do
 */
function tagsOf(scene) {
  return scene.truncated ? scene.offers.map((offer) => offer.command) : scene.commands.map((command) => command.tag);
}

/**
 * @param {Scene} scene
 * @param {Listed} one
 * @returns {boolean}
 */
function isAimedAtOneself(scene, one) {
  if (scene.seat === null) return false;
  const own = ownThings(scene, scene.seat);
  return one.parts.some(({ path, id }) => id === `seat/${scene.seat}` || (path.startsWith("target") && own.has(id)));
}

/**
 * @param {Scene} scene
 * @param {number} seat
 * @returns {Set<string>} the cards that belong to the seat: by their owner, else by whose panel they lie in
 */
function ownThings(scene, seat) {
  /** @type {Set<string>} */
  const own = new Set();
  for (const panel of scene.picture?.panels ?? []) {
    for (const card of (panel.zones ?? []).flatMap((zone) => zone.cards ?? [])) {
      if (card.id !== undefined && (card.owner ?? panel.seat) === seat) own.add(card.id);
    }
  }
  return own;
}
