/**
 * Where a reader stands in a record, and through whose eyes: no page, no clock of its own.
 *
 * What is asked last wins: an answer that comes late moves nobody.
 */

import { unseen } from "./astray.js";

/** @typedef {import("./astray.js").Unseen} Unseen */
/** @typedef {import("../frames/frames.js").Frame} Frame */
/** @typedef {import("../frames/frames.js").Frames} Frames */
/** @typedef {import("../frames/frames.js").Step} Step */
/** @typedef {import("./source.js").Source} Source */

/** @type {Step[]} steps to what comes next, whatever it is: they tell no more than that it is there */
const NEAR = ["entry", "fact"];

export class Stepper {
  #asked = 0;

  /**
   * @param {Source} source
   * @param {Frames} frames
   * @param {Frame} frame
   * @param {() => void} changed is told of each move
   */
  constructor(source, frames, frame, changed) {
    this.source = source;
    this.frames = frames;
    this.frame = frame;
    this.viewer = frames.header.viewers[0];
    this.changed = changed;
    /** @type {number} the furthest entry that was seen: what lies behind it is told to nobody who asked not to know */
    this.furthest = frame.n;
    /** @type {boolean} tell no more than was seen */
    this.unspoilt = false;
    /** @type {Unseen | null} why nobody looks as the link said with which it was opened */
    this.unseen = null;
  }

  /**
   * Open a source at a place, or where there is something to see: at the deal.
   *
   * @param {Source} source
   * @param {import("./place.js").Linked} place
   * @param {() => void} changed
   * @returns {Promise<Stepper>}
   */
  static async opened(source, { address, viewer }, changed) {
    const { frames, refused } = await seen(source, viewer);
    const eyes = viewer !== null && frames.header.viewers.includes(viewer) ? viewer : frames.header.viewers[0];
    const frame = address === null ? await dealt(frames, eyes) : await nearest(frames, address, eyes);
    const stepper = new Stepper(source, frames, frame, changed);
    stepper.viewer = eyes;
    stepper.unseen = refused ?? (viewer !== null && source.address === null && eyes !== viewer ? "unknown" : null);
    return stepper;
  }

  /** @returns {import("./source.js").FullHeader} */
  get header() {
    return /** @type {any} */ (this.frames.header);
  }

  /** @returns {string[]} through whose eyes one may look */
  get viewers() {
    return this.source.address === null ? this.header.viewers : this.header.allowed;
  }

  /** @returns {number} the last entry that is told of, and that is gone to but step by step */
  get horizon() {
    const { n, chunk } = this.header;
    return this.unspoilt ? Math.min(n, (Math.floor((this.furthest - 1) / chunk) + 1) * chunk) : n;
  }

  /** @returns {boolean} whether this is where what is there ends */
  get atEnd() {
    return this.frame.n === this.header.n && this.frame.fact === null;
  }

  /**
   * Go to an address; one beyond what is told of is the end of that.
   *
   * @param {string} address
   */
  async to(address) {
    const near = Number(address.split(".")[0]) > this.horizon ? `${this.horizon}` : address;
    await this.#move(() => nearest(this.frames, near, this.viewer));
  }

  /**
   * Go one step; returns whether there is one.
   *
   * @param {Step} by
   * @param {1 | -1} way
   * @returns {Promise<boolean>}
   */
  async by(by, way) {
    const { frames, viewer, frame } = this;
    let found = false;
    await this.#move(async () => {
      const place = await frames.step(frame.address, by, way, viewer);
      found = place !== null && (NEAR.includes(by) || Number(place.split(".")[0]) <= this.horizon);
      return place === null || !found ? frame : frames.at(place, viewer);
    });
    return found;
  }

  /**
   * Look through other eyes at the same place.
   *
   * @param {string} viewer
   */
  async through(viewer) {
    const { frame } = this;
    await this.#move(async () => {
      const frames = await this.source.frames(viewer);
      const seen = await nearest(frames, frame.address, viewer);
      return () => {
        this.frames = frames;
        this.viewer = viewer;
        return seen;
      };
    });
  }

  /** Take what has come since; whoever stood at the end goes along. */
  async grow() {
    const { atEnd } = this;
    if (!(await this.source.grown(this.frames))) return;
    if (atEnd) await this.by("entry", 1);
    else this.changed();
  }

  /** @param {() => Promise<Frame | (() => Frame)>} found */
  async #move(found) {
    this.#asked += 1;
    const mine = this.#asked;
    const there = await found();
    if (mine !== this.#asked) return;
    this.frame = typeof there === "function" ? there() : there;
    this.furthest = Math.max(this.furthest, this.frame.n);
    this.changed();
  }
}

/**
 * @param {Source} source
 * @param {string | null} viewer
 * @returns {Promise<{frames: Frames, refused: Unseen | null}>} as a viewer sees it, or as the caller may
 */
async function seen(source, viewer) {
  try {
    return { frames: await source.frames(viewer ?? undefined), refused: null };
  } catch (error) {
    const refused = viewer === null ? null : unseen(error);
    if (refused === null) throw error;
    return { frames: await source.frames(), refused };
  }
}

/**
 * @param {Frames} frames
 * @param {string} address
 * @param {string} viewer
 * @returns {Promise<Frame>} the frame at an address, or at the end that lies nearer
 */
function nearest(frames, address, viewer) {
  const entry = Number(address.split(".")[0]);
  if (entry < 1) return frames.at("1", viewer);
  return frames.at(entry > frames.header.n ? `${frames.header.n}` : address, viewer);
}

/**
 * @param {Frames} frames
 * @param {string} viewer
 * @returns {Promise<Frame>} the first entry with a board, of those that come at once; the first of all if none has one
 */
async function dealt(frames, viewer) {
  const first = await frames.at("1", viewer);
  const shown = frames.known(1, frames.loaded, viewer).find(({ picture }) => picture !== null);
  return shown === undefined ? first : frames.at(`${shown.n}`, viewer);
}
