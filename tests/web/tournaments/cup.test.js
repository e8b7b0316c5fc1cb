import assert from "node:assert/strict";
import { test } from "node:test";
import { Cup } from "../../../web/static/tournaments/cup.js";
import { ALL, touched } from "../../../web/static/tournaments/touched.js";

const HEAD = { paired: 1, round: 1 };
const BODIES = {
  "": HEAD,
  "/players": { players: [{ player: "a", name: "Ada" }] },
  "/rounds/1": { round: 1, status: "playing" },
  "/standings": { round: 1, rows: [] },
};

/** A service that keeps what it was asked for, and a stream into which a test writes. */
class Service {
  /** @type {string[]} */ asked = [];
  n = 1;
  broken = false;
  playing = true;
  /** @type {any} */ writing = null;

  /** @param {string} address */
  async fetch(address) {
    const rest = address.split("/tournaments/cup")[1] ?? "";
    if (rest === "/stream") return new Response(new ReadableStream({ start: (writing) => this.#keep(writing) }));
    this.asked.push(rest);
    if (this.broken) throw new TypeError("no network");
    const body = BODIES[/** @type {keyof typeof BODIES} */ (rest)];
    return Response.json(rest === "" ? { ...body, n: this.n, playing: this.playing } : body);
  }

  /** @param {any} writing */
  #keep(writing) {
    this.writing = writing;
  }

  /** @param {string} kind of the next entry */
  tell(kind) {
    this.n += 1;
    this.writing.enqueue(new TextEncoder().encode(`id: ${this.n}\ndata: ${JSON.stringify({ entry: { kind } })}\n\n`));
  }
}

/** @returns {Promise<void>} when all that can go on without time has gone on */
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
};

/** @param {import("node:test").TestContext} context */
async function begun(context) {
  const service = new Service();
  const target = new EventTarget();
  const world = {
    document: Object.assign(target, { visibilityState: "visible", getElementById: () => null }),
    window: target,
  };
  const before = { fetch: globalThis.fetch };
  Object.assign(globalThis, world, { fetch: (/** @type {string} */ address) => service.fetch(address) });
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const cup = new Cup("cup", "", { changed: () => {}, wrong: () => "wrong" });
  context.after(() => {
    cup.close();
    Object.assign(globalThis, before);
  });
  await cup.begin();
  await settled();
  const later = async (/** @type {number} */ ms) => {
    now += ms;
    context.mock.timers.tick(ms);
    await settled();
  };
  return { cup, service, later };
}

test("a page reads everything once, and then what an entry has changed", async (context) => {
  const { cup, service, later } = await begun(context);
  await later(3_000);
  assert.deepEqual(service.asked, ["", "/players", "/rounds/1", "/standings"]);
  for (const [kind, parts] of /** @type {[string, string[]][]} */ ([
    ["player_checked_in", ["/players"]],
    ["draw_offered", ["/rounds/1"]],
    ["result_counted", ["/rounds/1"]],
    ["result_corrected", ["/rounds/1", "/standings"]],
    ["prizes_given", []],
  ])) {
    service.asked = [];
    service.tell(kind);
    await settled();
    await later(1_300);
    assert.deepEqual(service.asked, ["", ...parts], kind);
  }
  service.asked = [];
  service.playing = false;
  service.tell("result_counted"); // the last one of its round
  await settled();
  await later(1_300);
  assert.deepEqual(service.asked, ["", "/rounds/1", "/standings"]);
  assert.equal(cup.tournament?.n, 7);
});

test("entries that never cease are read once a second, and do not wait for their end", async (context) => {
  const { service, later } = await begun(context);
  service.asked = [];
  for (let tenth = 0; tenth < 100; tenth += 1) {
    service.tell("draw_offered");
    await settled();
    await later(100);
  }
  const readings = service.asked.filter((rest) => rest === "").length;
  assert.ok(readings >= 6 && readings <= 10, `${readings} readings in 10 s`);
  assert.equal(service.asked.length, 2 * readings);
});

test("what was asked for in vain is asked for with the next entry", async (context) => {
  const { service, later } = await begun(context);
  service.broken = true;
  service.tell("result_corrected");
  await settled();
  await later(2_000);
  Object.assign(service, { broken: false, asked: [] });
  service.tell("player_checked_in");
  await settled();
  await later(2_000);
  assert.deepEqual(service.asked, ["", "/players", "/rounds/1", "/standings"]);
});

test("an entry that was read already is not read again", async (context) => {
  const { cup, service, later } = await begun(context);
  service.tell("result_counted");
  await settled();
  await cup.read();
  service.asked = [];
  await later(3_000);
  assert.deepEqual(service.asked, []);
});

test("all is read for an entry that this release does not know", () => {
  assert.deepEqual(touched("player_praised"), ALL);
  assert.deepEqual(touched("toString"), ALL);
});
