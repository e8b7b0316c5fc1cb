/** What things are called by a screen reader: "10 of Diamonds, Ben, Diamonds, can be chosen". */

import { count, say } from "../base/words.js";
import { countOf } from "./layout.js";

/** @typedef {import("./types.js").CardPicture} CardPicture */
/** @typedef {import("./types.js").CardState} CardState */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Zone} Zone */

/**
 * @param {CardPicture} card
 * @returns {string} a card with its marks in words; what its name says already is not said again
 */
export function told(card) {
  const name = card.name || card.look?.title || card.face;
  if (card.back && !card.name) return say("face down");
  const marks = (card.look?.marks ?? []).map((mark) => mark.say).filter((said) => !name.includes(said));
  const ground = card.kind === "tile" && card.id ? [card.id] : [];
  return [...ground, name, ...marks].join(", ");
}

/**
 * @param {CardState} state
 * @param {CardPicture | null} [card]
 * @returns {string[]} a state in words, where no attribute says it
 */
export function stateWords(state, card = null) {
  const words = [];
  if (state.fresh) words.push(say("new"));
  if (state.must) words.push(say("has to be chosen"));
  if (state.target) words.push(say("target"));
  if (typeof state.selected === "number") words.push(say("number {n}", { n: state.selected }));
  else if (state.way) words.push(say("on the way"));
  else if (state.lit && !state.selected && !state.target) words.push(say("can be chosen"));
  const why = state.why ?? (state.dim ? card?.why_not : undefined);
  if (why) words.push(why);
  return words;
}

/**
 * @param {CardPicture} card
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {CardState} state
 * @param {string} [place] the square it stands on
 * @param {string} [owner] whose it is, where its place does not say so
 * @returns {string}
 */
export function cardName(card, zone, panel, state, place = "", owner = "") {
  const where = zone.kind === "grid" ? [place] : [panel.label, zone.label];
  return [told(card), owner, ...where, ...stateWords(state, card)].filter(Boolean).join(", ");
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @returns {string} a place for cards, with how many lie there
 */
export function zoneName(zone, panel) {
  const cards = countOf(zone);
  const number = zone.kind === "grid" ? "" : count("{n} card", "{n} cards", cards);
  return [panel.label, zone.label, number].filter(Boolean).join(", ");
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {CardState} state
 * @returns {string} a pile that is picked as a whole
 */
export function pileName(zone, panel, state) {
  const top = zone.cards?.[0];
  const shown = top === undefined ? "" : told(top);
  return [zoneName(zone, panel), shown, ...stateWords(state)].filter(Boolean).join(", ");
}

/**
 * @param {Panel} panel
 * @param {boolean} acts
 * @returns {string} a seat with its numbers and what marks it
 */
export function panelName(panel, acts) {
  const numbers = (panel.counters ?? []).map((one) => `${one.label} ${one.value}`);
  const marks = (panel.badges ?? []).map((badge) => badge.text);
  const turn = acts ? [say("to act")] : [];
  const own = panel.role === "own" ? [say("you")] : [];
  return [panel.label, ...own, ...turn, ...marks, ...numbers].join(", ");
}

/**
 * @param {Panel} panel
 * @returns {string} what stands in a crest: a number if the name ends in one, else its first letter
 */
export function initial(panel) {
  const marks = [...panel.label].filter((mark) => /[\p{L}\p{N}]/u.test(mark));
  const last = marks.at(-1) ?? "?";
  return /\p{N}/u.test(last) ? last : (marks[0] ?? "?");
}
