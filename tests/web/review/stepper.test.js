// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Lost, Problem } from "../../../web/static/base/api.js";
import { chunksOf, open } from "../../../web/static/frames/frames.js";
import { line } from "../../../web/static/review/line.js";
import { Stepper } from "../../../web/static/review/stepper.js";
import { film } from "../frames/film.js";

/** @typedef {ReturnType<typeof film>} Film */

/**
 * @param {import("../../../web/static/review/place.js").Linked} [place]
 * @param {any} [header]
 * @param {(made: Film) => void} [change]
 */
async function stepping(place = { address: null, viewer: null }, header = {}, change = () => {}) {
  const made = film();
  change(made);
  made.header = { ...made.header, ...header };
  const frames = open(made.header, chunksOf(made));
  let moves = 0;
  const source = {
    address: null,
    frames: async () => frames,
    grown: async () => false,
    hash: async () => "",
    cases: async () => [],
  };
  const stepper = await Stepper.opened(source, place, () => {
    moves += 1;
  });
  return { stepper, moves: () => moves, made };
}

/** @param {Film} made in which nobody has dealt yet */
function undealt(made) {
  for (const { frames } of made.chunks)
    for (const frame of Object.values(frames).flat()) {
      delete frame.panels;
      delete frame.headline;
    }
}

const FIRST = { address: "1", viewer: null };

test("a review begins where its link says, else at the first entry with a board", async () => {
  assert.equal((await stepping()).stepper.frame.address, "2");
  assert.equal((await stepping(FIRST)).stepper.frame.address, "1");
  assert.equal((await stepping(undefined, {}, undealt)).stepper.frame.address, "1");
  assert.equal((await stepping({ address: "2.0", viewer: null })).stepper.frame.address, "2.0");
  const { stepper, made } = await stepping({ address: "999", viewer: "seat:99" });
  assert.equal(stepper.frame.n, made.header.n, "beyond the end is the end");
  assert.equal(stepper.viewer, made.header.viewers[0], "a viewer that the copy has not");
});

test("a place of a record is told from one that is none", async () => {
  const { frames } = (await stepping(FIRST)).stepper;
  for (const place of ["1", "2", "2.0"]) assert.equal(frames.has(place), true, place);
  for (const place of ["0", "999", "2.999", "999.0"]) assert.equal(frames.has(place), false, place);
});

test("whoever may not look as a link says looks as they may, and knows why", async () => {
  const made = film();
  const frames = open(made.header, chunksOf(made));
  const refusing = (/** @type {string} */ code) => ({
    address: "/t",
    frames: async (/** @type {string | undefined} */ viewer) => {
      if (viewer !== undefined) throw new Problem(422, { code });
      return frames;
    },
    grown: async () => false,
    hash: async () => "",
    cases: async () => [],
  });
  const place = { address: null, viewer: "seat:77" };
  const opened = async (/** @type {string} */ code) => (await Stepper.opened(refusing(code), place, () => {})).unseen;
  assert.equal(await opened("invalid_viewer"), "unknown");
  assert.equal(await opened("not_allowed"), "too_early");
  await assert.rejects(opened("unknown_table"), Problem);
  assert.equal((await stepping(place)).stepper.unseen, "unknown", "a copy without these eyes");
  assert.equal((await stepping(FIRST)).stepper.unseen, null);
});

test("a step that leads nowhere says so and stays", async () => {
  const { stepper } = await stepping(FIRST);
  assert.equal(await stepper.by("entry", -1), false);
  assert.equal(stepper.frame.address, "1");
  assert.equal(await stepper.by("entry", 1), true);
  assert.equal(stepper.frame.n, 2);
});

test("what is asked last wins", async () => {
  const { stepper } = await stepping();
  await Promise.all([stepper.to("3"), stepper.to("2")]);
  assert.equal(stepper.frame.n, 2);
});

test("each move is told once", async () => {
  const { stepper, moves } = await stepping();
  await stepper.to("2");
  assert.equal(moves(), 1);
});

test("who does not want to know is told of one chunk and of no number", async () => {
  const { stepper, made } = await stepping(FIRST);
  assert.equal(stepper.horizon, made.header.n);
  stepper.unspoilt = true;
  assert.equal(stepper.horizon, Math.min(made.header.n, made.header.chunk));
  const told = line(stepper, [1, made.header.n]);
  assert.equal(told.end, null);
  assert.deepEqual(told.notes, [1]);
  assert.deepEqual(
    Object.values(told.marks)
      .flat()
      .filter((n) => n > 1),
    [],
    "nothing that was not seen",
  );
  assert.deepEqual(
    [...told.own, ...told.takenBack].filter((n) => n > 1),
    [],
  );
  assert.equal(told.last % made.header.chunk, 0, "how many entries there are is no number of chunks");
  while (await stepper.by("entry", 1));
  assert.equal(line(stepper, [1, made.header.n]).notes.length, 2, "what was seen is told");
  assert.equal(line(stepper, []).last, made.header.n);
});

test("a move that the service does not answer leads nowhere, and is known until the next one succeeds", async () => {
  const { stepper, made } = await stepping(FIRST);
  let isThere = false;
  const frames = open(made.header, async (number) => {
    if (number > 0 && !isThere) throw new Lost(null);
    return chunksOf(made)(number);
  });
  stepper.frames = frames;
  await stepper.to("2");
  assert.equal(await stepper.by("entry", 1), false);
  assert.ok(stepper.lost instanceof Lost);
  await stepper.to("4");
  assert.ok(stepper.lost instanceof Lost);
  assert.equal(stepper.frame.address, "2");
  isThere = true;
  assert.equal(await stepper.by("entry", 1), true);
  assert.equal(stepper.lost, null);
  assert.equal(stepper.frame.n, 3);
});

test("a link leads whoever does not want to know no further than the chunk that is told of", async () => {
  const made = film();
  /** @type {number[]} */
  const loaded = [];
  const opened = (/** @type {string} */ address, /** @type {number | null} */ kept) => {
    const frames = open(made.header, (number) => {
      loaded.push(number);
      return chunksOf(made)(number);
    });
    const source = {
      address: null,
      frames: async () => frames,
      grown: async () => false,
      hash: async () => "",
      cases: async () => [],
    };
    return Stepper.opened(
      source,
      { address, viewer: null },
      () => {},
      () => kept,
    );
  };
  assert.equal((await opened("4", 1)).frame.address, "2");
  assert.equal((await opened("3.0", 2)).frame.address, "2");
  assert.deepEqual(loaded, [0, 0], "nothing of what lies behind it was asked for");
  assert.equal((await opened("4", 3)).frame.address, "4");
  assert.equal((await opened("4", null)).frame.address, "4");
});

test("who does not want to know steps fact by fact into the next chunk", async () => {
  const { stepper } = await stepping({ address: "2", viewer: null });
  stepper.unspoilt = true;
  await stepper.to("3.1");
  assert.equal(stepper.frame.n, 3);
  assert.equal(stepper.horizon, 4);
});

test("who does not want to know goes beyond the chunk step by step only", async () => {
  const { stepper, made } = await stepping(FIRST);
  const { header } = made;
  stepper.frames.header.chunk = header.chunk = 2;
  stepper.unspoilt = true;
  await stepper.to(`${header.n}`);
  assert.equal(stepper.frame.n, 2);
  stepper.frames.step = async (address, by, way) => `${Number(`${address}`.split(".")[0]) + (by === "turn" ? 2 : way)}`;
  assert.equal(await stepper.by("turn", 1), false);
  assert.equal(stepper.frame.n, 2);
  assert.equal(await stepper.by("entry", 1), true);
  assert.deepEqual([stepper.frame.n, stepper.horizon], [3, Math.min(header.n, 4)]);
});

test("of a table that goes on no number is told", async () => {
  const { stepper } = await stepping(undefined, { over: false });
  assert.equal(line(stepper, []).end, null);
});
