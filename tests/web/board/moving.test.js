import assert from "node:assert/strict";
import { test } from "node:test";
import { inGrid, inRow } from "../../../web/static/board/focus.js";
import { spaced } from "../../../web/static/board/moments.js";

test("arrows go along a row and stay at its ends", () => {
  assert.deepEqual([inRow(1, 3, "ArrowRight"), inRow(2, 3, "ArrowRight"), inRow(0, 3, "ArrowLeft")], [2, 2, 0]);
  assert.deepEqual([inRow(1, 3, "Home"), inRow(1, 3, "End"), inRow(1, 3, "ArrowUp")], [0, 2, 0]);
});

test("on a map left and right pass through all that lies in a square", () => {
  const squares = [0, 1, 1, 2, 3]; // two by two, a piece on the second
  assert.equal(inGrid(1, squares, 2, "ArrowRight"), 2);
  assert.equal(inGrid(2, squares, 2, "ArrowRight"), 3);
});

test("on a map up and down keep to the column and, where there is one, to the layer", () => {
  const squares = [0, 1, 1, 2, 3, 3]; // pieces on the second and the fourth
  assert.equal(inGrid(2, squares, 2, "ArrowDown"), 5);
  assert.equal(inGrid(1, squares, 2, "ArrowDown"), 4);
  assert.equal(inGrid(0, squares, 2, "ArrowUp"), 0);
  assert.equal(inGrid(5, squares, 2, "Home"), 3);
  assert.equal(inGrid(3, squares, 2, "End"), 4);
  assert.equal(inGrid(4, [0, 1, 2, 3], 2, "ArrowDown"), 4);
});

test("ticks that would touch on a timeline are left out", () => {
  assert.deepEqual(
    spaced([1, 2, 9, 10], (entry) => entry * 2),
    [1, 9],
  );
  assert.deepEqual(
    spaced([1, 2, 9], (entry) => entry * 5),
    [1, 2, 9],
  );
});
