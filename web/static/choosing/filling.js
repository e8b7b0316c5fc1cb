/** A command from what was written into the fields of its offer: forms, and choosing by offers. */

/** @import {Field, Offer} from "./types.js" */

const COPIES = /^(\d+)\s*[x×]?\s+(\S+)$/; // a line of a list: `3 ger_tiger`

/**
 * @param {Offer} offer
 * @param {(path: string, field: Field) => unknown} chosen what was chosen or written; `undefined` leaves the field out
 * @returns {Record<string, unknown>} the body of the command
 */
export function filledBody(offer, chosen) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const [path, field] of Object.entries(offer.fields)) {
    const value = chosen(path, field);
    if (value !== undefined) put(body, path, value);
  }
  return body;
}

/**
 * @param {Record<string, unknown>} body
 * @param {string} path such as `targets/0/unit`
 * @param {unknown} value
 */
export function put(body, path, value) {
  const steps = path.split("/");
  /** @type {any} */
  let here = body;
  steps.forEach((step, place) => {
    const following = steps[place + 1];
    if (following === undefined) here[step] = value;
    else {
      here[step] ??= /^\d+$/.test(following) ? [] : {};
      here = here[step];
    }
  });
}

/**
 * Read what somebody wrote: a list of copies where the field takes one, or JSON.
 *
 * @param {string} text
 * @param {Field} field
 * @returns {unknown}
 * @throws {SyntaxError} for what is neither
 */
export function written(text, field) {
  if (!isCounted(field) || text.trim().startsWith("{")) return JSON.parse(text);
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  const found = lines.map((line) => COPIES.exec(line));
  if (found.length === 0 || found.includes(null)) throw new SyntaxError("no list of copies");
  const all = /** @type {RegExpExecArray[]} */ (found);
  /** @type {Record<string, number>} */
  const copies = {};
  for (const [, many, id] of all) copies[`${id}`] = (copies[`${id}`] ?? 0) + Number(many);
  return copies;
}

/**
 * @param {Field} field
 * @returns {boolean} whether it takes numbers by name
 */
export function isCounted({ schema }) {
  const each = /** @type {{type?: string} | undefined} */ (schema?.additionalProperties);
  return schema?.type === "object" && each?.type === "integer";
}
