import assert from "node:assert/strict";
import { test } from "node:test";

import { asItLies } from "../../../web/static/board/layout.js";

const ace = { kind: "card", id: "S1", name: "Ace", face: "A" };
const two = { kind: "card", id: "S2", name: "Two", face: "2" };

/** @param {{hand?: object[], pile?: object[]}} zones @returns {any} a seat's hand and a pile of the table */
const picture = ({ hand = [ace], pile = [two] } = {}) => ({
  panels: [
    {
      id: "centre",
      role: "centre",
      label: "Table",
      zones: [{ id: "pile", kind: "pile", label: "Discard", cards: pile }],
    },
    { id: "seat/0", role: "own", label: "Anna", zones: [{ id: "hand", kind: "hand", label: "Hand", cards: hand }] },
  ],
});
const [centre, own] = picture().panels;
/** @type {any} */
const read = { kind: "card", id: "S1", card: ace, zone: own.zones[0], panel: own, state: { lit: true } };

test("a card that was played is read where it lies now, with the state that it has there", () => {
  const moved = { ...ace, name: "Ace, played" };
  const found = asItLies(read, picture({ hand: [], pile: [moved, two] }), () => ({ why: "It is spent." }));
  assert.equal(found?.card, moved);
  assert.equal(found?.zone?.label, "Discard");
  assert.equal(found?.panel.label, "Table");
  assert.deepEqual(found?.state, { why: "It is spent." });
});

test("a card that is gone is read no more, nor one that nobody knows", () => {
  assert.equal(asItLies(read, picture({ hand: [] })), null);
  const back = { kind: "card", id: "", back: true, face: "" };
  const hidden = { ...read, id: "", card: back };
  assert.equal(asItLies(hidden, picture({ hand: [{ ...back }] })), null);
});

test("a pile is read with the card that is on top now, a seat as it is now", () => {
  /** @type {any} */
  const pile = { kind: "deck", id: "pile", card: two, zone: centre.zones[0], panel: centre, state: {} };
  assert.equal(asItLies(pile, picture({ pile: [ace, two] }))?.card, ace);
  assert.equal(asItLies(pile, picture({ pile: [] }))?.card, null);
  assert.equal(asItLies({ ...pile, zone: { ...pile.zone, id: "other" } }, picture()), null);
  /** @type {any} */
  const seat = { kind: "panel", id: "seat/0", card: null, zone: null, panel: own, state: {} };
  const now = picture();
  assert.equal(asItLies(seat, now)?.panel, now.panels[1]);
  assert.equal(asItLies(seat, { headline: "", panels: [] }), null);
});
