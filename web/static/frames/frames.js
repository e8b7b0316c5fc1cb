// @ts-check
// Reads frames/1 (docs/frames.md): chunks are loaded as they are wanted, and equal places of the pool are one object,
// so that a panel that did not change is known by identity. Nothing here knows a game.

import { beside, parse } from "./address.js";
import { FramesError, Pool } from "./pool.js";

export { FramesError } from "./pool.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./address.js").Place} Place
 * @typedef {import("./pool.js").Picture} Picture
 *
 * @typedef {object} Header What is known before the first chunk.
 * @property {string} format
 * @property {number} n the last entry that is there so far
 * @property {number} chunk entries in a chunk
 * @property {boolean} over no entry follows
 * @property {string} head
 * @property {string[]} viewers
 * @property {Record<string, number[]>} marks
 * @property {Record<string, number[]>} decisions by viewer
 * @property {number[]} taken_back
 *
 * @typedef {{seat: number, kind: string, n: number, since: number, deadline?: number}} Awaited
 * @typedef {{at: number, facts?: number, awaited?: Awaited[], bank?: number[]}} Stand
 * @typedef {{n: number, fact?: number, headline?: number, banner?: number[], prompt?: number, panels?: number[],
 *   told?: [number, number | null][], taught?: [number, number | null][],
 *   could?: {seat: number, can?: number[], cannot?: number[]}[]}} RawFrame
 * @typedef {{from: number, base: number[], pool: import("./pool.js").Parts, entries: Stand[],
 *   frames: Record<string, RawFrame[]>}} Chunk
 *
 * @typedef {{address: string, text: string}} Sentence
 * @typedef {object} Frame The table at an address, and what there is to say of it.
 * @property {string} address "41.3" within an entry, "41" for the whole of it
 * @property {number} n
 * @property {number | null} fact null for the frame of the whole entry, the last one
 * @property {number} at when the entry was written, in ms since 1970
 * @property {string} headline
 * @property {string | null} prompt
 * @property {Picture | null} picture null before the deal
 * @property {Sentence[]} sentences
 * @property {{seat: number, can: string[], cannot: string[]}[]} couldDo
 * @property {Sentence[]} taught
 * @property {Awaited[]} awaited
 * @property {number[] | null} bank
 * @property {string[]} marks of the entry; "decision" where one was put to the viewer
 * @property {boolean} takenBack
 *
 * @typedef {"entry" | "fact" | "turn" | "decision" | "reshuffle" | "out" | "clock" | "pause" | "rewind" |
 *   "end"} Step
 */

const AT_ONCE = 3; // chunks that are asked for at the same time on the way to a far one

/**
 * Open frames; `loadChunk` is asked for a chunk by its number, from 0, whenever one is wanted.
 * @param {Header} header
 * @param {(number: number) => Promise<Chunk>} loadChunk
 * @returns {Frames}
 */
export function open(header, loadChunk) {
  return new Frames(header, loadChunk);
}

export class Frames {
  /** @type {Pool} */ #pool = new Pool();
  /** @type {Stand[]} by entry, from 1 */ #stands = [];
  /** @type {Map<string, Frame[][]>} by viewer and entry */ #frames = new Map();
  /** @type {Promise<unknown>} one chunk is taken after the other */ #taking = Promise.resolve();
  /** @type {(number: number) => Promise<Chunk>} */ #loadChunk;
  /** @type {Map<string, Set<number>>} */ #marks = new Map();

  /**
   * @param {Header} header
   * @param {(number: number) => Promise<Chunk>} loadChunk
   */
  constructor(header, loadChunk) {
    this.header = checked(header);
    this.#loadChunk = loadChunk;
    this.#mark();
  }

  /** How many entries are loaded: what comes behind them nobody has asked for yet. */
  get loaded() {
    return this.#stands.length;
  }

  /**
   * Take the header of the same table with more entries; frames that are there stay as they are.
   * @param {Header} header
   */
  grow(header) {
    if (checked(header).n < this.header.n) throw new FramesError("frames do not become fewer");
    this.header = header;
    this.#mark();
  }

  /**
   * Return the frame that stands at an address: of a fact that shows and says nothing, the one before it.
   * @param {Place} place 41, "41" or "41.3"
   * @param {string} [viewer]
   * @returns {Promise<Frame>}
   */
  async at(place, viewer) {
    const { n, fact } = parse(place);
    const frames = await this.entry(n, viewer);
    const whole = frames[frames.length - 1];
    if (fact === null || fact >= (this.#stands[n - 1].facts ?? 0) - 1) return whole;
    const before = frames.filter((frame) => frame.fact !== null && frame.fact <= fact);
    return before.length ? before[before.length - 1] : this.at(n - 1, viewer);
  }

  /**
   * Say whether there is such a place; of facts it knows where the entry is loaded.
   * @param {Place} place
   */
  has(place) {
    const { n, fact } = parse(place);
    return n >= 1 && n <= this.header.n && (fact === null || fact < (this.#stands[n - 1]?.facts ?? 0));
  }

  /**
   * Return the frames of an entry, in order; the last one is that of the whole of it.
   * @param {number} n
   * @param {string} [viewer]
   * @returns {Promise<Frame[]>}
   */
  async entry(n, viewer = this.header.viewers[0]) {
    if (!(Number.isInteger(n) && n >= 1 && n <= this.header.n)) throw new RangeError(`there is no entry ${n}`);
    if (!this.header.viewers.includes(viewer)) throw new RangeError(`these are no frames of ${viewer}`);
    if (n > this.loaded) await this.load(n);
    return /** @type {Frame[][]} */ (this.#frames.get(viewer))[n - 1];
  }

  /**
   * Return the frames of entries that are loaded: whoever stands at one has all that came before it.
   * @param {number} first
   * @param {number} last
   * @param {string} [viewer]
   * @returns {Frame[]}
   */
  known(first, last, viewer = this.header.viewers[0]) {
    return (this.#frames.get(viewer) ?? []).slice(first - 1, last).flat();
  }

  /**
   * Return where a step leads from a place, null where it leads nowhere.
   * @param {Place} place
   * @param {Step} by
   * @param {1 | -1} way
   * @param {string} [viewer]
   * @returns {Promise<string | null>}
   */
  async step(place, by, way, viewer = this.header.viewers[0]) {
    const here = parse(place);
    if (by === "entry") return this.#entryBeside(here, way);
    if (by === "fact") return this.#frameBeside(here, way, viewer);
    const entries = by === "decision" ? (this.header.decisions[viewer] ?? []) : (this.header.marks[by] ?? []);
    return beside(entries, here, way);
  }

  /**
   * Load what is missing up to an entry.
   * @param {number} n
   */
  load(n) {
    const done = this.#taking.then(() => this.#load(n));
    this.#taking = done.catch(() => undefined); // whoever wants it later asks again
    return done;
  }

  /** @param {Address} here @param {number} way */
  #entryBeside({ n, fact }, way) {
    const to = way > 0 && fact !== null ? n : n + way;
    return to >= 1 && to <= this.header.n ? String(to) : null;
  }

  /** @param {Address} here @param {number} way @param {string} viewer */
  async #frameBeside({ n, fact }, way, viewer) {
    const frames = await this.entry(n, viewer);
    const order = (/** @type {number | null} */ one) => one ?? Number.POSITIVE_INFINITY;
    const further = frames.filter((frame) => (order(frame.fact) - order(fact)) * way > 0);
    if (further.length) return further[way > 0 ? 0 : further.length - 1].address;
    if (n + way < 1 || n + way > this.header.n) return null;
    return way > 0 ? (await this.entry(n + 1, viewer))[0].address : String(n - 1);
  }

  /** @param {number} n */
  async #load(n) {
    const size = this.header.chunk;
    while (this.loaded < n) {
      const first = Math.floor(this.loaded / size);
      const last = Math.min(Math.floor((n - 1) / size), first + AT_ONCE - 1);
      const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      for (const chunk of await Promise.all(numbers.map((number) => this.#loadChunk(number)))) this.#take(chunk);
    }
  }

  /**
   * Take a chunk: the next one, or the last one again, which has more entries by now.
   * @param {Chunk} chunk
   */
  #take(chunk) {
    const known = this.loaded - chunk.from + 1;
    if (!(known >= 0 && (chunk.from - 1) % this.header.chunk === 0 && chunk.entries.length > known)) {
      throw new FramesError(`a chunk from entry ${chunk.from} does not go on after entry ${this.loaded}`);
    }
    this.#pool.take(chunk.base, chunk.pool);
    const stands = [...this.#stands, ...chunk.entries.slice(known)];
    const read = this.header.viewers.map((viewer) => this.#read(chunk, viewer, known, stands));
    this.#stands = stands;
    for (const [i, viewer] of this.header.viewers.entries()) {
      this.#frames.set(viewer, [...(this.#frames.get(viewer) ?? []), ...read[i]]);
    }
  }

  /**
   * Return the frames of a viewer that a chunk brings, by entry.
   * @param {Chunk} chunk
   * @param {string} viewer
   * @param {number} known entries of the chunk that are there already
   * @param {Stand[]} stands
   * @returns {Frame[][]}
   */
  #read(chunk, viewer, known, stands) {
    /** @type {Frame[][]} */
    const entries = chunk.entries.map(() => []);
    for (const raw of chunk.frames[viewer] ?? []) {
      const place = raw.n - chunk.from;
      if (!(place in entries)) throw new FramesError(`entry ${raw.n} is not of this chunk`);
      if (place >= known) entries[place].push(this.#frame(raw, viewer, stands[raw.n - 1]));
    }
    const found = entries.slice(known);
    if (!found.every((frames) => frames.at(-1)?.fact === null)) throw new FramesError("an entry lacks its frame");
    return found;
  }

  /** @param {RawFrame} raw @param {string} viewer @param {Stand} stand @returns {Frame} */
  #frame(raw, viewer, stand) {
    const pool = this.#pool;
    const fact = raw.fact ?? null;
    const picture = pool.picture(raw);
    const said = (/** @type {[number, number | null]} */ [text, of]) => ({
      address: of === null ? `${raw.n}` : `${raw.n}.${of}`,
      text: pool.text(text),
    });
    const frames = this;
    return {
      address: fact === null ? `${raw.n}` : `${raw.n}.${fact}`,
      n: raw.n,
      fact,
      at: stand.at,
      headline: picture?.headline ?? "",
      prompt: picture?.prompt ?? null,
      picture,
      sentences: (raw.told ?? []).map(said),
      couldDo: (raw.could ?? []).map((one) => ({
        seat: one.seat,
        can: (one.can ?? []).map((place) => pool.text(place)),
        cannot: (one.cannot ?? []).map((place) => pool.text(place)),
      })),
      taught: (raw.taught ?? []).map(said),
      awaited: stand.awaited ?? [],
      bank: stand.bank ?? null,
      get marks() {
        return frames.marks(raw.n, viewer);
      },
      get takenBack() {
        return frames.#marks.get("taken_back")?.has(raw.n) ?? false;
      },
    };
  }

  /**
   * Return the marks of an entry; "decision" where one was put to the viewer.
   * @param {number} n
   * @param {string} [viewer]
   * @returns {string[]}
   */
  marks(n, viewer = this.header.viewers[0]) {
    const names = Object.keys(this.header.marks).filter((name) => this.#marks.get(name)?.has(n));
    return this.#marks.get(`decision ${viewer}`)?.has(n) ? [...names, "decision"] : names;
  }

  #mark() {
    const { marks, decisions, taken_back } = this.header;
    const own = Object.entries(decisions).map(([viewer, entries]) => [`decision ${viewer}`, entries]);
    const all = /** @type {[string, number[]][]} */ ([...Object.entries(marks), ...own, ["taken_back", taken_back]]);
    this.#marks = new Map(all.map(([name, entries]) => [name, new Set(entries)]));
  }
}

/** @param {Header} header @returns {Header} */
function checked(header) {
  if (header.format !== "frames/1") throw new FramesError(`these are no frames/1: ${header.format}`);
  if (!(header.n >= 1 && header.chunk >= 1 && header.viewers.length)) throw new FramesError("the header is damaged");
  return header;
}

/**
 * Return what loads the chunks of a film, a whole document with its header.
 * @param {{chunks: Chunk[]}} film
 * @returns {(number: number) => Promise<Chunk>}
 */
export function chunksOf(film) {
  return async (number) => {
    if (!(number in film.chunks)) throw new FramesError(`the film has no chunk ${number}`);
    return film.chunks[number];
  };
}
