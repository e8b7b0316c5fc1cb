/**
 * QR codes (ISO/IEC 18004:2015) of short texts: bytes, error correction M, versions 1 to 10; enough for any link of ours.
 */

/** By version, from 1: codewords of error correction in a block, and how many data codewords each block has. */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
]; // table 9
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]; // table E.1
const FORMAT = 0b10100110111; // generator of the format's BCH code: 7.9.1
const FORMAT_MASK = 0b101010000010010;
const VERSION = 0b1111100100101; // generator of the version's BCH code: 7.10
const FIELD = 0x11d; // of GF(256): 7.5.2

/** @type {((x: number, y: number) => boolean)[]} table 10, with x for the column */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @typedef {(boolean | null)[][]} Grid rows of modules; null is still to be filled */

/**
 * @param {string} text
 * @returns {boolean[][]} rows of modules, dark where true; raises for a text that is too long
 */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const words = interleaved(codewords(bytes, version), version);
  const empty = drawn(version);
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const grid = filled(empty, words, mask);
    const cost = penalty(grid);
    if (cost < least) [best, least] = [grid, cost];
  }
  return /** @type {boolean[][]} */ (best);
}

/** @param {number} version @returns {[number, number[]]} */
function blocksOf(version) {
  return /** @type {[number, number[]]} */ (BLOCKS[version - 1]);
}

/** @param {number} version @returns {number} */
function room(version) {
  return blocksOf(version)[1].reduce((sum, size) => sum + size, 0);
}

/** @param {number} version @returns {number} bits that say how many bytes follow */
function lengthBits(version) {
  return version < 10 ? 8 : 16;
}

/** @param {number} length @returns {number} */
function versionFor(length) {
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    if (4 + lengthBits(version) + 8 * length <= 8 * room(version)) return version;
  }
  throw new RangeError("too long for a QR code of ours");
}

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 * @returns {number[]} data codewords: 7.4.10
 */
function codewords(bytes, version) {
  const bits = (/** @type {number} */ value, /** @type {number} */ count) => value.toString(2).padStart(count, "0");
  const all = 8 * room(version);
  let text = `0100${bits(bytes.length, lengthBits(version))}${[...bytes].map((byte) => bits(byte, 8)).join("")}`;
  text += "0".repeat(Math.min(4, all - text.length));
  text += "0".repeat((8 - (text.length % 8)) % 8);
  const words = Array.from({ length: text.length / 8 }, (_, at) => Number.parseInt(text.slice(8 * at, 8 * at + 8), 2));
  for (let pad = 0xec; words.length < room(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** @param {number} one @param {number} other @returns {number} their product in GF(256) */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 0x80 ? FIELD : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product & 0xff;
}

/** @param {number} degree @returns {number[]} coefficients of the generator, the highest one (1) left out */
function generator(degree) {
  const found = [...new Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let turn = 0; turn < degree; turn += 1) {
    for (let at = 0; at < degree; at += 1) found[at] = times(found[at], root) ^ (found[at + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

/** @param {number[]} words @param {number[]} by @returns {number[]} Reed-Solomon codewords of a block */
function correction(words, by) {
  const rest = new Array(by.length).fill(0);
  for (const word of words) {
    const factor = word ^ rest[0];
    rest.shift();
    rest.push(0);
    by.forEach((coefficient, at) => {
      rest[at] ^= times(coefficient, factor);
    });
  }
  return rest;
}

/**
 * @param {number[]} words
 * @param {number} version
 * @returns {number[]} blocks and their corrections by turns: 7.6
 */
function interleaved(words, version) {
  const [count, sizes] = blocksOf(version);
  const by = generator(count);
  let at = 0;
  const blocks = sizes.map((size) => {
    at += size;
    return words.slice(at - size, at);
  });
  const corrections = blocks.map((block) => correction(block, by));
  const longest = Math.max(...sizes);
  const turns = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
    Array.from({ length }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
  return [...turns(blocks, longest), ...turns(corrections, count)];
}

/** @param {number} version @returns {Grid} with finders, timing, alignment and version; the format's place is kept */
function drawn(version) {
  const size = 17 + 4 * version;
  /** @type {Grid} */
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(grid, x, y, 4, (far) => far !== 2 && far !== 4);
  const places = ALIGNED[version - 1] ?? [];
  for (const y of places) {
    for (const x of places) if (grid[y]?.[x] === null) square(grid, x, y, 2, (far) => far !== 1);
  }
  for (let at = 8; at < size - 8; at += 1) {
    row(grid, 6)[at] ??= at % 2 === 0;
    row(grid, at)[6] ??= at % 2 === 0;
  }
  if (version >= 7) putVersion(grid, version);
  putFormat(grid, 0);
  return grid;
}

/** @param {Grid} grid @param {number} y @returns {(boolean | null)[]} */
function row(grid, y) {
  return /** @type {(boolean | null)[]} */ (grid[y]);
}

/**
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {(far: number) => boolean} dark by the distance from the middle
 */
function square(grid, x, y, reach, dark) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      const line = grid[y + down];
      const at = x + right;
      if (line !== undefined && at >= 0 && at < line.length) line[at] = dark(Math.max(Math.abs(down), Math.abs(right)));
    }
  }
}

/** @param {number} value @param {number} by @param {number} bits of the remainder @returns {number} with its BCH code */
function coded(value, by, bits) {
  let rest = value;
  for (let turn = 0; turn < bits; turn += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) & 1 ? by : 0);
  return (value << bits) | (rest & ((1 << bits) - 1));
}

/** @param {Grid} grid @param {number} mask */
function putFormat(grid, mask) {
  const size = grid.length;
  const bits = coded(mask, FORMAT, 10) ^ FORMAT_MASK; // level M is 00
  const bit = (/** @type {number} */ at) => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const down = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    row(grid, down)[8] = bit(at);
    const left = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    row(grid, 8)[left] = bit(at);
  }
  row(grid, size - 8)[8] = true;
}

/** @param {Grid} grid @param {number} version */
function putVersion(grid, version) {
  const bits = coded(version, VERSION, 12);
  for (let at = 0; at < 18; at += 1) {
    const [far, near] = [grid.length - 11 + (at % 3), Math.floor(at / 3)];
    row(grid, near)[far] = row(grid, far)[near] = ((bits >> at) & 1) === 1;
  }
}

/**
 * @param {Grid} empty
 * @param {number[]} words
 * @param {number} mask
 * @returns {boolean[][]} the words in their zigzag, masked: 7.7.3, 7.8
 */
function filled(empty, words, mask) {
  const grid = empty.map((line) => [...line]);
  const size = grid.length;
  const masked = /** @type {(x: number, y: number) => boolean} */ (MASKS[mask]);
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (row(grid, y)[x] !== null) continue;
        const bit = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        row(grid, y)[x] = bit !== masked(x, y);
        at += 1;
      }
    }
    up = !up;
  }
  putFormat(grid, mask);
  return /** @type {boolean[][]} */ (grid);
}

/** @param {boolean[][]} grid @returns {number} how hard it is to read: 7.8.3 */
function penalty(grid) {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((line) => line[x] === true));
  let cost = 0;
  for (const line of [...grid, ...columns]) cost += lineCost(line);
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const here = grid[y]?.[x];
      if (here) dark += 1;
      if (x > 0 && y > 0 && here === grid[y - 1]?.[x] && here === grid[y]?.[x - 1] && here === grid[y - 1]?.[x - 1])
        cost += 3;
    }
  }
  return cost + 10 * Math.floor(Math.abs(dark / (size * size) - 0.5) / 0.05);
}

/** @param {boolean[]} line @returns {number} for runs of one colour, and for what looks like a finder */
function lineCost(line) {
  const text = line.map((dark) => (dark ? "1" : "0")).join("");
  const runs = text.match(/1{5,}|0{5,}/g) ?? [];
  const finders = text.match(/(?=10111010000|00001011101)/g) ?? [];
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + 40 * finders.length;
}
