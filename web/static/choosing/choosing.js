/**
 * From the legal commands and what was picked so far: what goes with it, what must, what does not, what can be sent.
 *
 * Nothing here sends anything, and nothing knows a game or a page.
 */

/** @import {Command, Listed, Part, Scene} from "./types.js" */

import { chooseByOffers, thingsOf } from "./families.js";
import { isNext, keyOf, leftovers, shared } from "./matching.js";
import { listed, tagId, tagOf } from "./parts.js";

/**
 * @typedef {object} Button an action by its name
 * @property {string} id what picking it picks: the tag's own button
 * @property {string} tag
 * @property {string} label what the command is called
 * @property {boolean} free something is to be written: a form
 */

/**
 * @typedef {object} Choice
 * @property {"idle" | "picking" | "ready"} state
 * @property {string[]} picks
 * @property {Listed[]} agreeing the commands that have all that was picked
 * @property {Set<string>} next things that may be picked in addition
 * @property {Set<string>} instead things that may take the place of the last pick
 * @property {Set<string>} lit both of these
 * @property {Set<string>} dim things of some command that do not go with what was picked
 * @property {Set<string>} must things that every agreeing command has though nobody picked them
 * @property {Part[]} filled these with the fields that take them
 * @property {Map<string, number[]>} picked the places of each thing among the picks, from 1
 * @property {Command[]} complete commands that lack nothing: more than one where paths end alike
 * @property {Command | null} ready the one that can be sent
 * @property {string | null} sentence what it would do
 * @property {boolean} unsure the commands are worked out from offers: ask with `dry_run` before one is shown as legal
 * @property {Button[]} buttons the actions left: all of them first, then those that agree
 */

/**
 * @param {Scene} scene
 * @returns {Model} what is worked out once for a scene
 */
export function modelOf(scene) {
  const commands = listed(scene);
  const things = scene.truncated
    ? thingsOf(scene)
    : new Set(commands.flatMap((one) => one.parts.map((part) => part.id)));
  return { scene, commands, things };
}

/** @typedef {{scene: Scene, commands: Listed[], things: Set<string>}} Model */

/**
 * @param {Model} model
 * @param {string[]} picks
 * @returns {Choice}
 */
export function choose(model, picks) {
  return model.scene.truncated ? byOffers(model, picks) : byCommands(model, picks);
}

/**
 * @param {Model} model
 * @param {string[]} picks
 * @returns {Choice}
 */
function byOffers(model, picks) {
  const { scene, things } = model;
  const found = chooseByOffers(scene, picks);
  const last = picks.at(-1);
  const replaces = last !== undefined && tagOf(last) === null;
  const instead = replaces ? new Set(chooseByOffers(scene, picks.slice(0, -1)).next) : new Set();
  instead.delete(last);
  const lit = union(found.next, instead);
  const picked = placesOf(picks);
  const dim = new Set([...things].filter((id) => !lit.has(id) && !found.must.has(id) && !picked.has(id)));
  return { ...found, instead, lit, dim, picked, buttons: allButtons(scene, () => true) };
}

/**
 * @param {Model} model
 * @param {string[]} picks
 * @returns {Choice}
 */
function byCommands(model, picks) {
  const found = agreeing(model, picks);
  const filled = filledOf(found);
  const next = nextOf(found, filled);
  const instead = insteadOf(model, picks);
  const complete = completeOf(found, filled, picks, model.commands.length);
  const ready = complete.length === 1 ? /** @type {Command} */ (complete[0]) : null;
  const must = new Set(filled.map((part) => part.id));
  const lit = union(next, instead);
  const picked = placesOf(picks);
  const dim = new Set([...model.things].filter((id) => !lit.has(id) && !must.has(id) && !picked.has(id)));
  return {
    state: ready ? "ready" : picks.length ? "picking" : "idle",
    picks,
    agreeing: found.map(({ one }) => one),
    next,
    instead,
    lit,
    dim,
    must,
    filled,
    picked,
    complete,
    ready,
    sentence: ready?.say ?? null,
    unsure: false,
    buttons: buttonsOf(model, found),
  };
}

/**
 * @typedef {{one: Listed, ways: Part[][]}} Found a command that agrees, and what is left of it in each way
 *
 * @param {Model} model
 * @param {string[]} picks
 * @returns {Found[]}
 */
function agreeing(model, picks) {
  return model.commands.map((one) => ({ one, ways: leftovers(one, picks) })).filter(({ ways }) => ways.length > 0);
}

/**
 * @param {Found[]} found
 * @returns {Part[]} what all of them still have
 */
function filledOf(found) {
  return shared(found.map(({ ways }) => /** @type {Part[]} */ (ways[0])));
}

/**
 * What all have need not be picked; only of fields whose order counts it may be, for it leads to the next place.
 *
 * @param {Found[]} found
 * @param {Part[]} filled
 * @returns {Set<string>}
 */
function nextOf(found, filled) {
  const settled = new Set(filled.map(keyOf));
  const open = found.flatMap(({ ways }) => ways.flatMap((left) => left.filter((part) => isNext(part, left))));
  return new Set(open.filter((part) => !settled.has(keyOf(part)) || part.at !== null).map((part) => part.id));
}

/**
 * @param {Model} model
 * @param {string[]} picks
 * @returns {Set<string>} what might have been picked in place of the last pick
 */
function insteadOf(model, picks) {
  const last = picks.at(-1);
  if (last === undefined || tagOf(last) !== null) return new Set();
  const found = agreeing(model, picks.slice(0, -1));
  const others = nextOf(found, filledOf(found));
  others.delete(last);
  return others;
}

/**
 * @param {Found[]} found
 * @param {Part[]} filled
 * @param {string[]} picks
 * @param {number} legal how many commands there are in all
 * @returns {Command[]} commands of which nothing is left but what all have; nothing by itself, unless it is the only one
 */
function completeOf(found, filled, picks, legal) {
  if (picks.length === 0 && legal !== 1) return [];
  const lacksNothing = (/** @type {Part[]} */ left) =>
    left.length === filled.length && shared([left, filled]).length === filled.length;
  return found.filter(({ ways }) => ways.some(lacksNothing)).map(({ one }) => one.command);
}

/**
 * @param {string[]} picks
 * @returns {Map<string, number[]>}
 */
function placesOf(picks) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  picks.forEach((id, place) => {
    places.set(id, [...(places.get(id) ?? []), place + 1]);
  });
  return places;
}

/**
 * @param {Model} model
 * @param {Found[]} found
 * @returns {Button[]}
 */
function buttonsOf({ scene }, found) {
  const tags = new Set(found.map(({ one }) => one.command.tag));
  return allButtons(scene, (tag) => tags.has(tag));
}

/**
 * @param {Scene} scene
 * @param {(tag: string) => boolean} agrees
 * @returns {Button[]}
 */
function allButtons(scene, agrees) {
  /** @type {Map<string, Button>} */
  const buttons = new Map();
  for (const { command, label, fields } of scene.offers) {
    const free = Object.values(fields).some((field) => field.domain === "free");
    if (agrees(command) || free) {
      buttons.set(command, {
        id: tagId(command),
        tag: command,
        label,
        free: free || Boolean(buttons.get(command)?.free),
      });
    }
  }
  const place = (/** @type {Button} */ button) => scene.last.indexOf(button.tag);
  return [...buttons.values()].sort((one, other) => place(one) - place(other));
}

/**
 * @param {Set<string>} one
 * @param {Set<string>} other
 * @returns {Set<string>}
 */
function union(one, other) {
  return new Set([...one, ...other]);
}

/**
 * @param {Choice} choice
 * @param {string} id
 * @param {number} occurrence which of the things with this id: two cards of a hand may be of one kind
 * @returns {{lit: boolean, dim: boolean, must: boolean, selected: number | null}} how it is shown
 */
export function shown(choice, id, occurrence = 0) {
  const places = choice.picked.get(id) ?? [];
  const selected = places[occurrence] ?? null;
  const must = selected === null && choice.must.has(id);
  return {
    selected,
    must,
    lit: selected === null && choice.lit.has(id),
    dim: selected === null && !must && !choice.lit.has(id),
  };
}
