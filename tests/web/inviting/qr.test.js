/** QR codes: the same modules that python-qrcode 8 makes of these texts with the mask that is chosen here. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { modules } from "../../../web/static/inviting/qr.js";

/** @param {boolean[][]} rows */
function digest(rows) {
  const text = rows.map((row) => row.map((dark) => (dark ? "1" : "0")).join("")).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const CASES = /** @type {[string, number, string][]} */ ([
  ["a", 21, "e8ab680854e4019c"],
  ["dddddddddddddddddddd", 25, "54bc0e923744857d"],
  ["https://cards.example.org/t/4008812841507c57cffc#join=ABCD", 33, "7c015a357fa3cf62"],
  [
    "https://cards.example.org/t/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    45,
    "871afb5bed361629",
  ],
  [
    "https://zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
    57,
    "70d424511cfa204a",
  ],
]);

test("codes of every way to make blocks are as another program makes them", () => {
  for (const [text, size, expected] of CASES) {
    const rows = modules(text);
    assert.equal(rows.length, size);
    assert.equal(digest(rows), expected, text);
  }
});

test("a text that is too long is refused", () => {
  assert.throws(() => modules("x".repeat(300)), RangeError);
});
