import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boardAndHand,
  cells,
  countOf,
  depth,
  freeSlots,
  hiddenIn,
  isGone,
  keysOf,
  layout,
  onlyBacks,
  openPanel,
  zoneForm,
} from "../../../web/static/board/layout.js";

/** @typedef {import("../../../web/static/board/types.js").Panel} Panel */
/** @typedef {import("../../../web/static/board/types.js").Zone} Zone */

/** @param {number} seat @param {Partial<Panel>} [more] @returns {Panel} */
const seat = (seat, more = {}) => ({ label: `Seat ${seat}`, role: "other", seat, id: `seat/${seat}`, ...more });

/** @type {Panel} */
const centre = { label: "Table", role: "centre", id: "centre", zones: [{ label: "Deck", kind: "pile", count: 9 }] };

/** @param {Partial<Zone>} more @returns {Zone} */
const zone = (more) => ({ label: "Row", kind: "row", ...more });

const back = { face: "", back: true };
const card = { face: "7♥", id: "H7" };

test("panels before the centre stand across, those after it near", () => {
  const own = seat(2, { role: "own" });
  const found = layout({ headline: "", panels: [seat(0), seat(1), centre, own] });
  assert.deepEqual([found.across, found.centre, found.near], [[seat(0), seat(1)], centre, [own]]);
  assert.deepEqual([found.shape, found.seats], ["rows", 3]);
});

test("without a centre one's own panel is near, and a picture may be empty", () => {
  const own = seat(0, { role: "own" });
  const { across, near } = layout({ headline: "", panels: [own, seat(1)] });
  assert.deepEqual([across, near], [[seat(1)], [own]]);
  assert.deepEqual(layout({ headline: "" }), { shape: "rows", across: [], centre: null, near: [], seats: 0 });
});

test("a grid in the centre gives the table its shape, a grid elsewhere does not", () => {
  const grid = zone({ kind: "grid", size: [2, 2] });
  assert.equal(layout({ headline: "", panels: [{ ...centre, zones: [grid] }] }).shape, "grid");
  assert.equal(layout({ headline: "", panels: [seat(0, { zones: [grid] }), centre] }).shape, "rows");
});

test("names of cards alone are labels wherever they lie, piles stay piles", () => {
  const pattern = { face: "60+", kind: /** @type {const} */ ("pattern") };
  const strip = { face: "Sleeve", kind: /** @type {const} */ ("strip") };
  assert.equal(zoneForm(zone({ kind: "hand", cards: [pattern, strip] })), "labels");
  assert.equal(zoneForm(zone({ cards: [pattern, card] })), "row");
  assert.equal(zoneForm(zone({ kind: "hand" })), "hand");
  assert.equal(zoneForm(zone({ kind: "pile", cards: [strip] })), "pile");
});

test("a place counts its cards, its free places and its height", () => {
  assert.deepEqual([countOf(zone({})), countOf(zone({ cards: [card] })), countOf(zone({ count: 30 }))], [0, 1, 30]);
  assert.deepEqual([freeSlots(zone({ slots: 3, cards: [card] })), freeSlots(zone({ cards: [card] }))], [2, 0]);
  assert.deepEqual(
    [1, 6, 21].map((count) => depth(zone({ count }))),
    ["thin", "mid", "deep"],
  );
});

test("a fan of backs is a number as long as nobody here knows one of them", () => {
  assert.equal(onlyBacks(zone({ cards: [back, back] })), true);
  assert.equal(onlyBacks(zone({ cards: [back, { ...back, name: "Kick 20" }] })), false);
  assert.equal(onlyBacks(zone({})), false);
});

test("only one's own hand is taken off the board", () => {
  const [hand, row] = [zone({ kind: "hand" }), zone({})];
  assert.deepEqual(boardAndHand(seat(0, { role: "own", zones: [row, hand] })), [[row], [hand]]);
  assert.deepEqual(boardAndHand(seat(0, { zones: [row, hand] })), [[row, hand], []]);
});

test("the board that is open is the one asked for, else of the seat to act, else the first still in the game", () => {
  const here = [0, 1, 2].map((place) => seat(place, place ? { counters: [{ label: "Hand", value: 3 }] } : {}));
  assert.equal(isGone(here[0]), true);
  assert.equal(openPanel(here, "seat/0", [2]), "seat/0");
  assert.equal(openPanel(here, "seat/9", [2]), "seat/2");
  assert.equal(openPanel(here, undefined, []), "seat/1");
  assert.equal(openPanel([here[0]], undefined, []), "seat/0");
  assert.equal(openPanel([], undefined, []), undefined);
});

test("cards alike are told apart by occurrence, hidden ones by nothing else", () => {
  const keys = keysOf([card, card, back, back, { ...card, kind: "strip" }]);
  assert.equal(new Set(keys).size, 5);
  assert.deepEqual(keysOf([back, card]), [keys[2], keys[0]]);
});

test("a map is squares, each with its ground and what lies and stands on it", () => {
  const tile = {
    face: "a1",
    id: "a1",
    kind: /** @type {const} */ ("tile"),
    at: /** @type {[number, number]} */ ([0, 1]),
  };
  const piece = { ...tile, id: "u1", kind: /** @type {const} */ ("piece") };
  const strip = { ...tile, id: "s1", kind: /** @type {const} */ ("strip") };
  const off = { ...tile, at: /** @type {[number, number]} */ ([0, 7]) };
  const found = cells(zone({ kind: "grid", size: [2, 2], cards: [tile, strip, piece, off] }));
  assert.equal(found.length, 4);
  assert.deepEqual(found[2], { key: "2", tile, strips: [strip], pieces: [piece] });
  assert.equal(found[0].tile, null);
});

test("of a place it is told how many cards nobody knows", () => {
  assert.equal(hiddenIn(zone({ kind: "pile", count: 40 })), 40);
  assert.equal(hiddenIn(zone({ kind: "pile", count: 9, cards: [card] })), 0, "an open top has known ones below");
  assert.equal(hiddenIn(zone({ kind: "hand", cards: [back, back, card] })), 2);
  assert.equal(hiddenIn(zone({ kind: "grid", cards: [{ ...back, kind: "tile" }] })), 0);
});
