import assert from "node:assert/strict";
import { test } from "node:test";
import { cardName, initial, panelName, pileName, stateWords, told, zoneName } from "../../../web/static/board/names.js";

/** @typedef {import("../../../web/static/board/types.js").CardPicture} CardPicture */

const ben = { label: "Ben", role: /** @type {const} */ ("other"), seat: 1 };
const row = { label: "Diamonds", kind: /** @type {const} */ ("row"), cards: [{ face: "10♦" }] };
/** @type {CardPicture} */
const ten = { face: "10♦", name: "10 of Diamonds", id: "D10" };

test("a card is called by name, place and what may be done with it", () => {
  assert.equal(cardName(ten, row, ben, { lit: true }), "10 of Diamonds, Ben, Diamonds, can be chosen");
  assert.equal(cardName(ten, row, ben, {}), "10 of Diamonds, Ben, Diamonds");
});

test("marks are read aloud unless the name says them already", () => {
  const marks = [
    { icon: "attack", text: "2", say: "attack 2" },
    { icon: "stop", text: "", say: "has attacked" },
  ];
  assert.equal(told({ ...ten, name: "Stuka: attack 2", look: { marks } }), "Stuka: attack 2, has attacked");
});

test("a piece is called with its owner and its square, a square with its ground", () => {
  const map = { label: "Map", kind: /** @type {const} */ ("grid") };
  const field = { label: "Field", role: /** @type {const} */ ("centre") };
  assert.equal(cardName({ face: "u1", name: "Stuka", kind: "piece" }, map, field, {}, "c2", "Ben"), "Stuka, Ben, c2");
  const ground = { face: "", name: "Swamp", id: "a1", kind: /** @type {const} */ ("tile") };
  assert.equal(cardName(ground, map, field, { way: true }), "a1, Swamp, on the way");
});

test("a hidden card is face down, a known one has its name", () => {
  assert.equal(told({ face: "", back: true }), "face down");
  assert.equal(told({ face: "", name: "Kick 20", back: true }), "Kick 20");
  assert.equal(told({ face: "7" }), "7");
});

test("every state has a word, and a card that cannot be chosen says why not", () => {
  assert.deepEqual(stateWords({ must: true, target: true, fresh: true }), ["new", "has to be chosen", "target"]);
  assert.deepEqual(stateWords({ lit: true, selected: 2 }), ["number 2"]);
  assert.deepEqual(stateWords({ lit: true, selected: true }), []);
  assert.deepEqual(stateWords({ dim: true }, { face: "7", why_not: "Too weak." }), ["Too weak."]);
  assert.deepEqual(stateWords({ dim: true, why: "Taken." }, { face: "7", why_not: "Too weak." }), ["Taken."]);
  assert.deepEqual(stateWords({}, { face: "7", why_not: "Too weak." }), []);
});

test("places, piles and seats are called with their numbers", () => {
  assert.equal(zoneName(row, ben), "Ben, Diamonds, 1 card");
  assert.equal(zoneName({ label: "Map", kind: "grid" }, ben), "Ben, Map");
  const deck = { label: "Discard", kind: /** @type {const} */ ("pile"), count: 7, cards: [ten] };
  assert.equal(pileName(deck, ben, { lit: true }), "Ben, Discard, 7 cards, 10 of Diamonds, can be chosen");
  const own = {
    ...ben,
    role: /** @type {const} */ ("own"),
    counters: [{ label: "Health", value: 4 }],
    badges: [{ text: "protected" }],
  };
  assert.equal(panelName(own, true), "Ben, you, to act, protected, Health 4");
});

test("a crest has the number of a name that ends in one, else its first letter", () => {
  const marks = ["Ben", "Seat 2", "★ Chiyo", "安奈", "—"].map((label) => initial({ ...ben, label }));
  assert.deepEqual(marks, ["B", "2", "C", "安", "?"]);
});
