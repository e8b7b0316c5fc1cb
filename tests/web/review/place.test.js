// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { isNoLink, link, linked, typedPlace } from "../../../web/static/review/place.js";

test("a deep link leads to an address and a viewer, either may be missing", () => {
  assert.deepEqual(linked("#41.3/seat:1"), { address: "41.3", viewer: "seat:1" });
  assert.deepEqual(linked("#41"), { address: "41", viewer: null });
  assert.deepEqual(linked("#/all"), { address: null, viewer: "all" });
  assert.deepEqual(linked("#7/seat:0,seat:1"), { address: "7", viewer: "seat:0,seat:1" });
  assert.deepEqual(linked("#7/seat%3A0"), { address: "7", viewer: "seat:0" });
});

test("what is no link leads nowhere", () => {
  for (const text of ["", "#", "#seat=secret", "#41.3.2", "#%E0%A4%A", "#-1", "#1/<b>"])
    assert.deepEqual(linked(text), { address: null, viewer: null }, text);
});

test("what is written there and names nothing is told from nothing at all", () => {
  for (const text of ["", "#", "#41", "#/all", "#41.3/seat:1"]) assert.equal(isNoLink(text), false, text);
  for (const text of ["#soon", "#seat=secret", "#41.3.2", "#%E0%A4%A"]) assert.equal(isNoLink(text), true, text);
});

test("a link is read as it was written", () => {
  assert.deepEqual(linked(link("12.0", "seat:3")), { address: "12.0", viewer: "seat:3" });
});

test("a place is typed as an address or as a turn", () => {
  assert.equal(typedPlace(" 41.3 ", []), "41.3");
  assert.equal(typedPlace("Turn 2", [5, 9]), "9");
  assert.equal(typedPlace("手番 1", [5, 9]), "5");
  assert.equal(typedPlace("手番２", [5, 9]), "9");
  assert.equal(typedPlace("４１．３", []), "41.3");
  for (const text of ["turn 3", "turn 0", "soon", "", "4.", "-4"]) assert.equal(typedPlace(text, [5, 9]), null, text);
});
