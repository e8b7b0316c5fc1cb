import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, byField, drafted, ranked, tryOf } from "../../../web/static/organiser/draft.js";
import { exchanged, isCutDue, isRanking, prizesIn } from "../../../web/static/organiser/pairing.js";
import { pasted } from "../../../web/static/organiser/paste.js";

/** @type {import("../../../web/static/organiser/draft.js").Game} */
const GAME = {
  game: "sample",
  title: "Sample",
  seats: [2, 3, 4],
  bots: [],
  schema: "{}",
  decks: false,
  begins: [],
  words: {},
};

test("what was pasted becomes players, as spreadsheets quote and separate it", () => {
  const text = 'Name;Rating\r\n"O\'Neil; ""Ann""";1900\n\n  الفيصل ;\nBob;0';
  const players = [{ name: 'O\'Neil; "Ann"', rating: 1900 }, { name: "الفيصل" }, { name: "Bob", rating: 0 }];
  assert.deepEqual(pasted(text), { players, faults: [] });
  assert.deepEqual(pasted("Ada\t1800\nBob, the other").players, [
    { name: "Ada", rating: 1800 },
    { name: "Bob, the other" },
  ]);
});

test("faults are told by the line of the text, and nothing else is lost", () => {
  const { players, faults } = pasted(`Ada,1.5\n,12\n${"W".repeat(41)}\nBob,100001\nEve,7`);
  assert.deepEqual(players, [{ name: "Eve", rating: 7 }]);
  assert.deepEqual(
    faults.map((one) => one.slice(0, 7)),
    ["Line 1:", "Line 2:", "Line 3:", "Line 4:"],
  );
});

test("signs that turn the direction of what follows are no part of a name", () => {
  assert.deepEqual(pasted("Eve‮evil").players, [{ name: "Eve evil" }]);
});

test("a draft becomes a request; what is usual is left out", () => {
  const draft = { ...drafted(GAME), rounds: 3, confirm: 0, label: "  Open  " };
  const body = { game: "sample", format: { format: "swiss", rounds: 3 }, options: {}, visibility: "public" };
  assert.deepEqual(bodyOf(draft, []), { ...body, registration: "organiser", confirm_ms: 0, label: "Open" });
  assert.deepEqual(bodyOf({ ...draft, format: "pods", seats: 3 }, []).format, { format: "pods", rounds: 3, seats: 3 });
  assert.deepEqual(bodyOf({ ...draft, format: "knock_out_2" }, []).format, { format: "knock_out", losses: 2 });
  assert.deepEqual(bodyOf({ ...draft, format: "round_robin" }, []).format, { format: "round_robin", cycles: 1 });
  const tried = tryOf({ ...draft, absent: 5, clock: "steady" }, []);
  assert.deepEqual([tried.no_show_ms, tried.clock, tried.dry_run], [300_000, { move_ms: 60_000 }, true]);
});

test("what is rarely said goes along where the format has it", () => {
  const span = { first: 2, last: 0, games: 3, clock: "steady", anew: true };
  const draft = {
    ...drafted(GAME),
    zero: 2,
    last: 4,
    breaks: ["wins"],
    same: true,
    later: 90,
    behind: 5,
    tokens: true,
  };
  const said = bodyOf({ ...draft, spans: [span] }, []);
  assert.deepEqual(said.own_byes, { zero: 2, last: 4 });
  assert.deepEqual(said.at_rounds, [{ first: 2, best_of: 3, clock: { move_ms: 60_000 } }]);
  assert.deepEqual([said.tie_breaks, said.same_deal, said.seat_tokens], [["wins"], true, "organiser"]);
  assert.deepEqual([said.delay_seconds, said.delay_entries], [90, 5]);
  assert.deepEqual(
    bodyOf({ ...draft, sealed: true, spans: [{ ...span, games: 0, clock: "", last: 3 }] }, []).at_rounds,
    [{ first: 2, last: 3, decks: "anew" }],
  );
  const bracket = bodyOf({ ...draft, format: "knock_out", cut: 8 }, []);
  assert.deepEqual([bracket.own_byes, bracket.tie_breaks, bracket.cut], [undefined, undefined, undefined]);
  assert.deepEqual(ranked(["wins", "buchholz"], 1, "direct_encounter"), ["wins", "direct_encounter"]);
  assert.deepEqual(ranked(["wins", "buchholz"], 0, ""), []);
});

test("a fault stands beside its field, others at the whole", () => {
  const faults = [
    { code: "too_many_rounds", detail: "a" },
    { code: "bad_options", detail: "b" },
    { code: "other", detail: "c" },
  ];
  assert.deepEqual(byField(faults), { rounds: ["a"], whole: ["b", "c"] });
});

test("places rank those who came", () => {
  for (const places of [
    [1, 2],
    [1, 1],
    [1, 0],
    [0, 0],
    [1, 2, 2, 4],
    [3, 0, 1, 2],
  ])
    assert.ok(isRanking(places), `${places}`);
  for (const places of [
    [2, 2],
    [1, 3],
    [2, 0],
    [1, 2, 2, 3],
  ])
    assert.ok(!isRanking(places), `${places}`);
});

test("two change places in a pairing, also with whoever has its bye", () => {
  const table = (/** @type {string[]} */ ...names) => ({ players: names.map((player) => ({ player })) });
  const kept = { player: "f", kind: "half" };
  const round = { tables: [table("a", "b"), table("c", "d")], byes: [{ player: "e", kind: "pairing" }, kept] };
  assert.deepEqual(exchanged(round, "a", "d"), {
    tables: [
      ["d", "b"],
      ["c", "a"],
    ],
    byes: [{ player: "e", kind: "pairing" }, kept],
  });
  assert.deepEqual(exchanged(round, "b", "e"), {
    tables: [
      ["a", "e"],
      ["c", "d"],
    ],
    byes: [{ player: "b", kind: "pairing" }, kept],
  });
});

test("a cut is due after the rounds before it, once", () => {
  const cut = { players: 4 };
  const swiss = { cut, cut_made: null, format: { rounds: 5 } };
  assert.deepEqual(
    [4, 5].map((round) => isCutDue({ ...swiss, round })),
    [false, true],
  );
  assert.equal(isCutDue({ ...swiss, cut_made: {}, round: 5 }), false);
  assert.equal(isCutDue({ ...swiss, cut: null, round: 5 }), false);
  assert.deepEqual(
    [0, 1].map((round) => isCutDue({ ...swiss, format: {}, round })),
    [false, true],
  );
});

test("prizes are read a line each; what is none makes them all wait", () => {
  assert.deepEqual(prizesIn("1: A cup\n\n 2 500 ¥ "), [
    { place: 1, prize: "A cup" },
    { place: 2, prize: "500 ¥" },
  ]);
  for (const text of ["", "A cup", "0 nothing", "1 A cup\nsecond"]) assert.equal(prizesIn(text), null, text);
});
