// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf } from "../../../web/static/review/texts.js";

const CASE = {
  history: [{ n: 5, text: "h1" }, { n: 6 }, { n: 7, text: "h2", sealed_text: "h3" }],
  texts: [
    { hash: "h1", at: "t1", by: "seat:1", readers: "officers", text: "He looked." },
    { hash: "h2", at: "t2", by: "arbiter:p_1", readers: "public", text: "Nobody looked." },
    { hash: "h3", at: "t2", by: "arbiter:p_1", readers: "officers", text: "Seat 0 holds H7." },
    { hash: "h4", at: "t3", by: "arbiter:p_1", readers: "private", text: "Once more." },
  ],
};
const QUIET = { history: [{ text: "h1" }], texts: CASE.texts.slice(0, 1) };

test("what was written is a note on the entry that holds it", () => {
  const found = textsOf([CASE, QUIET], ["Ada", "Ben"], true);
  assert.deepEqual(
    found.map(({ address, author, text, visibility }) => [address, author, text, visibility]),
    [
      ["5", "Ben", "He looked.", "open"],
      ["7", "The desk", "Nobody looked.", "open"],
      ["7", "The desk", "Seat 0 holds H7.", "open"],
    ],
  );
});

test("while the game goes on it is for the eyes of its author, or of the desk", () => {
  const found = textsOf([CASE], [], false);
  assert.deepEqual(
    found.map(({ author, visibility }) => [author, visibility]),
    [
      ["seat:1", "seat:1"],
      ["The desk", "open"],
      ["The desk", "all"],
    ],
  );
});
