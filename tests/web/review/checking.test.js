// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Lost } from "../../../web/static/base/api.js";

const world = /** @type {any} */ (globalThis);
world.document = { createTreeWalker: () => null, createComment: () => null }; // lit-html asks for them when it is loaded
const { Checking, checks } = await import("../../../web/static/review/checking.js");
delete world.document;

const NUMBERS = [1, 4];
const SOUND = {
  checks: NUMBERS.map((number) => ({ number, name: `${number}`, status: "passed", reason: null, line: null })),
  first_wrong_line: null,
  head: null,
};
const WRONG = {
  ...SOUND,
  checks: [
    { number: 4, name: "chain", status: "failed", reason: "the hash does not follow from the entries so far", line: 7 },
  ],
  first_wrong_line: 7,
};
const PART = "The game goes on: only what is there so far was checked.";

/** @param {any} value @returns {string} all texts that a template shows */
function shown(value) {
  if (Array.isArray(value)) return value.map(shown).join(" ");
  if (value?.strings) return shown([...value.strings].flatMap((text, i) => [text, value.values[i]]));
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}

/** @param {any} check @param {boolean} [over] */
function pane(check, over = true) {
  const stepper = { header: { over } };
  /** @type {string[]} */
  const drawn = [];
  /** @type {InstanceType<typeof Checking>} */
  const checking = new Checking(stepper, check, () => drawn.push(shown(checks(checking))));
  return { checking, stepper, drawn, text: () => shown(checks(checking)) };
}

test("nothing is checked before somebody asks, and then the verdict and every check stand there", async () => {
  let asked = 0;
  const { checking, text } = pane(async () => {
    asked += 1;
    return SOUND;
  });
  assert.match(text(), /Check the record/);
  assert.doesNotMatch(text(), /chain of hashes/);
  assert.equal(asked, 0);
  await checking.run();
  assert.equal(asked, 1);
  assert.match(text(), /Nothing is wrong; 0 checks were not possible\./);
  assert.match(text(), /format and canonical bytes.*passed.*chain of hashes.*passed/s);
  assert.ok(!text().includes(PART));
});

test("what is wrong is told with its line and its reason", async () => {
  const { checking, text } = pane(async () => WRONG);
  await checking.run();
  assert.match(text(), /1 check failed: first at line 7\./);
  assert.match(text(), /is- failed .*the hash does not follow from the entries so far.*line 7/s);
});

test("at a table that went on when it was asked for, only what was there is said to be checked", async () => {
  const { checking, stepper, text } = pane(async () => {
    stepper.header.over = true; // the game ends while the record comes
    return SOUND;
  }, false);
  await checking.run();
  assert.ok(text().includes(PART));
  await checking.run();
  assert.ok(!text().includes(PART));
});

test("a second press while the checks run begins no other; how far they are is drawn", async () => {
  let asked = 0;
  const { checking, drawn } = pane(async (/** @type {(done: number) => void} */ share) => {
    asked += 1;
    share(0.5);
    return SOUND;
  });
  await Promise.all([checking.run(), checking.run()]);
  assert.equal(asked, 1);
  assert.ok(drawn.some((text) => text.includes("<progress") && text.includes("0.5")));
  assert.ok(!drawn.at(-1)?.includes("<progress"));
});

test("a record that does not come leaves no old verdict, says why, and can be asked for again", async () => {
  const answers = [
    async () => SOUND,
    () => Promise.reject(new Lost(null)),
    () => Promise.reject(new Error("")),
    async () => WRONG,
  ];
  const { checking, text } = pane(() => answers.shift()?.());
  await checking.run();
  await checking.run();
  assert.doesNotMatch(text(), /Nothing is wrong|<table/);
  assert.notEqual(checking.why, "");
  await checking.run();
  assert.match(text(), /The record could not be checked\./);
  await checking.run();
  assert.match(text(), /first at line 7/);
});

test("a file without a record says where it is checked, and has no button", () => {
  const { text } = pane(null);
  assert.match(text(), /\/verify or with replay verify/);
  assert.doesNotMatch(text(), /<button/);
});
