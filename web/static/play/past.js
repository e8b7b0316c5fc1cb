/** Looking back while a game goes on: frames of the service, stepped through; they end where the table stands now. */

import { ask } from "../base/api.js";
import { told } from "../base/telling.js";
import { language } from "../base/words.js";
import { open } from "../frames/frames.js";

/** @typedef {import("../frames/frames.js").Frame} Frame */
/** @typedef {import("../frames/frames.js").Frames} Frames */
/** @typedef {import("../frames/frames.js").Step} Step */

export class Past {
  /** @type {Frame | null} what is looked at; nothing while the table is shown as it is */ frame = null;
  /** Why the last step was not made; it can be made again. */
  failed = "";
  /** @type {Frames | null} */ #frames = null;
  #asked = 0;

  /**
   * @param {string} address of the table's API
   * @param {string} viewer
   * @param {() => void} changed
   */
  constructor(address, viewer, changed) {
    this.address = address;
    this.viewer = viewer;
    this.changed = changed;
  }

  /**
   * Look back from the present.
   *
   * @param {number} n the entry at which to begin
   * @param {boolean} whole after all of it, else after the first that it told
   */
  async begin(n, whole = true) {
    await this.#move(async () => {
      const frames = await this.#upTo(n);
      const entry = Math.min(n, frames.header.n);
      if (whole) return frames.at(entry, this.viewer);
      return (await frames.entry(entry, this.viewer))[0] ?? null;
    });
  }

  /**
   * @param {Step} by
   * @param {1 | -1} way
   * @param {number} last the entry that stands on the table now: a step beyond it is the present
   */
  async by(by, way, last) {
    const { frame } = this;
    if (frame === null) return;
    await this.#move(async () => {
      const frames = await this.#upTo(Math.min(last, frame.n + 1));
      const place = await frames.step(frame.address, by, way, this.viewer);
      return place === null ? (way > 0 ? null : frame) : frames.at(place, this.viewer);
    });
  }

  /**
   * @param {number} from the entry that was shown
   * @param {number} to
   * @returns {Promise<Frame[][]>} the frames of each entry between them, in order
   */
  async between(from, to) {
    const frames = await this.#upTo(to);
    const upto = Math.min(to, frames.header.n);
    const entries = [];
    for (let n = from + 1; n <= upto; n += 1) entries.push(await frames.entry(n, this.viewer));
    return entries;
  }

  /** Return to the table as it is. */
  end() {
    this.#asked += 1;
    this.frame = null;
    this.failed = "";
    this.changed();
  }

  /** @param {number} n */
  async #upTo(n) {
    const eyes = `?viewer=${encodeURIComponent(this.viewer)}`;
    const header = async () => (await ask(`${this.address}/frames${eyes}`, { language: language() })).body;
    if (this.#frames === null) {
      const chunk = async (/** @type {number} */ number) =>
        (await ask(`${this.address}/frames/${number}${eyes}`, { language: language() })).body;
      this.#frames = open(await header(), chunk);
    } else if (this.#frames.header.n < n) this.#frames.grow(await header());
    return this.#frames;
  }

  /** @param {() => Promise<Frame | null>} found what is asked last wins */
  async #move(found) {
    this.#asked += 1;
    const mine = this.#asked;
    let frame = this.frame;
    let failed = "";
    try {
      frame = await found();
    } catch (error) {
      failed = told(error);
    }
    if (mine !== this.#asked) return;
    this.frame = frame;
    this.failed = failed;
    this.changed();
  }
}
