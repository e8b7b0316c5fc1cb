/**
 * What a table looks like now: scenes of the service, the story that grows with them, and the stream that says when
 * there is something newer. What did not change stays the same object, so that it is not drawn again.
 */

import { ask, Lost, Problem } from "../base/api.js";
import { pauseAfter } from "../base/insisting.js";
import { follow } from "../base/shared.js";
import { language } from "../base/words.js";

/** @typedef {import("../board/types.js").Picture} Picture */
/** @typedef {import("../board/types.js").Panel} Panel */

/**
 * @typedef {{at: string, by: string, say: string}} Told
 * @typedef {{seat: number, kind: string, tag: string, since: string, deadline: string | null}} Awaited
 *
 * @typedef {Omit<import("../choosing/types.js").Scene, "picture"> & {table: string, game: string, title: string, status: string, paused: {causes: {reason: string | null}[]} | null,
 *   viewer: string, acts: boolean, hints: boolean, head: string, names: string[], awaited: Awaited[], now: string, began: number | null,
 *   clocks: {seat: number, deadline: string, due: string}[], anytime: {tag: string, label: string, form?: import("../choosing/types.js").Offer}[],
 *   decision: Awaited | null, picture: Picture | null, story: Told[]}} TableScene what `GET …/scene` answers
 *
 * @typedef {object} Telling
 * @property {(scene: TableScene) => void} scene
 * @property {(state: "connecting" | "live" | "waiting" | "polling") => void} state
 */

const KEPT = 600; // sentences of the story
const POLL = 10_000; // ms between looks where no stream is to be had

/** Keeps a page's scene up to date. */
export class Scenes {
  /** @type {Told[]} the story so far, in order */ story = [];
  /** @type {TableScene | null} */ #scene = null;
  /** @type {Promise<void> | null} */ #looking = null;
  #wanted = 0;
  #upto = 0;
  /** @type {{close: () => void} | null} */ #stream = null;
  /** @type {any} */ #timer;
  #over = false;
  #eyes = 0; // how often the table was read anew: what was asked before that shows what others may see

  /**
   * @param {string} address of the table's API
   * @param {Telling} telling
   */
  constructor(address, telling) {
    this.address = address;
    this.telling = telling;
  }

  /**
   * Read the table for the first time and follow it; raises `Problem` and `Lost`.
   *
   * @param {string} [token] what the link brought, while no cookie holds it yet
   * @param {Promise<unknown>} [entering] ends once one does: on a phone's line two questions at a time are the sooner
   *   answered, and nothing is shown before both are
   */
  async begin(token, entering) {
    const eyes = this.#eyes;
    const [body] = await Promise.all([this.#asked(token), entering]);
    if (eyes !== this.#eyes) return;
    this.#take(body);
    this.#follow();
  }

  /** Read nothing any more. */
  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#stream?.close();
  }

  /** Read the table again, because somebody else may see it now; raises `Problem` and `Lost`. */
  async restart() {
    this.#stream?.close();
    clearTimeout(this.#timer);
    this.#eyes += 1;
    this.#looking = null;
    this.#upto = 0;
    this.story = [];
    await this.begin();
  }

  /**
   * Look for a scene that knows at least an entry; looks at the same time are one.
   *
   * @param {number} n
   * @returns {Promise<void>}
   */
  look(n = 0) {
    this.#wanted = Math.max(this.#wanted, n);
    if (this.#looking !== null) return this.#looking;
    const looking = this.#until(this.#eyes).finally(() => {
      if (this.#looking === looking) this.#looking = null;
    });
    this.#looking = looking;
    return looking;
  }

  /** @param {number} eyes */
  async #until(eyes) {
    const goesOn = () => !this.#over && eyes === this.#eyes;
    for (let before = -1, wanted = -1; this.#mayBring(before, wanted) && goesOn(); ) {
      before = this.#scene?.n ?? 0;
      wanted = this.#wanted;
      await this.#readAtLast(goesOn);
      if ((this.#scene?.n ?? 0) >= this.#wanted) return;
    }
  }

  /**
   * Tell whether another reading may bring what is wanted: the last one brought something new, or what it was to bring
   * is heard of only since it began.
   *
   * @param {number} before
   * @param {number} wanted
   */
  #mayBring(before, wanted) {
    return (this.#scene?.n ?? 0) > before || this.#wanted > wanted;
  }

  /**
   * Read until there is an answer: else whoever has just acted would see the decision before as if it were open.
   *
   * @param {() => boolean} goesOn whether an answer is of use still
   */
  async #readAtLast(goesOn) {
    for (let known = false; !known && goesOn(); ) {
      try {
        const scene = await this.#asked();
        known = true;
        if (goesOn()) this.#take(scene);
      } catch (error) {
        if (!(error instanceof Lost || error instanceof Problem)) throw error;
        if (!goesOn()) return;
        const pause = pauseAfter(error);
        await new Promise((again) => setTimeout(again, pause));
      }
    }
  }

  /**
   * @param {string} [token]
   * @returns {Promise<TableScene>}
   */
  async #asked(token) {
    return (await ask(`${this.address}/scene?after=${this.#upto}`, { language: language(), token })).body;
  }

  /** @param {TableScene} scene */
  #take(scene) {
    if (this.#scene !== null && scene.n < this.#scene.n && scene.viewer === this.#scene.viewer) return;
    this.story = [...this.story, ...scene.story].slice(-KEPT);
    this.#upto = scene.n;
    scene.picture = settled(scene.picture, this.#scene?.picture ?? null);
    this.#scene = scene;
    this.telling.scene(scene);
  }

  #follow() {
    const scene = /** @type {TableScene} */ (this.#scene);
    const viewer = scene.seat === null ? "" : `?viewer=${encodeURIComponent(scene.viewer)}`;
    const eyes = this.#eyes;
    this.#stream = follow(`${this.address}/stream${viewer}`, `${scene.n}`, {
      entry: (id) => this.look(Number(id)),
      state: (state) => this.telling.state(state === "closed" ? "waiting" : state),
      closed: (reason) => eyes === this.#eyes && this.#closed(reason),
    });
  }

  /** @param {string} reason */
  #closed(reason) {
    clearTimeout(this.#timer);
    if (this.#over) return;
    if (reason === "ended") {
      this.look();
      return;
    }
    const gone = reason === "behind" || reason === "unknown_cursor" || reason === "viewer_changed";
    if (!gone) this.telling.state("polling");
    const eyes = this.#eyes;
    const next = async () => {
      await this.look();
      if (eyes !== this.#eyes) return;
      if (gone) this.#follow();
      else this.#closed(reason);
    };
    this.#timer = setTimeout(next, gone ? 0 : POLL);
  }
}

/**
 * @param {Picture | null} picture
 * @param {Picture | null} before
 * @returns {Picture | null} the picture, with the very panels of the one before that are equal
 */
export function settled(picture, before) {
  if (picture === null || before === null) return picture;
  const known = new Map((before.panels ?? []).map((panel) => [JSON.stringify(panel), panel]));
  const panels = (picture.panels ?? []).map((panel) => known.get(JSON.stringify(panel)) ?? panel);
  return { ...picture, panels };
}

/**
 * @param {Told} told
 * @returns {number} the entry of the record that tells it
 */
export function entryOf(told) {
  return Number(told.at.split(".")[0]);
}

/**
 * @param {Told[]} story
 * @param {number | null} seat
 * @returns {Told[]} what happened since the seat last did something
 */
export function sinceOwn(story, seat) {
  const own = story.findLastIndex((told) => told.by === `seat:${seat}`);
  const last = own < 0 ? 0 : entryOf(/** @type {Told} */ (story[own]));
  return story.filter((told) => entryOf(told) > last);
}
