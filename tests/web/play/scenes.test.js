/** What stays the same from scene to scene, and what is new in the story. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Scenes, settled, sinceOwn } from "../../../web/static/play/scenes.js";
import { panelOf, placesOf, statesIn } from "../../../web/static/play/states.js";

/** @param {string} label @param {string[]} ids @returns {any} */
function panel(label, ids) {
  const cards = ids.map((id) => (id === "" ? { face: "", back: true } : { id, face: id }));
  return {
    id: label,
    label,
    role: "own",
    seat: 0,
    zones: [{ id: `${label}/hand`, label: "Hand", kind: "hand", cards }],
  };
}

test("panels that did not change are the very same objects, so that they are not drawn again", () => {
  const before = { headline: "one", panels: [panel("a", ["x"]), panel("b", ["y"])] };
  const after = settled({ headline: "two", panels: [panel("a", ["x"]), panel("b", ["z"])] }, before);
  assert.equal(after?.panels?.[0], before.panels[0]);
  assert.notEqual(after?.panels?.[1], before.panels[1]);
  assert.equal(after?.headline, "two");
});

test("since one's own last decision", () => {
  const story = [
    { at: "4.0", by: "seat:1", say: "a" },
    { at: "5.0", by: "seat:0", say: "b" },
    { at: "5.1", by: "seat:0", say: "c" },
    { at: "6", by: "seat:1", say: "d" },
  ];
  assert.deepEqual(sinceOwn(story, 0), story.slice(3));
  assert.deepEqual(sinceOwn(story, 2), story, "whoever did nothing yet has missed all of it");
});

test("a card that came is new, one that lay there is not, and a hidden one is never followed", () => {
  const before = placesOf({ headline: "", panels: [panel("a", ["x", ""])] });
  const now = { headline: "", panels: [panel("a", ["x", "y", "", ""])] };
  const state = statesIn(now, null, before);
  const [own] = now.panels;
  const [zone] = own.zones;
  const fresh = zone.cards.map((/** @type {any} */ card) => state(card, zone, own)?.fresh ?? false);
  assert.deepEqual(fresh, [false, true, false, false]);
});

test("a card that can be played lights its like in the hand, and none in a pile", () => {
  const own = panel("a", ["x", "y"]);
  const [hand] = own.zones;
  hand.cards[0].lit = true;
  const pile = {
    id: "a/pile",
    label: "Pile",
    kind: "pile",
    cards: [
      { id: "x", face: "x" },
      { id: "y", face: "y" },
    ],
  };
  own.zones.unshift(pile);
  const ids = new Set(["x", "y"]);
  /** @type {any} */
  const choice = { picks: [], picked: new Map([["x", [{}]]]), must: new Set(), lit: ids, dim: new Set(), agreeing: [] };
  const state = statesIn({ headline: "", panels: [own] }, choice, null);
  assert.equal(state(hand.cards[0], hand, own)?.selected, true, "the first of its kind, though the pile comes before");
  assert.deepEqual(state(/** @type {any} */ (pile.cards[0]), /** @type {any} */ (pile), own), {});
  assert.equal(
    state(/** @type {any} */ (pile.cards[1]), /** @type {any} */ (pile), own)?.lit,
    true,
    "nothing is played",
  );
});

test("a card that can be taken from a pile is lit there, and none of its likes elsewhere", () => {
  const own = panel("a", ["x", "y"]);
  const lying = (/** @type {boolean} */ lit) => ({ id: "x", face: "x", ...(lit && { lit }) });
  const piles = [lying(false), lying(true)].map((card, place) => ({
    ...{ id: `pile/${place}`, label: "Pile", kind: "pile" },
    cards: [card],
  }));
  own.zones.unshift(...piles);
  /** @type {any} */
  const choice = { picks: [], picked: new Map(), must: new Set(), lit: new Set(["x"]), dim: new Set(), agreeing: [] };
  const state = statesIn({ headline: "", panels: [own] }, choice, null);
  const lit = own.zones.map(
    (/** @type {any} */ zone) => state(/** @type {any} */ (zone.cards[0]), /** @type {any} */ (zone), own)?.lit,
  );
  assert.deepEqual(lit, [undefined, true, undefined]);
});

test("the board of the target is open, else of who is awaited, and at the end of who has won", () => {
  const panels = ["a", "b", "c"].map((label, seat) => ({ ...panel(label, [`${label}1`]), role: "opponent", seat }));
  const scene = (/** @type {number[]} */ ...seats) =>
    /** @type {any} */ ({ picture: { headline: "", panels }, awaited: seats.map((seat) => ({ seat })) });
  assert.equal(panelOf(scene(1)), "b");
  assert.equal(panelOf(scene(1), new Set(["c1"])), "c");
  assert.equal(panelOf(scene(), new Set(), [2]), "c");
  assert.equal(panelOf(scene()), "a", "of an end without a winner the first one");
});

test("a look ends once the table is known, however often the service does not answer", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = /** @type {string[]} */ ([]);
  const seen = /** @type {number[]} */ ([]);
  mock.method(globalThis, "fetch", async (/** @type {string} */ address) => {
    asked.push(address);
    if (asked.length < 3) throw new TypeError("no connection");
    return Response.json({ n: 7, viewer: "seat:0", picture: null, story: [] });
  });
  const scenes = new Scenes("/api/v1/tables/t", { scene: (scene) => seen.push(scene.n), state: () => undefined });
  let known = false;
  const looking = scenes.look(7).then(() => {
    known = true;
  });
  for (const tries of [1, 2]) {
    while (asked.length < tries) await new Promise(setImmediate);
    for (let turn = 0; turn < 9; turn += 1) await new Promise(setImmediate);
    assert.equal(known, false);
    mock.timers.tick(2_000);
  }
  await looking;
  assert.deepEqual(seen, [7]);
  mock.restoreAll();
  mock.timers.reset();
});

test("a look waits as long as a busy service asks for, within reason", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let asked = 0;
  const waits = ["30", "100000"];
  mock.method(globalThis, "fetch", async () => {
    const [after] = waits.splice(0, 1);
    asked += 1;
    if (after === undefined) return Response.json({ n: 7, viewer: "seat:0", picture: null, story: [] });
    const headers = { "Content-Type": "application/problem+json", "Retry-After": after };
    return new Response(JSON.stringify({ code: "too_many_requests" }), { status: 429, headers });
  });
  const scenes = new Scenes("/api/v1/tables/t", { scene: () => undefined, state: () => undefined });
  const looking = scenes.look(7);
  const turned = async () => {
    for (let turn = 0; turn < 99; turn += 1) await new Promise(setImmediate);
  };
  await turned();
  for (const [ms, tries] of [
    [29_000, 1],
    [1_000, 2],
    [59_000, 2],
    [1_000, 3],
  ]) {
    mock.timers.tick(/** @type {number} */ (ms));
    await turned();
    assert.equal(asked, tries);
  }
  await looking;
  mock.restoreAll();
  mock.timers.reset();
});

test("what is heard of while a look is under way that finds nothing new is read as well", async () => {
  const answers = /** @type {((n: number) => void)[]} */ ([]);
  const seen = /** @type {number[]} */ ([]);
  mock.method(globalThis, "fetch", () => {
    const told = (/** @type {number} */ n) => Response.json({ n, viewer: "seat:0", picture: null, story: [] });
    return new Promise((answered) => answers.push((n) => answered(told(n))));
  });
  const scenes = new Scenes("/api/v1/tables/t", { scene: (scene) => seen.push(scene.n), state: () => undefined });
  const first = scenes.look(5);
  answers[0]?.(5);
  await first;
  const own = scenes.look(5); // the answer to one's own action, after the stream had told of it
  const next = scenes.look(6); // the stream again, before the service's answer has arrived
  answers[1]?.(5);
  for (let turn = 0; turn < 9; turn += 1) await new Promise(setImmediate);
  assert.equal(answers.length, 3);
  answers[2]?.(6);
  await Promise.all([own, next]);
  assert.equal(seen.at(-1), 6);
  mock.restoreAll();
});

test("a link's token asks for the table while the cookie is on its way, and nothing is shown before it is there", async () => {
  const asked = /** @type {(string | null)[]} */ ([]);
  const seen = /** @type {number[]} */ ([]);
  mock.method(globalThis, "fetch", async (/** @type {string} */ address, /** @type {RequestInit} */ init) => {
    assert.match(address, /scene/);
    asked.push(new Headers(init.headers).get("Authorization"));
    return Response.json({ n: 7, viewer: "seat:0", seat: 0, picture: null, story: [] });
  });
  const scenes = new Scenes("/api/v1/tables/t", { scene: (scene) => seen.push(scene.n), state: () => undefined });
  /** @type {(problem: Error) => void} */ let refuse = () => undefined;
  const refused = new Promise((_, no) => {
    refuse = no;
  });
  const beginning = scenes.begin("secret", refused);
  for (let turn = 0; turn < 9; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(asked, ["Bearer secret"]);
  assert.deepEqual(seen, []);
  refuse(new Error("no such seat"));
  await assert.rejects(beginning, /no such seat/);
  assert.deepEqual(seen, []);
  mock.restoreAll();
});

test("what was asked before somebody sat down, and is answered after it, is not shown", async () => {
  const seen = /** @type {string[]} */ ([]);
  /** @type {(() => void)[]} */ const answers = [];
  let viewer = "observer";
  mock.method(globalThis, "fetch", (/** @type {string} */ address) => {
    assert.match(address, /scene/);
    const told = { n: 1, viewer, seat: null, picture: null, story: [{ at: "1", by: "", say: viewer }] };
    return new Promise((answered) => answers.push(() => answered(Response.json(told))));
  });
  const scenes = new Scenes("/api/v1/tables/t", { scene: ({ viewer: who }) => seen.push(who), state: () => undefined });
  const looking = scenes.look(1);
  viewer = "seat:0";
  const sitting = scenes.restart();
  const [late, own] = answers;
  own?.();
  // Node has no stream of events, which ends the beginning.
  await assert.rejects(sitting);
  late?.();
  await looking;
  assert.deepEqual(seen, ["seat:0"]);
  assert.deepEqual(
    scenes.story.map(({ say }) => say),
    ["seat:0"],
  );
  mock.restoreAll();
});
