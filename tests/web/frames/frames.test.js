// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { chunksOf, FramesError, open } from "../../../web/static/frames/frames.js";
import { film } from "./film.js";

/** @param {any} [value] @returns {{frames: import("../../../web/static/frames/frames.js").Frames, asked: number[]}} */
function opened(value = film()) {
  /** @type {number[]} */
  const asked = [];
  const load = chunksOf(value);
  const frames = open(value.header, (number) => {
    asked.push(number);
    return load(number);
  });
  return { frames, asked };
}

test("a frame is the picture, the sentences and the choices of its place", async () => {
  const { frames } = opened();
  const frame = await frames.at("2.0");
  assert.equal(frame.address, "2.0");
  assert.equal(frame.picture?.panels[0].zones?.[0].cards?.[0].face, "A");
  assert.deepEqual(frame.sentences, [{ address: "2.0", text: "Ann plays A." }]);
  const whole = await frames.at(2);
  assert.deepEqual([whole.headline, whole.prompt, whole.at, whole.bank], ["Turn 1", "Ann's turn", 20, [5, 6]]);
  assert.deepEqual(whole.couldDo, [{ seat: 0, can: ["end"], cannot: ["A: spent"] }]);
  assert.deepEqual(whole.taught, [{ address: "2.2", text: "deck: no A" }]);
  assert.deepEqual(whole.marks, ["turn", "decision"]);
  assert.equal((await frames.at(3)).takenBack, true);
});

test("before the deal there is no picture", async () => {
  assert.equal((await opened().frames.at(1)).picture, null);
});

test("equal places are one object, in frames and in chunks", async () => {
  const { frames } = opened();
  const [one, two, three] = [await frames.at("2.0"), await frames.at(2), await frames.at(3)];
  assert.equal(one.picture?.panels[1], two.picture?.panels[1]);
  assert.equal(two.picture?.panels[1], three.picture?.panels[1], "of another chunk");
  assert.notEqual(one.picture?.panels[0], two.picture?.panels[0]);
});

test("a fact without a frame of its own shows what was there before it", async () => {
  const { frames } = opened();
  assert.equal((await frames.at("2.1")).address, "2.0");
  assert.equal((await frames.at("2.2")).address, "2", "the last fact is the whole entry");
  assert.equal((await frames.at("3.0")).address, "2");
});

test("chunks are loaded once, when they are wanted, and in order", async () => {
  const { frames, asked } = opened();
  await frames.at(1);
  assert.deepEqual(asked, [0]);
  await Promise.all([frames.at(4), frames.at(3), frames.at(2)]);
  assert.deepEqual(asked, [0, 1]);
  assert.equal(frames.loaded, 4);
  const far = opened();
  await Promise.all([far.frames.at(4), far.frames.at(1)]);
  assert.deepEqual(far.asked, [0, 1]);
});

test("a chunk that fails is asked for again", async () => {
  const value = film();
  let fails = true;
  const frames = open(value.header, async (number) => {
    if (fails) throw new TypeError("no network");
    return value.chunks[number];
  });
  await assert.rejects(frames.at(1), TypeError);
  fails = false;
  assert.equal((await frames.at(4)).n, 4);
});

test("steps lead from entry to entry and from frame to frame, there and back", async () => {
  const { frames } = opened();
  const way = ["1"];
  for (let here = await frames.step("1", "fact", 1); here !== null; here = await frames.step(here, "fact", 1))
    way.push(here);
  assert.deepEqual(way, ["1", "2.0", "2", "3.1", "3", "4"]);
  const back = ["4"];
  for (let here = await frames.step("4", "fact", -1); here !== null; here = await frames.step(here, "fact", -1))
    back.push(here);
  assert.deepEqual(back, way.toReversed());
  assert.equal(await frames.step("2.0", "entry", 1), "2");
  assert.equal(await frames.step("2", "entry", 1), "3");
  assert.equal(await frames.step("1", "entry", -1), null);
  assert.equal(await frames.step("4", "entry", 1), null);
});

test("steps lead to the marks beside", async () => {
  const { frames } = opened();
  assert.equal(await frames.step("1", "turn", 1), "2");
  assert.equal(await frames.step("2.0", "turn", 1), "2", "the end of the entry is yet to come");
  assert.equal(await frames.step("2", "turn", 1), "4");
  assert.equal(await frames.step("4", "turn", -1), "2");
  assert.equal(await frames.step("4", "decision", -1), "2");
  assert.equal(await frames.step("4", "reshuffle", 1), null);
});

test("a table that goes on brings its last chunk again, and what was there stays the same", async () => {
  const value = film();
  const whole = structuredClone(value);
  value.header.n = 3;
  value.chunks[1] = { ...value.chunks[1], entries: value.chunks[1].entries.slice(0, 1) };
  value.chunks[1].frames = { "seat:0": value.chunks[1].frames["seat:0"].filter((frame) => frame.n === 3) };
  let now = value;
  const frames = open(value.header, async (number) => now.chunks[number]);
  const before = await frames.at(3);
  await assert.rejects(frames.at(4), RangeError);
  now = whole;
  frames.grow(whole.header);
  assert.equal((await frames.at(4)).picture?.panels[1], before.picture?.panels[1]);
  assert.equal(await frames.at(3), before);
  assert.throws(() => frames.grow({ ...whole.header, n: 2 }), FramesError);
});

test("places that are not there are errors", async () => {
  const { frames } = opened();
  for (const place of [0, 5, -1, "2.x", "", "1e3", "٣", " 2"]) await assert.rejects(frames.at(place), RangeError);
  await assert.rejects(frames.at(2, "seat:1"), RangeError);
  await assert.rejects(chunksOf(film())(7), FramesError);
});

test("frames that contradict themselves are errors", async () => {
  /** @type {((value: ReturnType<typeof film>) => unknown)[]} */
  const damages = [
    (value) => value.chunks[1].base.splice(0, 1, 99),
    (value) => value.chunks[0].pool.panels[0].zones?.push(99),
    (value) => value.chunks[0].pool.zones[0].cards?.push(-1),
    (value) => value.chunks[0].frames["seat:0"].pop(),
    (value) => value.chunks[0].frames["seat:0"].splice(1, 1, { n: 9 }),
    (value) => value.chunks.reverse(),
    (value) => value.chunks[1].entries.splice(0),
    (value) => value.chunks[1].frames["seat:0"].splice(1, 1, { n: 3, headline: 77, panels: [] }),
  ];
  for (const damage of damages) {
    const value = film();
    damage(value);
    await assert.rejects(opened(value).frames.at(4), FramesError, String(damage));
  }
  assert.throws(() => open({ ...film().header, format: "frames/2" }, async () => film().chunks[0]), FramesError);
  assert.throws(() => open({ ...film().header, viewers: [] }, async () => film().chunks[0]), FramesError);
});
