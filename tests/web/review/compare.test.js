// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, kept, reseen } from "../../../web/static/review/compare.js";

/** @typedef {import("../../../web/static/board/types.js").Panel} Panel */

/** @param {Partial<Panel>} rest @returns {{headline: string, panels: Panel[]}} */
const table = (rest) => ({ headline: "", panels: [{ id: "seat/0", label: "Ann", role: "own", ...rest }] });
const card = (/** @type {string} */ face) => ({ face, name: face });

test("numbers, marks and cards that changed are told, and nothing else", () => {
  const before = table({
    counters: [
      { label: "Health", value: 9 },
      { label: "Hand", value: 2 },
    ],
    badges: [{ text: "Panic left" }],
    zones: [{ id: "h", label: "Hearts", kind: "row", cards: [card("A"), card("A"), card("B")] }],
  });
  const after = table({
    counters: [
      { label: "Health", value: 7 },
      { label: "Hand", value: 2 },
    ],
    badges: [],
    zones: [{ id: "h", label: "Hearts", kind: "row", cards: [card("A"), card("C"), card("D")] }],
  });
  assert.deepEqual(changes(before, after), [
    { where: "Ann: Health", number: ["9", "7"] },
    { where: "Ann", came: [], gone: ["Panic left"] },
    { where: "Ann: Hearts", came: ["C", "D"], gone: ["A", "B"] },
  ]);
});

test("of hidden cards only the number is told", () => {
  const back = { face: "", back: true };
  const before = table({ zones: [{ id: "d", label: "Deck", kind: "pile", cards: [back], count: 9 }] });
  const after = table({ zones: [{ id: "d", label: "Deck", kind: "pile", cards: [back], count: 8 }] });
  assert.deepEqual(changes(before, after), [{ where: "Ann: Deck", number: ["9", "8"] }]);
});

test("the same panel has not changed, and a place that is gone has lost its cards", () => {
  const same = table({});
  assert.deepEqual(changes(same, { headline: "", panels: same.panels }), []);
  const before = table({ zones: [{ id: "x", label: "Aside", kind: "row", cards: [card("A")] }] });
  assert.deepEqual(changes(before, same), [{ where: "Ann: Aside", number: ["1", "0"], came: [], gone: ["A"] }]);
});

test("a hand that a counter counts is told once", () => {
  const hand = (/** @type {string[]} */ faces) =>
    table({
      counters: [{ label: "Hand", value: faces.length }],
      zones: [{ id: "h", label: "Hand", kind: "hand", cards: faces.map(card) }],
    });
  assert.deepEqual(changes(hand(["A"]), hand(["A", "B"])), [
    { where: "Ann: Hand", number: ["1", "2"], came: ["B"], gone: [] },
  ]);
});

test("a kept moment is seen through the eyes that look now", async () => {
  const seen = (/** @type {string} */ address, /** @type {string} */ viewer) => ({
    address,
    picture: viewer === "outside" ? null : { ...table({}), banner: [], headline: `${address} of ${viewer}` },
  });
  const stepper = /** @type {any} */ ({
    viewer: "seat:1",
    frames: { at: async (/** @type {string} */ a, /** @type {string} */ v) => seen(a, v) },
  });
  const before = kept(seen("4", "seat:0"), "seat:0");
  assert.equal(before?.picture.headline, "4 of seat:0");
  const now = await reseen(before, stepper);
  assert.deepEqual([now?.picture.headline, now?.viewer], ["4 of seat:1", "seat:1"]);
  assert.equal(await reseen(now, stepper), now);
  assert.equal(await reseen(now, { ...stepper, viewer: "outside" }), null);
  assert.equal(await reseen(null, stepper), null);
});
