import assert from "node:assert/strict";
import { test } from "node:test";
import { joinLink, readLink, seatLink } from "../../../web/static/lobby/links.js";
import { bodyOf, drafted, entropy, firstOf, once, resized, seated } from "../../../web/static/lobby/opening.js";
import { fieldsOf, optionsOf } from "../../../web/static/lobby/options.js";

const SCHEMA = {
  $ref: "#/$defs/Options",
  $defs: {
    Options: {
      type: "object",
      properties: {
        first: { description: "who begins", enum: ["random", "seat"], default: "random" },
        lives: { type: "integer", minimum: 1, maximum: 5, default: 1 },
        ally: { description: "allies", type: "boolean" },
        goal: { anyOf: [{ enum: ["by_seats"] }, { type: "integer", maximum: 9 }], default: "by_seats" },
        cards: { type: "string", default: "shipped" },
        windows: { $ref: "#/$defs/Windows", default: { attack: true } },
      },
    },
    Windows: { type: "object", properties: { attack: { type: "boolean", default: false } } },
  },
};

/** @type {import("../../../web/static/lobby/opening.js").Game} */
const GAME = {
  game: "sample",
  title: "Sample",
  seats: [2, 3, 4],
  bots: ["random", "sensible"],
  first: { options: { lives: 2 }, bots: ["sensible", "random"], deal: "first-3" },
  schema: JSON.stringify(SCHEMA),
  words: {},
};

test("each option is a field of its kind, those inside another after their path", () => {
  const told = fieldsOf(SCHEMA).map(({ path, kind, label, initial }) => [path, kind, label, initial]);
  assert.deepEqual(told, [
    ["first", "choice", "who begins", "random"],
    ["lives", "number", "lives", 1],
    ["ally", "flag", "allies", undefined],
    ["goal", "either", "goal", "by_seats"],
    ["cards", "text", "cards", "shipped"],
    ["windows/attack", "flag", "attack", true],
  ]);
  assert.deepEqual(
    fieldsOf(SCHEMA).map(({ least, most }) => [least, most]),
    [
      [undefined, undefined],
      [1, 5],
      [undefined, undefined],
      [undefined, 9],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
});

test("only what differs from the game's own is sent", () => {
  const fields = fieldsOf(SCHEMA);
  /** @type {[string, import("../../../web/static/lobby/options.js").Value][]} */
  const same = [
    ["first", "random"],
    ["lives", 1],
    ["windows/attack", true],
    ["cards", ""],
  ];
  assert.deepEqual(optionsOf(fields, new Map(same)), {});
  /** @type {[string, import("../../../web/static/lobby/options.js").Value][]} */
  const other = [
    ["goal", 5],
    ["ally", false],
    ["windows/attack", false],
  ];
  assert.deepEqual(optionsOf(fields, new Map(other)), { goal: 5, ally: false, windows: { attack: false } });
});

test("a draft becomes a request, with me at one seat at most", () => {
  const draft = resized(seated(drafted(GAME), 1, "me"), 4);
  assert.deepEqual(draft.seats, ["code", "me", "code", "code"]);
  const body = bodyOf(
    { ...draft, seats: ["me", "bot:random", "code", "open"], clock: "steady", label: " x " },
    [],
    "Ada",
  );
  const { entropy: own, ...me } = body.seats[0];
  assert.match(own, /^[\w-]{43}$/);
  assert.deepEqual(me, { kind: "token", name: "Ada" });
  assert.deepEqual(body.seats.slice(1), [{ kind: "bot", bot: "random" }, { kind: "code" }, { kind: "open" }]);
  assert.deepEqual([body.clock, body.label, body.options, body.visibility], [{ move_ms: 60_000 }, "x", {}, "unlisted"]);
  assert.deepEqual(Object.keys(bodyOf(drafted(GAME), [], "Ada")), ["game", "seats", "options", "visibility"]);
});

test("nobody sits twice however the seats are changed", () => {
  const moved = resized(seated(drafted(GAME), 1, "me"), 4);
  assert.equal(moved.seats.filter((seat) => seat === "me").length, 1);
  assert.equal(resized(moved, 2).seats.length, 2);
});

test("a first table is that of the demonstration", () => {
  const body = firstOf(GAME, "Ada");
  assert.deepEqual(body.options, { lives: 2 });
  assert.deepEqual(
    body.seats.map((/** @type {any} */ seat) => seat.bot ?? seat.name),
    ["Ada", "sensible", "random"],
  );
  assert.notEqual(entropy(), entropy());
});

test("only a lesson has the deal that everybody knows", () => {
  assert.equal(firstOf(GAME, "Ada", { lesson: true }).known_deal, "first-3");
  assert.ok(!("known_deal" in firstOf(GAME, "Ada")));
  const plain = { ...GAME, first: { ...GAME.first, deal: null } };
  assert.ok(!("known_deal" in firstOf(plain, "Ada", { lesson: true })));
});

test("a wish without an answer is sent again as it was, and another one anew", async () => {
  /** @type {any[]} */
  const sent = [];
  let lost = true;
  const send = once(
    async (body, key) => {
      sent.push([body, key]);
      if (lost) throw new Error("lost");
      return "done";
    },
    () => lost,
  );
  let made = 0;
  const make = () => ({ made: ++made });
  await assert.rejects(send("a", make));
  lost = false;
  assert.equal(await send("a", make), "done");
  assert.deepEqual(sent[0], sent[1]);
  assert.equal(await send("a", make), "done");
  assert.notEqual(sent[1][1], sent[2][1]);
  assert.equal(made, 2);
});

test("links carry secrets behind the hash, and are read back", () => {
  assert.equal(seatLink("t1", "a.b", { guide: true }), "/t/t1#seat=a.b&guide=1");
  const found = (/** @type {string} */ text) => readLink(text);
  assert.deepEqual(found(`https://cards.example${joinLink("t1", "AB CD")}`), { table: "t1", code: "AB CD", token: "" });
  assert.deepEqual(found("http://h/api/v1/tables/t1"), { table: "t1", code: "", token: "" });
  assert.deepEqual(found(" t1 "), { table: "t1", code: "", token: "" });
  assert.deepEqual(found("/t/t1/review#41.3/seat:1")?.table, "t1");
  assert.deepEqual(found("/t/t1#seat=tok&guide=1")?.token, "tok");
  for (const text of ["", "https://", "a b", "/t/", "javascript:alert(1)"]) assert.equal(found(text), null, text);
});
