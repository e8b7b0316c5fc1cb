/**
 * Choosing by offers alone, where there are too many legal commands to list them.
 *
 * Offers may offer too much, so what comes of it is asked about with `dry_run` before it is shown as possible; they
 * never offer too little. Each offer gives its picks to its fields in every way that fits.
 */

/** @import {Choice} from "./choosing.js" */
/** @import {Command, Field, Offer, Part, Scene} from "./types.js" */

import { put } from "./filling.js";
import { keyOf, shared } from "./matching.js";
import { idOf, namedBy, tagId, tagOf, valuesOf } from "./parts.js";

/**
 * @typedef {object} Slot a field with what it takes
 * @property {string} path
 * @property {Field} field
 * @property {Map<string, unknown>} values by the id of the thing; of ways the spaces, by theirs
 * @property {string[]} taken
 *
 * @typedef {{offer: Offer, slots: Slot[]}} Way
 */

/**
 * @param {Scene} scene
 * @param {string[]} picks
 * @returns {Omit<Choice, "buttons" | "picked" | "dim" | "instead" | "lit">} what goes with the picks, by the offers
 */
export function chooseByOffers(scene, picks) {
  const ways = waysOf(scene, picks);
  const filled = shared(ways.map((way) => way.slots.flatMap(forced)));
  const settled = new Set(filled.map(keyOf));
  const next = new Set(
    ways
      .flatMap((way) => way.slots.flatMap(openOf))
      .filter((part) => !settled.has(keyOf(part)))
      .map((part) => part.id),
  );
  const complete = picks.length ? unique(ways.flatMap((way) => commandOf(way, scene) ?? [])) : [];
  const ready = complete.length === 1 ? /** @type {Command} */ (complete[0]) : null;
  return {
    state: ready ? "ready" : picks.length ? "picking" : "idle",
    picks,
    agreeing: complete.map((command, index) => ({ index, command, parts: [] })),
    next,
    must: new Set(filled.map((part) => part.id)),
    filled,
    complete,
    ready,
    sentence: ready?.say ?? null,
    unsure: true,
  };
}

/**
 * @param {Scene} scene
 * @param {string[]} picks
 * @returns {Way[]} each offer in each way in which its fields can have the picks
 */
function waysOf(scene, picks) {
  const tags = picks.map(tagOf).filter((tag) => tag !== null);
  const offers = scene.offers.filter(
    ({ command, fields }) =>
      tags.every((tag) => tag === command) && Object.values(fields).every((field) => field.domain !== "free"),
  );
  let ways = offers.map((offer) => ({ offer, slots: slotsOf(offer, scene) }));
  for (const id of picks.filter((id) => tagOf(id) === null)) ways = ways.flatMap((way) => taking(way, id));
  return ways;
}

/**
 * @param {Offer} offer
 * @param {Scene} scene
 * @returns {Slot[]}
 */
function slotsOf(offer, scene) {
  return Object.entries(offer.fields).map(([path, field]) => {
    const single = (/** @type {unknown} */ value) => /** @type {const} */ ([idIn(path, field, value, scene), value]);
    return { path, field, values: new Map(listedBy(field).flatMap((value) => ofWay(value).map(single))), taken: [] };
  });
}

/**
 * @param {string} path
 * @param {Field} field
 * @param {unknown} value
 * @param {Scene} scene
 * @returns {string}
 */
function idIn(path, field, value, scene) {
  return field.domain === "range" ? `${path}=${value}` : idOf(path, value, scene.words);
}

/**
 * @param {Field} field
 * @returns {unknown[]}
 */
function listedBy(field) {
  if (field.domain === "flag") return [false, true];
  if (field.domain !== "range") return valuesOf(field);
  const least = field.min ?? 0;
  return Array.from({ length: (field.max ?? least) - least + 1 }, (_, place) => least + place);
}

/**
 * @param {unknown} value
 * @returns {unknown[]} the steps of a way, else the value
 */
function ofWay(value) {
  return Array.isArray(value) ? value : [value];
}

/**
 * @param {Way} way
 * @param {string} id
 * @returns {Way[]}
 */
function taking({ offer, slots }, id) {
  return slots.flatMap((slot, place) => {
    if (!openOf(slot).some((part) => part.id === id)) return [];
    return [{ offer, slots: slots.with(place, { ...slot, taken: [...slot.taken, id] }) }];
  });
}

/**
 * @param {Slot} slot
 * @returns {unknown[][] | null} the ways that begin with what was taken; nothing for a field that takes no ways
 */
function waysLeft({ field, values, taken }) {
  if (field.domain !== "one_of" || !valuesOf(field).some(Array.isArray)) return null;
  const steps = taken.map((id) => values.get(id));
  const ways = /** @type {unknown[][]} */ (valuesOf(field).filter(Array.isArray));
  return ways.filter((way) => steps.every((step, place) => way[place] === step));
}

/**
 * @param {Slot} slot
 * @returns {Part[]} what it may take now
 */
function openOf(slot) {
  const { path, field, values, taken } = slot;
  const part = (/** @type {string} */ id) => ({ path, id, at: null });
  const ways = waysLeft(slot);
  if (ways) {
    const following = new Set(ways.map((way) => way[taken.length]));
    return [...values].filter(([, step]) => following.has(step)).map(([id]) => part(id));
  }
  const most = field.domain === "subset" || field.domain === "sequence" ? (field.max ?? 0) : 1;
  if (taken.length >= most) return [];
  return [...values.keys()].filter((id) => left(slot, id) > 0).map(part);
}

/**
 * @param {Slot} slot
 * @param {string} id
 * @returns {number} how many of these it can still take
 */
function left({ path, field, values, taken }, id) {
  const value = values.get(id);
  const there = id.startsWith(`${path}=`) ? 1 : valuesOf(field).filter((other) => other === value).length;
  return there - taken.filter((other) => other === id).length;
}

/**
 * @param {Slot} slot
 * @returns {Part[]} what it will have in any case
 */
function forced(slot) {
  const { path, field, taken } = slot;
  if (field.domain === "subset" && (field.min ?? 0) < valuesOf(field).length) return [];
  const open = openOf(slot);
  if (field.domain === "subset") return open;
  return taken.length === 0 && open.length === 1 && !waysLeft(slot) && field.domain !== "sequence"
    ? open.map((part) => ({ ...part, path }))
    : [];
}

/**
 * @param {Way} way
 * @param {Scene} scene
 * @returns {Command | null} the command that it makes, if it lacks nothing
 */
function commandOf({ offer, slots }, scene) {
  /** @type {Record<string, unknown>} */
  const body = {};
  const names = [];
  for (const slot of slots) {
    const taken = [...slot.taken, ...forced(slot).map((part) => part.id)];
    const value = chosenIn({ ...slot, taken });
    if (value === undefined) return null;
    if (value !== null) put(body, slot.path, value);
    names.push(...taken.map((id) => namedBy(id, scene.words)?.short ?? id.slice(slot.path.length + 1)));
  }
  const say = names.length ? `${offer.label}: ${names.join(", ")}` : offer.label;
  return { tag: offer.command, body, say };
}

/**
 * @param {Slot} slot
 * @returns {unknown} its value; `null` leaves the field out, `undefined` is not enough
 */
function chosenIn(slot) {
  const { field, values, taken } = slot;
  const chosen = taken.map((id) => values.get(id));
  const ways = waysLeft(slot);
  if (ways) return ways.find((way) => way.length === taken.length);
  switch (field.domain) {
    case "subset": {
      if (taken.length < (field.min ?? 0)) return undefined;
      const rest = [...chosen];
      return valuesOf(field).filter((value) => {
        const place = rest.indexOf(value);
        if (place >= 0) rest.splice(place, 1);
        return place >= 0;
      });
    }
    case "sequence":
      return taken.length < (field.min ?? 0) ? undefined : chosen;
    default:
      return chosen[0];
  }
}

/**
 * @param {Command[]} commands
 * @returns {Command[]} without those that two ways make alike
 */
function unique(commands) {
  return [...new Map(commands.map((one) => [JSON.stringify([one.tag, one.body]), one])).values()];
}

/**
 * @param {Scene} scene
 * @returns {Set<string>} every thing that an offer names, and the buttons of those that name none
 */
export function thingsOf(scene) {
  const slots = scene.offers.flatMap((offer) => slotsOf(offer, scene));
  const alone = scene.offers.filter(({ fields }) => Object.keys(fields).length === 0);
  return new Set([...slots.flatMap((slot) => [...slot.values.keys()]), ...alone.map(({ command }) => tagId(command))]);
}
