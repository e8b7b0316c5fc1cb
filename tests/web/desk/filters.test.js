import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, everything, listAddress } from "../../../web/static/desk/filters.js";
import { nameOf, told } from "../../../web/static/desk/labels.js";
import { goalOf } from "../../../web/static/desk/moments.js";

test("a list asks only for what narrows it", () => {
  assert.equal(listAddress(everything(), 50), "/cases?limit=50");
  const narrow = { ...everything(), state: "open", mine: true, table: " t&1 " };
  assert.equal(listAddress(narrow, 100), "/cases?limit=100&state=open&table=t%261&mine=true");
  assert.equal(listAddress({ ...everything(), state: "closed" }, 50), "/cases?limit=50&state=closed&closed=true");
});

test("how long ago something was", () => {
  const now = Date.parse("2026-05-04T12:00:00Z");
  assert.equal(ago("2026-05-04T11:59:30Z", now), "0 min ago");
  assert.equal(ago("2026-05-04T12:00:30Z", now), "0 min ago");
  assert.equal(ago("2026-05-04T10:00:00Z", now), "2 h ago");
  assert.match(ago("2026-05-01T10:00:00Z", now), /2026/);
});

test("whoever is named in an entry, and a code that is new", () => {
  assert.equal(nameOf("seat:1", ["Ada", "Bob"]), "Bob");
  assert.equal(nameOf("seat:7", ["Ada"]), "seat:7");
  assert.equal(nameOf("arbiter:p_1", []), "arbiter:p_1");
  assert.equal(nameOf("clock", []), "the clock");
  assert.equal(told({ one: "One" }, "two"), "two");
  assert.equal(told({ one: "One" }, null), "");
});

test("one goes back at first to before what the case is about", () => {
  assert.equal(goalOf("41.3", 60), 40);
  assert.equal(goalOf("1", 60), 1);
  assert.equal(goalOf("41", 20), 20);
});
