import assert from "node:assert/strict";
import { test } from "node:test";
import { faces, written } from "../../../web/static/play/clocks.js";

test("time is written as short as it can be", () => {
  assert.equal(written(5), "00:05");
  assert.equal(written(252), "04:12");
  assert.equal(written(3_725), "1:02:05");
  assert.equal(written(2 * 86_400 + 7_200), "2d 2:00:00");
});

test("a clock never shows less than nothing, and the last seconds are low", () => {
  const at = (/** @type {string} */ deadline) => [{ seat: 1, deadline }];
  const now = Date.parse("2026-01-01T00:00:00Z");
  assert.deepEqual(faces(at("2026-01-01T00:00:09.5Z"), now).get(1), { text: "00:10", low: false });
  assert.deepEqual(faces(at("2026-01-01T00:00:08.5Z"), now).get(1), { text: "00:09", low: true });
  assert.deepEqual(faces(at("2025-12-31T23:59:00Z"), now).get(1), { text: "00:00", low: true });
});
