import assert from "node:assert/strict";
import { test } from "node:test";
import { Lost, Problem } from "../../../web/static/base/api.js";
import { Deeds } from "../../../web/static/desk/deeds.js";

class Kept {
  /** @type {Map<string, string>} */ all = new Map();
  getItem = (/** @type {string} */ key) => this.all.get(key) ?? null;
  setItem = (/** @type {string} */ key, /** @type {string} */ value) => void this.all.set(key, value);
  removeItem = (/** @type {string} */ key) => void this.all.delete(key);
}

/**
 * @param {any[]} answers what comes of each request, in order: an answer, or what is thrown
 * @param {Kept} [storage]
 */
function desk(answers, storage = new Kept()) {
  /** @type {any[]} */ const asked = [];
  /** @type {number[]} */ const waited = [];
  /** @type {string[]} */ const states = [];
  const deeds = new Deeds({
    storage,
    ask: async (path, asking) => {
      asked.push([path, asking]);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return { body: answer };
    },
    wait: async (seconds) => void waited.push(seconds),
    changed: () => void states.push(deeds.state),
  });
  return { deeds, storage, asked, waited, states };
}

test("what had no answer is asked again as it was, with its key, until there is one", async () => {
  const busy = new Problem(503, { code: "unavailable" }, 5);
  const { deeds, asked, waited, states, storage } = desk([new Lost("gone"), busy, { state: "ruled" }]);
  assert.deepEqual(await deeds.send("/cases/c-1/rule", { finding: "infraction" }, '"9"'), { state: "ruled" });
  assert.equal(new Set(asked.map((one) => JSON.stringify(one))).size, 1);
  assert.equal(asked.length, 3);
  assert.match(asked[0][1].key, /^[0-9a-f]{32}$/);
  assert.equal(asked[0][1].match, '"9"');
  assert.deepEqual(waited, [1, 5]);
  assert.deepEqual(states, ["sending", "unknown", "unknown", "idle"]);
  assert.equal(storage.all.size, 0);
});

test("a refusal is an answer, and nothing is asked again", async () => {
  const { deeds, asked, storage } = desk([new Problem(412, { code: "stale_table" })]);
  await assert.rejects(deeds.send("/cases/c-1/rule", {}), { code: "stale_table" });
  assert.equal(asked.length, 1);
  assert.equal(storage.all.size, 0);
  assert.equal(deeds.state, "idle");
});

test("whoever asks no more is told what was lost, and nothing is kept", async () => {
  const { deeds, storage, asked } = desk([new Lost("gone")]);
  deeds.world.wait = () => new Promise(() => undefined);
  const sent = deeds.send("/cases/c-1/claim", {});
  await new Promise((done) => setImmediate(done));
  assert.equal(deeds.state, "unknown");
  deeds.drop();
  await assert.rejects(sent, Lost);
  assert.equal(asked.length, 1);
  assert.equal(storage.all.size, 0);
  assert.equal(deeds.state, "idle");
});

test("after a reload it goes on with what nobody knows the end of", async () => {
  const before = desk([]);
  before.deeds.world.ask = () => new Promise(() => undefined);
  before.deeds.send("/cases/c-1/claim", {});
  const sent = before.deeds.pending();
  const after = desk([{ state: "claimed" }], before.storage);
  assert.deepEqual(await after.deeds.again(), { state: "claimed" });
  assert.deepEqual(after.asked, [["/cases/c-1/claim", { body: {}, key: sent?.key }]]);
  assert.equal(after.deeds.again(), null);
});

test("what lies in the storage and is none of ours is left alone", () => {
  const { deeds, storage } = desk([]);
  for (const text of ["{", "null", "7", '{"path": 1, "key": "k"}']) {
    storage.setItem("matchledger/desk", text);
    assert.equal(deeds.pending(), null, text);
  }
});
