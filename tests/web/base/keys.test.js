import assert from "node:assert/strict";
import { test } from "node:test";
import { bind } from "../../../web/static/base/keys.js";

/**
 * @param {EventTarget} target
 * @param {string} key
 * @param {Record<string, unknown>} [more]
 * @returns {boolean} whether the browser still has the key
 */
function press(target, key, more = {}) {
  return target.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key, ...more }));
}

/** @param {import("../../../web/static/base/keys.js").Choice} [choice] */
function bound(choice) {
  const target = new EventTarget();
  /** @type {string[]} */
  const done = [];
  const key = (/** @type {string} */ name, when = () => true) => ({
    key: name,
    label: name,
    act: () => done.push(name),
    when,
  });
  bind(target, [key("L"), key("ArrowLeft"), key("Escape"), key("x", () => false)], choice);
  return { target, done };
}

test("a key does its one thing, in either case, and the browser nothing", () => {
  const { target, done } = bound();
  assert.deepEqual([press(target, "l"), press(target, "L"), press(target, "ArrowLeft")], [false, false, false]);
  assert.deepEqual(done, ["L", "L", "ArrowLeft"]);
});

test("where both cases of a letter do something, each does its own", () => {
  const target = new EventTarget();
  /** @type {string[]} */
  const done = [];
  const key = (/** @type {string} */ name) => ({ key: name, label: name, act: () => done.push(name) });
  bind(target, [key("t"), key("T")]);
  press(target, "T");
  press(target, "t");
  assert.deepEqual(done, ["T", "t"]);
});

test("other keys, and keys that do nothing now, stay the browser's", () => {
  const { target, done } = bound();
  assert.deepEqual([press(target, "q"), press(target, "x"), press(target, "arrowleft")], [true, true, true]);
  assert.deepEqual(done, []);
});

test("with a modifier, inside of an input method, or handled before, a key is not for the page", () => {
  const { target, done } = bound();
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }])
    press(target, "l", more);
  assert.deepEqual(done, []);
});

test("keys of a character can be switched off, others stay", () => {
  const { target, done } = bound({ characters: () => false });
  press(target, "l");
  press(target, "ArrowLeft");
  assert.deepEqual(done, ["ArrowLeft"]);
});

test("in a field for text only Escape is for the page", () => {
  const { target, done } = bound();
  Object.assign(target, { closest: () => target });
  press(target, "l");
  press(target, "ArrowLeft");
  press(target, "Escape");
  assert.deepEqual(done, ["Escape"]);
});

test("keys end with their signal", () => {
  const ending = new AbortController();
  const { target, done } = bound({ signal: ending.signal });
  ending.abort();
  press(target, "l");
  assert.deepEqual(done, []);
});
