import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { ask } from "../../../web/static/base/api.js";
import { enter } from "../../../web/static/base/session.js";
import { show, standAt } from "../../../web/static/base/standing.js";

const real = globalThis.fetch;
/** @type {Map<string, string>} */ let kept;
/** @type {any[]} */ let asked;
/** @type {any[]} */ let heard;
/** @type {() => Response} */ let answer;

describe("for which seat a page asks", () => {
  // hooks outside of a suite are those of all files
  beforeEach(() => {
    kept = new Map();
    asked = [];
    heard = [];
    answer = () => Response.json({ seat: 1 });
    /** @type {any} */ (globalThis).sessionStorage = {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
      removeItem: (/** @type {string} */ key) => kept.delete(key),
    };
    globalThis.fetch = async (_, options) => {
      asked.push([new Headers(options?.headers).get("Matchledger-Seat"), options?.credentials]);
      return answer();
    };
  });
  afterEach(() => {
    globalThis.fetch = real;
    Reflect.deleteProperty(globalThis, "sessionStorage");
    standAt("", false, () => {});
  });

  /** @param {string} table */
  function arrive(table, watches = false) {
    standAt(table, watches, (problem) => heard.push(problem));
  }

  test("each request says which seat is shown, also after a reload, and nothing at another table", async () => {
    arrive("9f2c");
    await ask("/scene");
    show(0);
    await ask("/scene");
    arrive("9f2c");
    await ask("/scene");
    arrive("77aa");
    await ask("/scene");
    const seats = asked.map(([seat]) => seat);
    assert.deepEqual(seats, [null, "0", "0", null]);
  });

  test("a link's token decides anew, whatever was shown before", async () => {
    kept.set("matchledger/seat/9f2c", "0");
    arrive("9f2c");
    await enter("9f2c", "secret");
    await ask("/scene");
    await enter("77aa", "of another table");
    answer = () => Response.json({ seat: 5 });
    await ask("/scene");
    const seats = asked.map(([seat]) => seat);
    assert.deepEqual(seats, [null, "1", null, "1"]);
    assert.deepEqual([...kept], [["matchledger/seat/9f2c", "1"]], "the seat, never the token");
  });

  test("that the browser sits elsewhere is heard", async () => {
    arrive("9f2c");
    show(0);
    const document = { code: "other_seat", seat: 1, detail: "" };
    answer = () => Response.json(document, { status: 403, headers: { "Content-Type": "application/problem+json" } });
    await assert.rejects(ask("/scene"), { code: "other_seat" });
    assert.deepEqual(heard, [document]);
  });

  test("who only watches leaves the cookie at home and says no seat", async () => {
    kept.set("matchledger/seat/9f2c", "0");
    arrive("9f2c", true);
    show(0);
    await ask("/scene");
    assert.deepEqual(asked, [[null, "omit"]]);
  });

  test("what somebody else wrote there is no seat", async () => {
    kept.set("matchledger/seat/9f2c", "null");
    arrive("9f2c");
    await ask("/scene");
    assert.deepEqual(asked, [[null, "same-origin"]]);
  });
});
