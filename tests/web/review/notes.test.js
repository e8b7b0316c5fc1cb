// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { notesOn, OwnNotes, readable, written } from "../../../web/static/review/notes.js";

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
  own.remove(again.id);
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
  own.add("4", "hash", "a", null, new Date());
  assert.equal(own.notes.length, 1);
});

test("a file of notes begins with the table and the hash of its first entry", () => {
  const lines = written("t1", "o", [note()])
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines[0], { format: "matchledger-notes/1", table: "t1", opening: "o" });
  assert.equal(lines[1].address, "4.1");
});
