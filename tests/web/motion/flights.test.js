import assert from "node:assert/strict";
import { test } from "node:test";
import { flights } from "../../../web/static/motion/flights.js";

/** @param {Record<string, number>} places */
const held = (places) => new Map(Object.entries(places));

test("a hidden card flies from the one place that has fewer to the one that has more", () => {
  const [before, now] = [held({ deck: 40, "seat/1 hand": 3 }), held({ deck: 38, "seat/1 hand": 5 })];
  const flight = { from: "deck", to: "seat/1 hand" };
  assert.deepEqual(flights(before, now, []), [flight, flight]);
});

test("a card that lies open for the first time comes from where a hidden one is missing", () => {
  const [before, now] = [held({ deck: 40, "seat/1/hand": 3 }), held({ deck: 40, "seat/1/hand": 2 })];
  assert.deepEqual(flights(before, now, ["H3-1"]), [{ from: "seat/1/hand", card: "H3-1" }]);
});

test("where two places have fewer, nobody may say which card came from where", () => {
  const [before, now] = [held({ deck: 40, hand: 3, other: 1 }), held({ deck: 39, hand: 2, other: 3 })];
  assert.deepEqual(flights(before, now, ["H3-1"]), []);
});

test("no more fly than are missing, and few of many", () => {
  assert.equal(flights(held({ deck: 9, hand: 0 }), held({ deck: 8, hand: 2 }), ["a", "b"]).length, 1);
  assert.equal(flights(held({ deck: 40, hand: 0 }), held({ deck: 33, hand: 7 }), []).length, 3);
});

test("a place that was not there before has gained nothing, and nothing flies where nothing is missing", () => {
  assert.deepEqual(flights(held({ deck: 40 }), held({ deck: 39, hand: 5 }), []), []);
  assert.deepEqual(flights(held({ deck: 40 }), held({ deck: 40 }), ["H3-1"]), []);
});
