/** What becomes of an action: what the dock says of one that was refused, and how one without an answer is asked again. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { Acting } from "../../../web/static/play/acting.js";
import { worked } from "../choosing/worked.js";

/** @typedef {import("../../../web/static/play/scenes.js").TableScene} TableScene */

const REFUSED = { code: "cannot_rise", category: "refused", detail: "That fighter cannot rise." };

describe("an action that was sent", () => {
  /** @type {typeof globalThis.addEventListener} */ let before;

  // hooks outside of a suite are those of all files
  beforeEach(() => {
    before = globalThis.addEventListener;
    globalThis.addEventListener = () => {};
    const headers = { "Content-Type": "application/problem+json" };
    mock.method(globalThis, "fetch", async () => new Response(JSON.stringify(REFUSED), { status: 409, headers }));
  });

  afterEach(() => {
    mock.restoreAll();
    mock.timers.reset();
    globalThis.addEventListener = before;
  });

  /**
   * @param {string | null} tag of the decision that is asked for; nothing where others are awaited
   * @returns {TableScene}
   */
  function asking(tag) {
    const scene = worked("kick");
    const decision = tag === null ? null : { ...scene.decision, tag };
    return /** @type {any} */ ({ ...scene, decision });
  }

  /** @returns {Promise<Acting>} at a decision at which an action was refused */
  async function refused() {
    /** @type {() => void} */
    let known = () => {};
    const told = new Promise((done) => {
      known = () => done(undefined);
    });
    const acting = new Acting("t", {
      changed: () => (acting.refusal === "" ? undefined : known()),
      look: async () => {},
      sent: () => {},
      meant: () => true,
    });
    acting.see(asking("first"), false);
    acting.take({ type: "send", command: { tag: "rise", body: {} } });
    await told;
    return acting;
  }

  test("what was refused is told as long as the same decision, or nothing, is asked for", async () => {
    const acting = await refused();
    assert.equal(acting.refusal, REFUSED.detail);
    acting.see(asking("first"), false);
    acting.see(asking(null), false);
    assert.equal(acting.refusal, REFUSED.detail);
  });

  test("what was refused is told no more once another decision has come", async () => {
    const acting = await refused();
    acting.see(asking(null), false);
    acting.see(asking("second"), false);
    assert.equal(acting.refusal, "");
  });

  test("what has no answer is asked for again, and is on its way for the first time once", async () => {
    const answers = [new Error("no network"), new Response('{"n": 7}', { status: 200 })];
    /** @type {Request[]} */ const asked = [];
    mock.method(globalThis, "fetch", async (/** @type {string} */ address, /** @type {RequestInit} */ init) => {
      asked.push(new Request(`http://here${address}`, init));
      const answer = answers[asked.length - 1];
      if (answer instanceof Response) return answer;
      throw answer;
    });
    mock.timers.enable({ apis: ["setTimeout"] });
    let sent = 0;
    const acting = new Acting("t", {
      changed: () => {},
      look: async () => {},
      sent: () => {
        sent += 1;
      },
      meant: () => true,
    });
    const comes = async (/** @type {string} */ state) => {
      while (acting.state !== state) await new Promise((next) => setImmediate(next));
    };
    acting.see(asking("first"), false);
    acting.take({ type: "send", command: { tag: "rise", body: {} } });
    await comes("unknown");
    assert.equal(sent, 1, "whoever opens the menu meanwhile keeps it");
    acting.again();
    await comes("idle");
    assert.equal(sent, 1);
    const keys = asked.map(({ headers }) => headers.get("Idempotency-Key"));
    assert.equal(keys.length, 2);
    assert.equal(new Set(keys).size, 1);
  });
});
