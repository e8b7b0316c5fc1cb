// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  inOrder,
  NotesError,
  notesOn,
  OwnNotes,
  readable,
  readNotes,
  written,
} from "../../../web/static/review/notes.js";

const WHOSE = { table: "t1", opening: "o" };

/** @param {object} [rest] @returns {import("../../../web/static/review/notes.js").Note} */
const note = (rest = {}) => ({ id: "a1b2c3d4e5f6", address: "4.1", hash: "h", written: "", changed: "", ...rest });

test("a note is for those who see what its viewer sees", () => {
  assert.ok(readable(note(), "spectator"));
  assert.ok(readable(note({ visibility: "seat:1" }), "seat:1"));
  assert.ok(readable(note({ visibility: "seat:1" }), "seat:0,seat:1"));
  assert.ok(readable(note({ visibility: "all" }), "all"));
  assert.ok(!readable(note({ visibility: "seat:1" }), "seat:0"));
  assert.ok(!readable(note({ visibility: "seat:0,seat:1" }), "seat:1"));
  assert.ok(!readable(note({ visibility: "all" }), "seat:1"));
  assert.ok(!readable(note({ removed: true }), "all"));
});

test("notes stand on an entry and on its facts", () => {
  const notes = [note(), note({ address: "4" }), note({ address: "41" })];
  assert.deepEqual(
    notesOn(notes, 4, "all").map(({ address }) => address),
    ["4.1", "4"],
  );
});

test("own notes are there again after a reload, and gone when removed", () => {
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  const own = new OwnNotes("t1", storage);
  own.add("4.1", "hash", "x".repeat(5000), "!", new Date("2026-11-23T05:00:00.000Z"));
  const [again] = new OwnNotes("t1", storage).notes;
  assert.equal(again.text?.length, 4000);
  assert.match(again.id, /^[0-9a-f]{12}$/);
  assert.equal(new OwnNotes("t2", storage).notes.length, 0);
  own.change(again.id, "y".repeat(5000), null, new Date("2026-11-23T05:30:00.000Z"));
  const [changed] = new OwnNotes("t1", storage).notes;
  assert.deepEqual({ ...again, text: "y".repeat(4000), glyph: null, changed: "2026-11-23T05:30:00.000Z" }, changed);
  own.remove(again.id, new Date("2026-11-23T06:00:00.000Z"));
  assert.equal(new OwnNotes("t1", storage).notes.length, 0);
});

test("a storage that is full, or holds something else, does no harm", () => {
  const full = {
    getItem: () => "{",
    setItem: () => {
      throw new Error("full");
    },
  };
  const own = new OwnNotes("t1", full);
  assert.equal(own.isKept, true);
  own.add("4", "hash", "a", null, new Date());
  assert.equal(own.notes.length, 1);
  assert.equal(own.isKept, false, "whoever wrote it is told");
  assert.equal(new OwnNotes("t1", { getItem: () => null, setItem: () => {}, isFleeting: true }).isKept, false);
});

test("two tabs keep the notes of both, and what one of them changed or removed", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  const [one, other] = [new OwnNotes("t1", storage), new OwnNotes("t1", storage)];
  const at = (/** @type {number} */ minute) => new Date(Date.UTC(2026, 10, 24, 5, minute));
  const texts = (/** @type {OwnNotes} */ own) => own.notes.map(({ text }) => text).sort();
  one.add("4", "hash", "first", null, at(0));
  other.add("5", "hash", "second", null, at(1));
  assert.deepEqual(texts(other), ["first", "second"]);
  one.reread();
  assert.deepEqual(texts(one), ["first", "second"]);
  const [first] = one.notes;
  one.change(first.id, "better", null, at(2));
  other.add("6", "hash", "third", null, at(3));
  assert.deepEqual(texts(new OwnNotes("t1", storage)), ["better", "second", "third"]);
  other.remove(first.id, at(4));
  one.add("7", "hash", "fourth", null, at(5));
  assert.deepEqual(texts(new OwnNotes("t1", storage)), ["fourth", "second", "third"]);
});

test("a file of notes begins with the table and the hash of its first entry", () => {
  const lines = written(WHOSE, [note()])
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines[0], { format: "matchledger-notes/1", table: "t1", opening: "o" });
  assert.equal(lines[1].address, "4.1");
});

test("a file of notes is read as it was written, and no other file", () => {
  const notes = [note({ glyph: "?!", text: "why" }), note({ id: "000000000000", address: "41" })];
  assert.deepEqual(readNotes(written(WHOSE, notes), WHOSE), notes);
  for (const text of [
    "",
    "{",
    '{"format":"matchledger-notes/2"}',
    written({ table: "t2", opening: "o" }, notes),
    written({ table: "t1", opening: "p" }, notes),
    written(WHOSE, [note({ glyph: "<b>" })]),
    written(WHOSE, [note({ address: "0" })]),
    written(WHOSE, [note({ text: "x".repeat(4001) })]),
    `${written(WHOSE, notes)}null\n`,
  ])
    assert.throws(() => readNotes(text, WHOSE), NotesError);
});

test("of a note in two files the form stays that was changed last, also one that is removed", () => {
  const own = new OwnNotes("t1", { getItem: () => null, setItem: () => undefined });
  const old = note({ text: "old", changed: "2026-11-23T05:00:00.000Z" });
  own.take([{ ...old, text: "new", changed: "2026-11-23T06:00:00.000Z" }]);
  own.take([old]);
  assert.equal(own.notes[0].text, "new");
  own.remove(old.id, new Date("2026-11-23T07:00:00.000Z"));
  own.take([old]);
  assert.deepEqual(own.notes, []);
  assert.equal(own.all[0].text, undefined);
});

test("notes stand in the order of their places, facts as numbers", () => {
  const places = ["4.10", "41", "4.9", "4"].map((address) => note({ address }));
  assert.deepEqual(
    places.sort(inOrder).map(({ address }) => address),
    ["4", "4.9", "4.10", "41"],
  );
});
