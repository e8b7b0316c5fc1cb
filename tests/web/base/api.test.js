import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ask, Lost, newKey, Problem } from "../../../web/static/base/api.js";

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/**
 * Answer the next requests; they are written down.
 *
 * @param {(options: any) => Response | Promise<Response>} answer
 */
function answering(answer) {
  /** @type {any[]} */
  const asked = [];
  globalThis.fetch = async (address, options) => {
    asked.push({ address, ...options, headers: Object.fromEntries(new Headers(options?.headers)) });
    return answer(options);
  };
  return asked;
}

test("what acts is sent with its key and the decision that it answers", async () => {
  const asked = answering(() => Response.json({ n: 18 }, { status: 201, headers: { ETag: '"18"' } }));
  const answer = await ask("/actions", { body: { command: 1 }, key: "k", match: '"17"', language: "ja", token: "t" });
  assert.deepEqual(answer, { status: 201, body: { n: 18 }, tag: '"18"' });
  assert.equal(asked[0].method, "POST");
  assert.equal(asked[0].body, '{"command":1}');
  assert.equal(asked[0].credentials, "same-origin");
  assert.deepEqual(asked[0].headers, {
    accept: "application/json",
    "accept-language": "ja",
    authorization: "Bearer t",
    "content-type": "application/json",
    "idempotency-key": "k",
    "if-match": '"17"',
  });
});

test("what only asks sends nothing of that", async () => {
  const asked = answering(() => Response.json({}));
  assert.deepEqual(await ask("/view"), { status: 200, body: {}, tag: null });
  assert.equal(asked[0].method, "GET");
  assert.equal(asked[0].body, null);
  assert.deepEqual(asked[0].headers, { accept: "application/json" });
});

test("a refusal is a problem with its code, sentence and rule", async () => {
  const said = { code: "not_your_turn", category: "turn", detail: "It is Ben's turn.", rule: "R 2" };
  const headers = { "Content-Type": "application/problem+json; charset=utf-8", "Retry-After": "3" };
  answering(() => new Response(JSON.stringify(said), { status: 409, headers }));
  await assert.rejects(ask("/actions", { body: {} }), (error) => {
    assert.ok(error instanceof Problem);
    const { status, code, category, message, rule, after } = error;
    const found = { status, code, category, message, rule, after };
    assert.deepEqual(found, {
      status: 409,
      code: said.code,
      category: "turn",
      message: said.detail,
      rule: "R 2",
      after: 3,
    });
    return true;
  });
});

test("a request without an answer is lost, and so is one that only a proxy has answered", async () => {
  answering(() => Promise.reject(new TypeError("no network")));
  await assert.rejects(ask("/actions", { body: {} }), Lost);
  answering(() => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } }));
  await assert.rejects(ask("/actions", { body: {} }), Lost);
  answering(() => new Response("{ cut", { status: 200 }));
  await assert.rejects(ask("/actions", { body: {} }), Lost);
});

test("a request that takes too long is lost", async () => {
  answering(
    (options) => new Promise((_, stop) => options.signal.addEventListener("abort", () => stop(options.signal.reason))),
  );
  await assert.rejects(ask("/view", { seconds: 0 }), Lost);
});

test("who gives up a request hears no more than that", async () => {
  const leaving = new AbortController();
  leaving.abort(new Error("left"));
  answering((options) => Promise.reject(options.signal.reason));
  await assert.rejects(ask("/view", { signal: leaving.signal }), /^Error: left$/);
});

test("keys are new each time", () => {
  assert.notEqual(newKey(), newKey());
});
