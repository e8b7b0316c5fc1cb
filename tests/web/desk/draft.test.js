import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, bodyOf, changes, lacks, milliseconds, sentences } from "../../../web/static/desk/draft.js";

const SETTING = {
  seats: ["Ada", "Bob", "Cy"],
  stopped: true,
  paused: true,
  over: false,
  final: false,
  n: 12,
  appeals: true,
  hours: 24,
};

test("a ruling of words alone changes nothing and names no entry", () => {
  const draft = { ...blank(), finding: "no_infraction", text: " Play on. ", note: "He does it often." };
  assert.deepEqual(lacks(draft, SETTING), []);
  assert.equal(changes(draft), false);
  assert.deepEqual(bodyOf(draft), {
    finding: "no_infraction",
    grounds: [],
    resume: true,
    text: "Play on.",
    private_text: "He does it often.",
  });
  assert.deepEqual(sentences(draft, SETTING), [
    "It was found: no rule was broken.",
    "No rule is cited.",
    "Nothing changes at the table.",
    "Play goes on at once.",
    "Everybody reads at once: “Play on.”",
    "The desk alone reads: “He does it often.”",
    "A seat may appeal within 24 hours.",
  ]);
});

test("a ruling lets the play go on that its own case has stopped, and no other", () => {
  const draft = { ...blank(), finding: "undecided" };
  const goes = (/** @type {Partial<typeof SETTING>} */ more) =>
    sentences(draft, { ...SETTING, ...more }).find((said) => said.startsWith("Play"));
  assert.equal(goes({}), "Play goes on at once.");
  assert.equal(goes({ stopped: false }), "Play stays stopped until you let it go on.");
  assert.equal(goes({ stopped: false, paused: false }), undefined);
});

test("every measure is in the body, and said before", () => {
  /** @type {import("../../../web/static/desk/draft.js").Draft} */
  const draft = {
    ...blank(),
    finding: "infraction",
    grounds: ["rule 4.1"],
    rewind: { to: "7", order: "reshuffle", reason: "infraction", banks: ["90", "1:30", "0"] },
    clocks: [{ seat: 1, kind: "move_ms", seconds: "2:00", reason: "compensation" }],
    penalties: [{ seat: 2, penalty: "warning", points: "3" }],
    sealed: "He held the Ace.",
    resume: false,
  };
  assert.deepEqual(lacks(draft, SETTING), []);
  const body = bodyOf(draft);
  assert.deepEqual(body.rewind, { to: 7, order: "reshuffle", reason: "infraction", clocks: [90_000, 90_000, 0] });
  assert.deepEqual(body.clocks, [{ seat: 1, move_ms: 120_000, reason: "compensation" }]);
  assert.deepEqual(body.penalties, [{ seat: 2, penalty: "warning", points: 3 }]);
  assert.equal(body.resume, false);
  const said = sentences(draft, { ...SETTING, final: true }).join("\n");
  for (const piece of ["entry 7", "new order", "Ada 90, Bob 1:30", "Bob has 2:00", "Cy is penalised", "stays stopped"])
    assert.ok(said.includes(piece), piece);
  assert.ok(said.endsWith("This decides the appeal finally."));
});

test("what is taken back waits for an appeal, whatever is ticked, and the page says so before", () => {
  /** @type {import("../../../web/static/desk/draft.js").Draft} */
  const draft = {
    ...blank(),
    finding: "infraction",
    rewind: { to: "7", order: "keep", reason: "infraction", banks: [] },
  };
  const stopped = { ...SETTING, paused: true, stopped: true };
  const waits = "Play stays stopped until every seat has accepted this, or nobody can appeal any more.";
  for (const resume of [true, false]) {
    const said = sentences({ ...draft, resume }, stopped);
    assert.ok(said.includes(waits) && said.includes("Then it goes on by itself."));
  }
  const byOffice = sentences(draft, { ...stopped, stopped: false });
  assert.ok(byOffice.includes("You let it go on then, as it was not this case that stopped it."));
  for (const other of [
    { ...stopped, final: true },
    { ...stopped, appeals: false },
  ]) {
    assert.ok(sentences({ ...draft, resume: true }, other).includes("Play goes on at once."));
  }
  assert.ok(sentences(draft, { ...stopped, appeals: false }).includes("Nobody can appeal at this table."));
  assert.ok(sentences(draft, { ...stopped, hours: 0 }).includes("A seat may appeal for less than an hour."));
});

test("seats that share a place leave out those after it, in words as in the record", () => {
  const draft = { ...blank(), finding: "infraction", places: ["1", "3", "1"] };
  assert.deepEqual(bodyOf(draft).result, { places: [[0, 2], [1]] });
  assert.ok(sentences(draft, SETTING).includes("The result is: 1. Ada, Cy; 3. Bob."));
  assert.ok(sentences(draft, SETTING).includes("The game ends with it."));
  assert.ok(!sentences(draft, { ...SETTING, over: true }).includes("The game ends with it."));
});

test("what is missing or no number is told before anything is sent", () => {
  assert.deepEqual(lacks(blank(), SETTING), ["Say what was found."]);
  const found = { ...blank(), finding: "infraction" };
  /** @type {[Partial<import("../../../web/static/desk/draft.js").Draft>, string][]} */
  const wrong = [
    [{ rewind: { to: "13", order: "keep", reason: "other", banks: [] } }, "Go back to an entry from 1 to 12."],
    [{ rewind: { to: "1.2", order: "keep", reason: "other", banks: [] } }, "Go back to an entry from 1 to 12."],
    [{ rewind: { to: "3", order: "keep", reason: "other", banks: ["1", "", "2"] } }, "Give the bank of every seat"],
    [{ clocks: [{ seat: 0, kind: "bank_ms", seconds: "x", reason: "other" }] }, "Give each clock"],
    [{ penalties: [{ seat: 0, penalty: "time", points: "-1" }] }, "Points are a whole number."],
    [{ places: ["1", "", "2"] }, "Give every seat a place."],
    [{ places: ["1", "2", "3"], void: true }, "Either another result"],
    [{ grounds: ["x".repeat(81)] }, "A rule is cited in 80 characters."],
    [{ text: "x".repeat(4_001) }, "A text has up to 4,000 characters."],
  ];
  for (const [more, said] of wrong) {
    const told = lacks({ ...found, ...more }, SETTING);
    assert.equal(told.length, 1, said);
    assert.ok(told[0]?.startsWith(said), said);
  }
});

test("times are typed as seconds or as minutes and seconds", () => {
  const typed = {
    90: 90_000,
    "1:30": 90_000,
    " 0 ": 0,
    "10:00": 600_000,
    "1:75": null,
    "": null,
    1.5: null,
    "-1": null,
  };
  for (const [text, ms] of Object.entries(typed)) assert.equal(milliseconds(text), ms, text);
});
