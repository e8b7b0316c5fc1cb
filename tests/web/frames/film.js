// @ts-check
// A small film by hand: four entries in chunks of two, as a server or `replay export --format frames` would write it.

/** @typedef {import("../../../web/static/frames/frames.js").Header} Header */
/** @typedef {import("../../../web/static/frames/frames.js").Chunk} Chunk */

/** @returns {{header: Header, chunks: Chunk[]}} */
export function film() {
  return structuredClone({ header: HEADER, chunks: [FIRST, SECOND] });
}

/** @type {Header} */
const HEADER = {
  format: "frames/1",
  n: 4,
  chunk: 2,
  over: true,
  head: "h",
  viewers: ["seat:0"],
  marks: { turn: [2, 4], end: [4] },
  decisions: { "seat:0": [2] },
  taken_back: [3],
};

/** @type {Chunk} */
const FIRST = {
  from: 1,
  base: [0, 0, 0, 0],
  pool: {
    texts: ["A table is opened.", "Turn 1", "Ann plays A.", "Ann's turn", "end", "A: spent", "deck: no A"],
    cards: [{ face: "A" }, { face: "B" }],
    zones: [
      { label: "Hand", kind: "hand", cards: [0] },
      { label: "Hand", kind: "hand" },
    ],
    panels: [
      { label: "Ann", role: "own", zones: [0] },
      { label: "Ben", role: "other" },
      { label: "Ann", role: "own", zones: [1] },
    ],
  },
  entries: [{ at: 10 }, { at: 20, facts: 3, awaited: [{ seat: 0, kind: "turn", n: 2, since: 20 }], bank: [5, 6] }],
  frames: {
    "seat:0": [
      { n: 1, told: [[0, null]] },
      { n: 2, fact: 0, headline: 1, panels: [0, 1], told: [[2, 0]] },
      {
        n: 2,
        headline: 1,
        prompt: 3,
        panels: [2, 1],
        could: [{ seat: 0, can: [4], cannot: [5] }],
        taught: [[6, 2]],
      },
    ],
  },
};

/** @type {Chunk} */
const SECOND = {
  from: 3,
  base: [7, 2, 2, 3],
  pool: { texts: ["Turn 2"], cards: [], zones: [], panels: [] },
  entries: [{ at: 30, facts: 3 }, { at: 40 }],
  frames: {
    "seat:0": [
      { n: 3, fact: 1, headline: 7, panels: [0, 1] },
      { n: 3, headline: 7, panels: [2, 1] },
      { n: 4, headline: 7, panels: [2, 1] },
    ],
  },
};
