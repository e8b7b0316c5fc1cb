import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf, fraction, stateOf, titleOf } from "../../../web/static/tournaments/labels.js";

test("exact points are written as people write them", () => {
  const written = ["0", "1", "1/2", "5/2", "10/3"].map(fraction);
  assert.deepEqual(written, ["0", "1", "½", "2½", "10/3"]);
});

test("each format has words", () => {
  const formats = [
    { format: "swiss", rounds: 1 },
    { format: "pods", rounds: 3, seats: 4 },
    { format: "knock_out", losses: 2 },
    { format: "knock_out" },
    { format: "round_robin", cycles: 2 },
    { format: "round_robin", cycles: 1, groups: 4 },
  ];
  const words = ["Swiss, 1 round", "Swiss at tables of 4, 3 rounds", "Double elimination", "Knock-out"];
  assert.deepEqual(formats.map(formatOf), [
    ...words,
    "Everybody against everybody, twice",
    "Everybody against everybody, in 4 groups",
  ]);
});

test("a table of a tournament that was given up waits for nobody; what is played there is told as it is", () => {
  assert.equal(stateOf("open", "running"), "waiting for players");
  assert.deepEqual(
    ["opening", "open", "running", "confirmed"].map((table) => stateOf(table, "cancelled")),
    ["given up", "given up", "being played", "ended"],
  );
});

test("a sandbox says what it is wherever it is called by its title", () => {
  const real = /** @type {any} */ ({ label: "Open", sandbox: false });
  assert.equal(titleOf(real, "Fightdrome"), "Open");
  assert.equal(titleOf({ ...real, sandbox: true }, "Fightdrome"), "Sandbox: Open");
  assert.equal(titleOf({ ...real, label: null, sandbox: true }, "Fightdrome"), "Sandbox: A tournament of Fightdrome");
});
