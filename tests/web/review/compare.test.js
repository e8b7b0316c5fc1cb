// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { changes } from "../../../web/static/review/compare.js";

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
