/**
 * Where a reader stands in a record, and through whose eyes: no page, no clock of its own.
 *
 * What is asked last wins: an answer that comes late moves nobody.
 */

import { Lost, Problem } from "../base/api.js";
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
    /** @type {Problem | Lost | null} why the last move came to nothing */
    this.lost = null;
  }

  /**
   * Open a source at a place, or where there is something to see: at the deal.
   *
   * @param {Source} source
   * @param {import("./place.js").Linked} place
   * @param {() => void} changed
   * @param {(table: string) => number | null} spared how far a reader has seen who asked to be told no more
   * @returns {Promise<Stepper>}
   */
  static async opened(source, { address, viewer }, changed, spared = () => null) {
    const { frames, refused } = await seen(source, viewer);
    const header = /** @type {import("./source.js").FullHeader} */ (frames.header);
    const eyes = viewer !== null && header.viewers.includes(viewer) ? viewer : header.viewers[0];
    const before = spared(header.table);
    const place = address === null || before === null ? address : within(address, toldUpTo(before, header));
    const frame = place === null ? await dealt(frames, eyes) : await nearest(frames, place, eyes);
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
    return this.unspoilt ? toldUpTo(this.furthest, this.header) : this.header.n;
  }

  /** @returns {boolean} whether this is where what is there ends */
  get atEnd() {
    return this.frame.n === this.header.n && this.frame.fact === null;
  }

  /**
   * Go to an address; one beyond what is told of, and beyond the next entry, is the end of that.
   *
   * @param {string} address
   */
  async to(address) {
    const isNext = entryOf(address) === this.frame.n + 1;
    const near = isNext ? address : within(address, this.horizon);
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
      const isTold = place !== null && (NEAR.includes(by) || entryOf(place) <= this.horizon);
      const there = isTold ? await frames.at(place, viewer) : frame;
      found = isTold;
      return there;
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

  /**
   * Move to what is found; what the service refuses or does not answer moves nobody, and stands in `lost`.
   *
   * @param {() => Promise<Frame | (() => Frame)>} found
   */
  async #move(found) {
    this.#asked += 1;
    const mine = this.#asked;
    const there = await found().catch((error) => {
      if (error instanceof Problem || error instanceof Lost) return error;
      throw error;
    });
    if (mine !== this.#asked) return;
    this.lost = there instanceof Error ? there : null;
    if (!(there instanceof Error)) this.frame = typeof there === "function" ? there() : there;
    this.furthest = Math.max(this.furthest, this.frame.n);
    this.changed();
  }
}

/**
 * @param {string} address
 * @returns {number}
 */
export function entryOf(address) {
  return Number(address.split(".")[0]);
}

/**
 * @param {string} address
 * @param {number} last
 * @returns {string} the address, or the last entry for one that lies beyond it
 */
function within(address, last) {
  return entryOf(address) > last ? `${last}` : address;
}

/**
 * @param {number} furthest the furthest entry that was seen
 * @param {Pick<import("../frames/frames.js").Header, "n" | "chunk">} header
 * @returns {number} the last entry that is told of to whoever wants to know no more
 */
function toldUpTo(furthest, { n, chunk }) {
  return Math.min(n, (Math.floor((furthest - 1) / chunk) + 1) * chunk);
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
  const entry = entryOf(address);
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
