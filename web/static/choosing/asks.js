/**
 * What is still to be chosen for one command, field by field: for those who choose by lists and buttons.
 *
 * Cards and panels are tapped where they lie; what lies nowhere has to be asked for: words, numbers, yes and no,
 * leaving out.
 */

/** @import {Choice, Model} from "./choosing.js" */
/** @import {Field, Offer, Part} from "./types.js" */

import { say } from "../base/words.js";
import { keyOf } from "./matching.js";
import { namedBy, offerOf } from "./parts.js";

const LISTED = /^(.*)\/(\d+)\/([^/]+)$/; // a field of the place in a list: `targets/0/unit`

/**
 * @typedef {object} Option
 * @property {string} id what picking it picks
 * @property {string} text
 * @property {string} more all there is to say of it
 * @property {"card" | "seat" | "word" | "number" | "truth" | "none"} kind
 * @property {boolean} picked
 * @property {boolean} must every command that agrees has it
 *
 * @typedef {object} Ask
 * @property {string} path
 * @property {string} label
 * @property {Field["domain"]} domain
 * @property {Option[]} options what may be, was, or has to be chosen
 * @property {string | null} count how many of how many
 */

/**
 * @param {Model} model
 * @param {Choice} choice
 * @returns {Ask[]} the fields of the command that is being chosen; none as long as it may be one of several tags
 */
export function asksOf(model, choice) {
  const tags = new Set(choice.agreeing.map((one) => one.command.tag));
  if (tags.size !== 1) return [];
  const offers = new Set(choice.agreeing.map((one) => offerOf(one.command, model.scene.offers)));
  /** @type {Map<string, Ask>} */
  const asks = new Map();
  for (const offer of offers) {
    for (const [path, field] of Object.entries(offer?.fields ?? {})) {
      if (field.domain !== "free" && !asks.has(path)) asks.set(path, ask(model, choice, path, field));
    }
  }
  return [...asks.values()].filter((one) => one.options.length > 0);
}

/**
 * @param {Model} model
 * @param {Choice} choice
 * @param {string} path
 * @param {Field} field
 * @returns {Ask}
 */
function ask(model, choice, path, field) {
  const parts = choice.agreeing.flatMap((one) => one.parts.filter((part) => part.path === path));
  const ids = [...new Set(parts.map((part) => part.id))].filter((id) => isAsked(choice, id));
  const filled = new Set(choice.filled.filter((part) => part.path === path).map((part) => part.id));
  const options = ids.map((id) => option(model, choice, path, id, filled.has(id)));
  const settled = options.filter((one) => one.picked || one.must).length;
  const counted = field.domain === "subset" || field.domain === "sequence";
  const most = counted ? mostOf(choice, path) : 0;
  return {
    path,
    label: labelOf(path, field.label),
    domain: field.domain,
    options,
    count: counted ? say("{some} of {all}", { some: Math.min(settled, most), all: most }) : null,
  };
}

/**
 * @param {Choice} choice
 * @param {string} id
 * @returns {boolean}
 */
function isAsked(choice, id) {
  return choice.next.has(id) || choice.picked.has(id) || choice.must.has(id);
}

/**
 * @param {Choice} choice
 * @param {string} path
 * @returns {number} the most that a command which agrees has there
 */
function mostOf(choice, path) {
  return Math.max(...choice.agreeing.map((one) => one.parts.filter((part) => part.path === path).length));
}

/**
 * @param {string} path
 * @param {string} label
 * @returns {string} the field's name; within a list with the number of the place, from 1
 */
export function labelOf(path, label) {
  const place = LISTED.exec(path);
  if (!place) return label;
  const number = Number(place[2]) + 1;
  return place[1] === "targets"
    ? say("target {number}: {field}", { number, field: label })
    : say("{number}: {field}", { number, field: label });
}

/**
 * @param {Model} model
 * @param {Choice} choice
 * @param {string} path
 * @param {string} id
 * @param {boolean} filled
 * @returns {Option}
 */
function option(model, choice, path, id, filled) {
  const picked = choice.picked.has(id);
  const named = namedBy(id, model.scene.words);
  const value = id.slice(path.length + 1);
  const must = filled && !picked;
  if (named) return { id, text: named.short, more: named.full, kind: named.kind, picked, must };
  if (value === "null") return plain(id, say("none"), "none", picked, must);
  if (value === "true") return plain(id, say("yes"), "truth", picked, must);
  if (value === "false") return plain(id, say("no"), "truth", picked, must);
  return plain(id, value, "number", picked, must);
}

/**
 * @param {string} id
 * @param {string} text
 * @param {Option["kind"]} kind
 * @param {boolean} picked
 * @param {boolean} must
 * @returns {Option}
 */
function plain(id, text, kind, picked, must) {
  return { id, text, more: text, kind, picked, must };
}

/**
 * @param {Offer[]} offers
 * @param {string} tag
 * @returns {Offer[]} the offers of a command in which something is written freely: forms
 */
export function formsOf(offers, tag) {
  const free = (/** @type {Field} */ field) => field.domain === "free";
  return offers.filter((offer) => offer.command === tag && Object.values(offer.fields).some(free));
}

/**
 * @param {Choice} choice
 * @param {Model} model
 * @returns {string[]} what is filled in because every command has it, as words, for a sentence
 */
export function filledIn(choice, model) {
  const once = new Map(choice.filled.map((/** @type {Part} */ part) => [keyOf(part), part]));
  return [...once.values()].flatMap((part) => namedBy(part.id, model.scene.words)?.short ?? []);
}
