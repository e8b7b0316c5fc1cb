// @ts-check
// The pool of frames/1: texts, cards, zones and panels by their places. A place is one object for ever.

/**
 * @typedef {import("../board/types.js").CardPicture} Card
 * @typedef {import("../board/types.js").Zone} Zone
 * @typedef {import("../board/types.js").Panel} Panel
 * @typedef {import("../board/types.js").Picture & {panels: Panel[], banner: string[]}} Picture
 *
 * @typedef {{texts: string[], cards: Card[], zones: (Omit<Zone, "cards"> & {cards?: number[]})[],
 *   panels: (Omit<Panel, "zones"> & {zones?: number[]})[]}} Parts
 * @typedef {{headline?: number, banner?: number[], prompt?: number, panels?: number[]}} Shown
 */

/** Frames that contradict themselves, or do not follow on those before. */
export class FramesError extends Error {
  /** @override */ name = "FramesError";
}

export class Pool {
  /** @type {string[]} */ #texts = [];
  /** @type {Card[]} */ #cards = [];
  /** @type {Zone[]} */ #zones = [];
  /** @type {Panel[]} */ #panels = [];

  /**
   * Take what a chunk brings; of what is there already nothing changes.
   * @param {number[]} base how much there was before the chunk, kind by kind
   * @param {Parts} parts
   */
  take(base, parts) {
    const [texts, cards, zones, panels] = base;
    grown(this.#texts, texts, parts.texts, (text) => text);
    grown(this.#cards, cards, parts.cards, Object.freeze);
    grown(this.#zones, zones, parts.zones, (zone) =>
      Object.freeze({ ...zone, cards: all(this.#cards, zone.cards ?? [], "card") }),
    );
    grown(this.#panels, panels, parts.panels, (panel) =>
      Object.freeze({ ...panel, zones: all(this.#zones, panel.zones ?? [], "zone") }),
    );
  }

  /** @param {number} place */
  text(place) {
    return one(this.#texts, place, "text");
  }

  /**
   * Return the picture of a frame; null where there is none yet.
   * @param {Shown} shown
   * @returns {Picture | null}
   */
  picture({ headline, banner, prompt, panels }) {
    if (panels === undefined || headline === undefined) return null;
    return {
      headline: this.text(headline),
      banner: all(this.#texts, banner ?? [], "text"),
      panels: all(this.#panels, panels, "panel"),
      prompt: prompt === undefined ? null : this.text(prompt),
    };
  }
}

/**
 * @template T, U
 * @param {U[]} known
 * @param {number} base
 * @param {T[]} parts
 * @param {(part: T) => U} made
 */
function grown(known, base, parts, made) {
  if (!(Number.isInteger(base) && base >= 0 && base <= known.length)) {
    throw new FramesError(`the pool has ${known.length} parts, and the chunk goes on from ${base}`);
  }
  for (const part of parts.slice(known.length - base)) known.push(made(part));
}

/**
 * @template T
 * @param {T[]} parts
 * @param {number[]} places
 * @param {string} what
 * @returns {T[]}
 */
function all(parts, places, what) {
  return places.map((place) => one(parts, place, what));
}

/**
 * @template T
 * @param {T[]} parts
 * @param {number} place
 * @param {string} what
 * @returns {T}
 */
function one(parts, place, what) {
  if (!(Number.isInteger(place) && place >= 0 && place < parts.length)) {
    throw new FramesError(`the pool has no ${what} ${place}`);
  }
  return parts[place];
}
