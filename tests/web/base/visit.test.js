import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "../../../web/static/base/visit.js";

/** @param {PropertyDescriptor} storage @param {() => void} then */
function within(storage, then) {
  const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage");
  Object.defineProperty(globalThis, "sessionStorage", { ...storage, configurable: true });
  then();
  Reflect.deleteProperty(globalThis, "sessionStorage");
  if (before !== undefined) Object.defineProperty(globalThis, "sessionStorage", before);
}

/** What browsers throw. */
function refuse() {
  throw new DOMException("The operation is insecure.", "SecurityError");
}

for (const [what, storage] of /** @type {[string, PropertyDescriptor][]} */ ([
  ["blocks all storage", { get: refuse }],
  ["is full", { value: { getItem: () => null, setItem: refuse, removeItem: () => undefined } }],
]))
  test(`a browser that ${what} keeps it as long as the page is there`, () => {
    within(storage, () => {
      const kept = visit();
      kept.setItem("a", "1");
      assert.equal(kept.getItem("a"), "1");
      kept.removeItem("a");
      assert.equal(kept.getItem("a"), null);
    });
  });

test("what is kept outlasts the page where the browser allows it", () => {
  const items = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => items.set(key, value),
    removeItem: (/** @type {string} */ key) => items.delete(key),
  };
  within({ value: storage }, () => {
    visit().setItem("a", "1");
    assert.equal(visit().getItem("a"), "1");
    visit().removeItem("a");
    assert.equal(items.size, 0);
  });
});
