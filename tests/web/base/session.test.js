import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { brings, enter, leave, taken } from "../../../web/static/base/session.js";

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/** @param {string} hash */
function place(hash) {
  /** @type {string[]} */
  const seen = [];
  const history = {
    state: { a: 1 },
    replaceState: (/** @type {any} */ _, /** @type {string} */ __, /** @type {any} */ url) => seen.push(url),
  };
  return { seen, at: { hash, pathname: "/t/9f2c", search: "?x=1" }, history };
}

test("a secret is taken once, and its address keeps nothing of it", () => {
  const { seen, at, history } = place("#seat=seat.9f2c.0.abc");
  assert.equal(taken("seat", at, history), "seat.9f2c.0.abc");
  assert.deepEqual(seen, ["/t/9f2c?x=1"]);
});

test("what else the fragment says stays", () => {
  const { seen, at, history } = place("#join=a%2Bb&view=wide");
  assert.equal(taken("join", at, history), "a+b");
  assert.deepEqual(seen, ["/t/9f2c?x=1#view=wide"]);
});

test("without a secret nothing is changed", () => {
  const { seen, at, history } = place("#41.3/seat:1");
  assert.equal(taken("seat", at, history), null);
  assert.deepEqual(seen, []);
});

test("a token goes to its own table, and only in the header", async () => {
  /** @type {any[]} */
  const asked = [];
  globalThis.fetch = async (address, options) => {
    asked.push([address, options?.method, new Headers(options?.headers).get("Authorization"), options?.body]);
    return Response.json({ seat: 0 });
  };
  assert.deepEqual((await enter("9f/2c", "secret")).body, { seat: 0 });
  await leave("9f/2c");
  assert.deepEqual(asked, [
    ["/api/v1/tables/9f%2F2c/session", "POST", "Bearer secret", "{}"],
    ["/api/v1/tables/9f%2F2c/session", "DELETE", null, null],
  ]);
});

test("a link that says as whom to come is known by its fragment", () => {
  assert.deepEqual(
    ["#seat=a", "#join=b&guide=1", "#watch", "", "#main", "#41.3/seat:1"].map((hash) => brings(hash)),
    [true, true, true, false, false, false],
  );
});
