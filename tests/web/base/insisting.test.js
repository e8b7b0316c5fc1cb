import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { Lost, Problem } from "../../../web/static/base/api.js";
import { insist, isUnwanted } from "../../../web/static/base/insisting.js";
import { settled } from "./world.js";

const line = new EventTarget();

/**
 * Ask for something that comes to these ends, one after the other.
 *
 * @param {...unknown} ends what is thrown, or at last a text that is answered
 */
function insisting(...ends) {
  const left = [...ends];
  /** @type {{asked: number, told: unknown[], again: () => void, answer: Promise<unknown>}} */
  const found = { asked: 0, told: [], again: () => {}, answer: Promise.resolve() };
  found.answer = insist(
    async () => {
      found.asked += 1;
      const end = left.shift();
      if (typeof end === "string") return end;
      throw end;
    },
    (error, again) => {
      found.told.push(error);
      found.again = again;
    },
  );
  return found;
}

const lost = new Lost("no line");
/** @param {number} status @param {number | null} [after] */
const problem = (status, after = null) => new Problem(status, { code: "some" }, after);

describe("what is asked for until it is answered", () => {
  /** @type {typeof globalThis.addEventListener} */ let before;

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    before = globalThis.addEventListener;
    globalThis.addEventListener = line.addEventListener.bind(line);
  });

  afterEach(() => {
    mock.timers.reset();
    globalThis.addEventListener = before;
  });

  test("what is answered is asked for once", async () => {
    const found = insisting("yes");
    assert.equal(await found.answer, "yes");
    assert.equal(found.asked, 1);
    assert.deepEqual(found.told, []);
  });

  test("what is lost, or met a busy service, is asked for again after a while", async () => {
    const busy = problem(503);
    const found = insisting(lost, busy, "yes");
    await settled();
    assert.deepEqual(found.told, [lost]);
    mock.timers.tick(1_999);
    await settled();
    assert.equal(found.asked, 1);
    mock.timers.tick(1);
    await settled();
    assert.deepEqual(found.told, [lost, busy]);
    mock.timers.tick(2_000);
    assert.equal(await found.answer, "yes");
    assert.equal(found.asked, 3);
  });

  test("a service that says when is asked then, and within a minute", async () => {
    const found = insisting(problem(429, 7), problem(503, 3_600), "yes");
    await settled();
    mock.timers.tick(6_999);
    await settled();
    assert.equal(found.asked, 1);
    mock.timers.tick(1);
    await settled();
    assert.equal(found.asked, 2);
    mock.timers.tick(60_000);
    assert.equal(await found.answer, "yes");
  });

  test("whoever wants it asks at once, and so does a line that is there again", async () => {
    const found = insisting(lost, lost, "yes");
    await settled();
    found.again();
    await settled();
    assert.equal(found.asked, 2);
    line.dispatchEvent(new Event("online"));
    assert.equal(await found.answer, "yes");
    mock.timers.tick(10_000);
    line.dispatchEvent(new Event("online"));
    await settled();
    assert.equal(found.asked, 3, "nothing is left of what was waited for");
  });

  test("what nobody wants any more is neither asked for again nor answered", async () => {
    const over = new AbortController();
    let asked = 0;
    const lose = async () => {
      asked += 1;
      throw lost;
    };
    const answer = insist(lose, () => {}, over.signal);
    await settled();
    over.abort();
    await assert.rejects(answer, isUnwanted);
    mock.timers.tick(10_000);
    line.dispatchEvent(new Event("online"));
    await settled();
    assert.equal(asked, 1);
    await assert.rejects(
      insist(
        async () => "late",
        () => {},
        over.signal,
      ),
      isUnwanted,
    );
    assert.ok(!isUnwanted(lost));
  });

  test("what the service refuses is not asked for again, nor is a fault of the page", async () => {
    const refused = problem(403);
    await assert.rejects(insisting(refused).answer, (error) => error === refused);
    const fault = new TypeError("ours");
    await assert.rejects(insisting(fault).answer, (error) => error === fault);
  });
});
