import assert from "node:assert/strict";
import { test } from "node:test";
import { Sparing } from "../../../web/static/review/sparing.js";

/** @param {string} [before] what the browser kept */
function visited(before) {
  const kept = new Map(before === undefined ? [] : [["matchledger/unspoilt/9f2c", before]]);
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  const stepper = { unspoilt: false, furthest: 1, header: /** @type {any} */ ({ table: "9f2c", n: 80 }) };
  return { stepper, sparing: new Sparing(stepper, storage), storage, kept };
}

test("who asked not to be told is not told after a reload, and how far it was seen is known", () => {
  const first = visited();
  assert.equal(first.stepper.unspoilt, false);
  first.sparing.turn();
  first.stepper.furthest = 41;
  first.sparing.keep();
  const { stepper } = visited(first.kept.get("matchledger/unspoilt/9f2c"));
  assert.deepEqual([stepper.unspoilt, stepper.furthest], [true, 41]);
});

test("who is told again stays told", () => {
  const { sparing, kept } = visited("41");
  sparing.turn();
  const { stepper } = visited(kept.get("matchledger/unspoilt/9f2c"));
  assert.equal(stepper.unspoilt, false);
});

for (const wrong of ["null", "-3", "0", "{}", "1e9", "x"])
  test(`what is no entry is nothing: ${wrong}`, () => {
    assert.equal(visited(wrong).stepper.unspoilt, false);
  });

test("more than there is was not seen", () => {
  assert.equal(visited("900").stepper.furthest, 80);
});
