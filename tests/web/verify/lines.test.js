import assert from "node:assert/strict";
import { test } from "node:test";
import { about, linesFrom, starts } from "../../../web/static/verify/lines.js";

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test("lines are found by their numbers, the last one also without its end", () => {
  const text = bytes("a\nbb\n\nccc");
  const places = starts(text);
  assert.deepEqual([...places], [0, 2, 5, 6, 9]);
  assert.deepEqual(
    linesFrom(text, places, 2, 9).map((line) => line.text),
    ["bb", "", "ccc"],
  );
  assert.deepEqual([...starts(bytes(""))], [0]);
  assert.deepEqual([...starts(bytes("a\n"))], [0, 2]);
  assert.deepEqual(linesFrom(text, places, 9, 5), []);
});

test("a long line is cut and says how much is left; no UTF-8 is shown as it can be", () => {
  const text = bytes("abcdef\n");
  assert.deepEqual(linesFrom(text, starts(text), 1, 1, 4), [{ number: 1, text: "abcd", more: 2 }]);
  const broken = Uint8Array.from([0x61, 0xff, 0x0a]);
  assert.equal(linesFrom(broken, starts(broken), 1, 1)[0]?.text, "a\ufffd");
});

test("a line says what it is as far as it can be read", () => {
  assert.deepEqual(about('{"entry":{"at":5,"by":"clock","kind":"seat_left","n":3}}'), {
    kind: "seat_left",
    n: 3,
    at: 5,
    by: "clock",
  });
  assert.equal(about('{"header":{}}').kind, "header");
  assert.deepEqual(about('{"entry":{"kind":'), { kind: "entry", n: null, at: null, by: "" });
  assert.deepEqual(about('{"entry":{"kind":7,"n":"x","at":1e99}}'), { kind: "entry", n: null, at: null, by: "" });
  assert.equal(about("[]").kind, "");
});
