/**
 * Commands taken apart into things that a person can tap.
 *
 * A thing has one id: a card, a deck or a panel its own in the picture (`S7-1`, `slot/2`, `seat/1`), a word of the game
 * itself (`fisher`), and what lies nowhere its field and value (`skip=true`, `stake=2`, `card=null` for leaving it out).
 */

/** @import {Command, Field, Listed, Named, Offer, Part, Scene} from "./types.js" */

const TAG = "tag="; // with it begins the id of a command's own button

/**
 * @param {string} tag
 * @returns {string} the id of a command's own button
 */
export function tagId(tag) {
  return TAG + tag;
}

/**
 * @param {string} id
 * @returns {string | null} the tag whose button this is
 */
export function tagOf(id) {
  return id.startsWith(TAG) ? id.slice(TAG.length) : null;
}

/**
 * @param {string} path
 * @param {unknown} value
 * @param {Record<string, Named>} words
 * @returns {string} the thing that a value of a field is
 */
export function idOf(path, value, words) {
  if (typeof value === "string") return value;
  if (typeof value === "number") {
    if (Object.hasOwn(words, `${path}/${value}`)) return `${path}/${value}`;
    if (words[`${value}`]?.kind === "seat") return `seat/${value}`;
  }
  return `${path}=${JSON.stringify(value)}`;
}

/**
 * @param {string} id
 * @param {Record<string, Named>} words
 * @returns {Named | undefined} what a thing is called, if it is no number, no yes and no, and no leaving out
 */
export function namedBy(id, words) {
  return words[id] ?? (id.startsWith("seat/") ? words[id.slice("seat/".length)] : undefined);
}

/**
 * @param {Field} field
 * @returns {unknown[]} the values that a domain lists
 */
export function valuesOf(field) {
  return field.values ?? field.of ?? [];
}

/**
 * @param {Record<string, unknown>} body
 * @param {string} path
 * @returns {unknown} what stands at a path such as `targets/0/unit`
 */
export function at(body, path) {
  /** @type {unknown} */
  let here = body;
  for (const step of path.split("/")) {
    if (here === null || typeof here !== "object") return undefined;
    here = /** @type {Record<string, unknown>} */ (here)[step];
  }
  return here;
}

/**
 * @param {string} path
 * @param {Field} field
 * @param {unknown} value what the command has there; nothing where it leaves the field out
 * @param {Record<string, Named>} words
 * @returns {Part[]}
 */
function partsOf(path, field, value, words) {
  if (value === undefined) {
    if (field.domain === "flag") return [{ path, id: idOf(path, false, words), at: null }];
    const optional = field.domain === "one_of" && valuesOf(field).includes(null);
    return optional ? [{ path, id: idOf(path, null, words), at: null }] : [];
  }
  if (field.domain === "range") return [{ path, id: `${path}=${value}`, at: null }]; // a number, never a seat
  if (!Array.isArray(value)) return [{ path, id: idOf(path, value, words), at: null }];
  const ordered = field.domain !== "subset";
  return value.map((item, place) => ({ path, id: idOf(path, item, words), at: ordered ? place : null }));
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @returns {boolean} whether a field may have been given this value
 */
function takes(field, value) {
  const listed = valuesOf(field);
  const has = (/** @type {unknown} */ one) => listed.some((other) => JSON.stringify(other) === JSON.stringify(one));
  switch (field.domain) {
    case "one_of":
      return has(value === undefined ? null : value);
    case "subset":
    case "sequence": {
      const chosen = Array.isArray(value) ? value : [];
      return chosen.length >= (field.min ?? 0) && chosen.every(has);
    }
    case "range":
      return typeof value === "number" && value >= (field.min ?? 0) && value <= (field.max ?? 0);
    case "flag":
      // A game may leave out what is its default.
      return value === undefined || typeof value === "boolean";
    default:
      return true;
  }
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {string[]} the paths of all values in a body, as offers write them
 */
function pathsIn(value, path = "") {
  const inner = Array.isArray(value) && !value.some((item) => item !== null && typeof item === "object");
  if (value === null || typeof value !== "object" || (inner && path !== "")) return [path];
  return Object.entries(value).flatMap(([name, item]) => pathsIn(item, path === "" ? name : `${path}/${name}`));
}

/**
 * @param {Command} command
 * @param {Offer[]} offers
 * @returns {Offer | undefined} the offer that this command comes from
 */
export function offerOf(command, offers) {
  const paths = pathsIn(command.body);
  return offers.find(
    (offer) =>
      offer.command === command.tag &&
      paths.every((path) => Object.hasOwn(offer.fields, path)) &&
      Object.entries(offer.fields).every(([path, field]) => takes(field, at(command.body, path))),
  );
}

/**
 * @param {Scene} scene
 * @returns {Listed[]} every legal command, taken apart by the offer it comes from
 */
export function listed(scene) {
  return scene.commands.map((command, index) => {
    const fields = offerOf(command, scene.offers)?.fields;
    const parts = fields
      ? Object.entries(fields).flatMap(([path, field]) => partsOf(path, field, at(command.body, path), scene.words))
      : pathsIn(command.body).flatMap((path) =>
          partsOf(path, { domain: "subset", label: path }, at(command.body, path), scene.words),
        );
    return { index, command, parts };
  });
}
