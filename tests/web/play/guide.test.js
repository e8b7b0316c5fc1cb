import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, modelOf } from "../../../web/static/choosing/choosing.js";
import { tagId } from "../../../web/static/choosing/parts.js";
import { Guide } from "../../../web/static/play/sheets/guide.js";
import { worked } from "../choosing/worked.js";

const PURPOSES = { attack: "to win", use_trader: "to swap", concede: "to end" };

function kept() {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    values,
    getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void values.set(key, value),
    removeItem: (/** @type {string} */ key) => void values.delete(key),
  };
}

/**
 * @param {Guide} guide
 * @param {string} decision
 * @param {...string} picks
 */
function told(guide, decision, ...picks) {
  const scene = { ...worked("attack"), decision: { tag: decision } };
  return guide.step(/** @type {any} */ (scene), choose(modelOf(scene), picks), PURPOSES)?.purpose ?? null;
}

test("each decision explains one more command, each once, and the same as long as it lasts", () => {
  const guide = new Guide("t", kept());
  assert.equal(told(guide, "1"), null, "nobody is led who did not ask for it");
  guide.begin();
  const first = told(guide, "1");
  assert.equal(told(guide, "1"), first);
  const second = told(guide, "2");
  assert.deepEqual([first, second], ["to win", "to swap"], "in the order of the purposes");
  assert.equal(told(guide, "3"), null, "what is not offered is not explained");
});

test("what is being picked is explained first", () => {
  const guide = new Guide("t", kept());
  guide.begin();
  for (const tag of /** @type {const} */ (["attack", "use_trader"]))
    assert.equal(told(guide, "1", tagId(tag)), PURPOSES[tag]);
});

test("a reload goes on, and the end is the end", () => {
  const storage = kept();
  const guide = new Guide("t", storage);
  guide.begin();
  const first = told(guide, "1");
  const again = new Guide("t", storage);
  assert.notEqual(told(again, "2"), first);
  again.end();
  assert.equal(told(again, "3"), null);
  assert.equal(storage.values.size, 0);
});

test("what is kept and not ours explains nothing away", () => {
  const storage = kept();
  for (const wrong of ["null", "{", "7"]) {
    storage.setItem("matchledger/guide/t", wrong);
    assert.notEqual(told(new Guide("t", storage), "1"), null);
  }
});
