import assert from "node:assert/strict";
import { test } from "node:test";
import { senderFor } from "../../../web/static/choosing/sending.js";

/** @import {Answer, Fetch} from "../../../web/static/choosing/sending.js" */

const REQUEST = { key: "k".repeat(16), command: { tag: "rest", body: {} }, decision: '"7"', n: 9, seat: 0 };

/** What `sessionStorage` does. */
class Kept {
  /** @type {Map<string, string>} */
  items = new Map();

  /** @param {string} key */
  getItem(key) {
    return this.items.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.items.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.items.delete(key);
  }
}

/**
 * @param {number} status
 * @param {unknown} said
 * @param {string | null} retryAfter
 * @returns {Answer}
 */
function answer(status, said = {}, retryAfter = null) {
  const type = `application/${status === 200 ? "" : "problem+"}json`;
  const headers = new Headers({ "Content-Type": type, ...(retryAfter === null ? {} : { "Retry-After": retryAfter }) });
  return { status, json: async () => said, headers };
}

/**
 * @param {number} status
 * @param {string} [retryAfter]
 * @returns {Answer} of something between the page and the service, which speaks JSON too
 */
function foreign(status, retryAfter) {
  const headers = new Headers(retryAfter === undefined ? {} : { "Retry-After": retryAfter });
  headers.set("Content-Type", "application/json");
  return { status, json: async () => ({ message: "Forbidden" }), headers };
}

test("an action is stored before it is sent, and forgotten with its answer", async () => {
  const storage = new Kept();
  /** @type {unknown[]} */
  const heard = [];
  /** @type {Fetch} */
  const fetch = async (address, init) => {
    heard.push([address, init, senderFor("t", { storage, fetch }).pending(0)]);
    return answer(200, { first: 10 });
  };
  const sender = senderFor("t", { storage, fetch, headers: () => ({ Authorization: "Bearer x" }) });
  assert.deepEqual(await sender.send(REQUEST), { type: "answered", key: REQUEST.key, answer: { first: 10 } });
  const headers = {
    Authorization: "Bearer x",
    "Content-Type": "application/json",
    "Idempotency-Key": REQUEST.key,
    "If-Match": '"7"',
  };
  const body = JSON.stringify({ command: REQUEST.command, seen: 9 });
  assert.deepEqual(heard, [["/api/v1/tables/t/actions", { method: "POST", headers, body }, REQUEST]]);
  assert.equal(sender.pending(0), null);
});

test("an action out of turn names no decision", async () => {
  /** @type {Fetch} */
  const fetch = async (_, { headers }) => answer(200, Object.keys(headers));
  const found = await senderFor("t", { storage: new Kept(), fetch }).send({ ...REQUEST, decision: null });
  assert.deepEqual(found, { type: "answered", key: REQUEST.key, answer: ["Content-Type", "Idempotency-Key"] });
});

test("a refusal is an answer: nothing is asked again", async () => {
  const storage = new Kept();
  const sender = senderFor("t", { storage, fetch: async () => answer(409, { code: "too_weak" }) });
  const problem = { code: "too_weak" };
  assert.deepEqual(await sender.send(REQUEST), { type: "refused", key: REQUEST.key, status: 409, problem });
  assert.equal(sender.pending(0), null);
});

for (const [what, fetch, seconds] of /** @type {[string, Fetch, number][]} */ ([
  ["no connection", async () => Promise.reject(new TypeError("failed")), 1],
  ["a service that is busy", async () => answer(503, {}, "4"), 4],
  ["a proxy that knows nothing", async () => answer(502, {}, "soon"), 1],
  ["a proxy that lets nothing pass", async () => foreign(403, "2"), 2],
  ["a proxy that knows of no service", async () => foreign(521), 1],
  ["an answer that breaks off", async () => ({ ...answer(200), json: () => Promise.reject(new Error("cut")) }), 1],
])) {
  test(`with ${what} it stays stored, is the same request again, and then done once`, async () => {
    const storage = new Kept();
    const before = senderFor("t", { storage, fetch });
    assert.deepEqual(await before.send(REQUEST), { type: "lost", key: REQUEST.key, seconds });
    /** @type {unknown[]} */
    const keys = [];
    const reloaded = senderFor("t", {
      storage,
      fetch: async (_, { headers }) => {
        keys.push(headers["Idempotency-Key"]);
        return answer(200);
      },
    });
    const pending = reloaded.pending(0) ?? assert.fail("it was forgotten");
    await reloaded.send(pending);
    assert.deepEqual(keys, [REQUEST.key]);
    assert.equal(reloaded.pending(0), null);
  });
}

test("what one seat did is never sent for another that sits down in the same tab", async () => {
  const storage = new Kept();
  const sender = senderFor("t", { storage, fetch: async () => answer(500) });
  await sender.send(REQUEST);
  assert.equal(sender.pending(1), null);
  assert.equal(sender.pending(null), null);
  assert.deepEqual(sender.pending(0), REQUEST, "it is kept for the seat whose it is");
});

test("tables keep their own, and what is no action of ours is thrown away", async () => {
  const storage = new Kept();
  const fetch = async () => answer(500);
  await senderFor("t", { storage, fetch }).send(REQUEST);
  assert.equal(senderFor("other", { storage, fetch }).pending(0), null);
  for (const text of ["{", "null", "{}", '{"key":1,"n":1,"decision":null,"command":{}}']) {
    storage.setItem("matchledger/action/t", text);
    assert.equal(senderFor("t", { storage, fetch }).pending(0), null);
    assert.equal(storage.getItem("matchledger/action/t"), null);
  }
});

test("a late answer forgets no later action", async () => {
  const storage = new Kept();
  const later = { ...REQUEST, key: "l".repeat(16) };
  const sender = senderFor("t", {
    storage,
    fetch: async () => {
      storage.setItem("matchledger/action/t", JSON.stringify(later));
      return answer(200);
    },
  });
  await sender.send(REQUEST);
  assert.deepEqual(sender.pending(0), later);
});
