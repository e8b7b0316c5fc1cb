/**
 * Where frames come from: the service gives those of one viewer at a time, a packed file holds all that its copy allows.
 */

import { ask } from "../base/api.js";
import { opened } from "../base/data.js";
import { chunksOf, open } from "../frames/frames.js";

/** @typedef {import("../frames/frames.js").Frames} Frames */
/** @typedef {import("../frames/frames.js").Header} Header */
/** @typedef {import("./texts.js").Case} Case */

/**
 * @typedef {Header & {table: string, title: string, costume: string, seats: string[], status: string,
 *   allowed: string[], language: string}} FullHeader
 *
 * @typedef {object} Source
 * @property {(viewer?: string) => Promise<Frames>} frames of a viewer, or of the caller's own
 * @property {(frames: Frames) => Promise<boolean>} grown whether there are more entries than before
 * @property {(n: number) => Promise<string>} hash of an entry, which a note is bound to
 * @property {() => Promise<Case[]>} cases of the table; none of a file, which brings their texts as notes
 * @property {string | null} address the address of the table's API; null for what comes from a file
 */

/**
 * @param {string} address of a table, without a slash at its end
 * @param {string} language
 * @returns {Source}
 */
export function fromService(address, language) {
  /** @type {Map<string, Promise<Frames>>} */
  const known = new Map();
  const named = (/** @type {string | undefined} */ viewer) => (viewer ? `?viewer=${encodeURIComponent(viewer)}` : "");
  const header = async (/** @type {string | undefined} */ viewer) =>
    (await ask(`${address}/frames${named(viewer)}`, { language })).body;

  /** @param {string | undefined} viewer */
  async function begun(viewer) {
    const first = await header(viewer);
    const own = first.viewers[0];
    return open(first, async (number) => (await ask(`${address}/frames/${number}${named(own)}`, { language })).body);
  }

  return {
    address,
    frames(viewer) {
      const key = viewer ?? "";
      let found = known.get(key);
      if (found === undefined) {
        found = begun(viewer);
        known.set(key, found);
        found.then(
          (frames) => known.set(frames.header.viewers[0], Promise.resolve(frames)),
          () => known.delete(key), // asked again, it may be there
        );
      }
      return found;
    },
    async grown(frames) {
      if (frames.header.over) return false;
      const now = await header(frames.header.viewers[0]);
      if (now.n <= frames.header.n && !now.over) return false;
      frames.grow(now);
      return true;
    },
    async hash(n) {
      const { body } = await ask(`${address}/entries?after=${n - 1}&limit=1`, { language });
      return body.entries[0].hash;
    },
    cases: async () => (await ask(`${address}/cases`, { language })).body.cases,
  };
}

/**
 * Read the film that a packed page holds.
 *
 * @returns {Source}
 */
export function fromFile() {
  const frames = opened("film").then((film) => open(film.header, chunksOf(film)));
  return {
    address: null,
    frames: () => frames,
    grown: async () => false,
    hash: async (n) => (await opened("hashes"))[n - 1],
    cases: async () => [],
  };
}
