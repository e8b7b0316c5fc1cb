/** Why a thing cannot be chosen now. */

/** @import {Choice} from "./choosing.js" */
/** @import {CardShort} from "./types.js" */

import { say } from "../base/words.js";

/**
 * @param {Choice} choice
 * @param {CardShort} card
 * @returns {string | null} the game's own reason where nothing is picked yet, else that it does not go with the picks
 */
export function whyNot(choice, card) {
  const id = card.id ?? "";
  if (choice.lit.has(id) || choice.must.has(id) || choice.picked.has(id)) return null;
  if (card.why_not) return card.why_not;
  return choice.dim.has(id) && choice.picks.length > 0 ? say("That does not go with what you have picked.") : null;
}
