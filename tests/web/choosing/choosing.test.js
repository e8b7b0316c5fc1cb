import assert from "node:assert/strict";
import { test } from "node:test";
import { asksOf, filledIn, formsOf, labelOf } from "../../../web/static/choosing/asks.js";
import { isCareful } from "../../../web/static/choosing/careful.js";
import { choose, modelOf, shown } from "../../../web/static/choosing/choosing.js";
import { tagId } from "../../../web/static/choosing/parts.js";
import { sentences } from "../../../web/static/choosing/sentences.js";
import { whyNot } from "../../../web/static/choosing/whynot.js";
import { worked } from "./worked.js";

/** @import {Scene} from "../../../web/static/choosing/types.js" */

/**
 * @param {string} name
 * @param {...string} picks
 */
function after(name, ...picks) {
  return choose(modelOf(worked(name)), picks);
}

/**
 * @param {Partial<Scene>} members
 * @returns {Scene}
 */
function made(members) {
  const none = { n: 1, seat: 0, decision: { tag: '"1"' }, commands: [], truncated: false, offers: [], words: {} };
  return { ...none, last: [], careful: [], picture: null, ...members };
}

test("attack: a Spade leaves what it reaches, and whatever else might have been picked", () => {
  const choice = after("attack", "S10-1");
  assert.equal(choice.state, "picking");
  assert.ok(["S4-3", "D10-1", "D8-2", "H2-3"].every((id) => choice.next.has(id)));
  assert.ok(choice.instead.has("C2"), "a tap on a Club takes the place of the Spade");
  assert.deepEqual(shown(choice, "S10-1"), { selected: 1, must: false, lit: false, dim: false });
});

test("attack: the first card of an enemy fixes the target", () => {
  const choice = after("attack", "S10-1", "D8-2");
  assert.equal(choice.state, "ready");
  assert.equal(choice.sentence, "Attack Ben: destroy 8 of Diamonds with 10 of Spades.");
  assert.deepEqual([...choice.must], ["seat/1"]);
  assert.ok(choice.next.has("D1-3") && choice.next.has("S4-3"), "more of it may be added");
  assert.ok(!choice.next.has("D6-2"), "another player's Diamond does not go with it");
  assert.ok(choice.instead.has("D6-2"), "but may take its place");
  assert.equal(shown(choice, "C2").dim, true);
  assert.deepEqual(filledIn(choice, modelOf(worked("attack"))), ["Ben"]);
});

test("attack: compulsory Diamonds say must", () => {
  const choice = after("attack", tagId("attack"), "S4-3", "S10-1", "H6-2");
  assert.deepEqual([...choice.must].sort(), ["D6-2", "seat/0"]);
  assert.equal(shown(choice, "D6-2").must, true);
  assert.equal(choice.sentence, "Attack Ada: destroy 6 of Diamonds and 6 of Hearts with 4 of Spades and 10 of Spades.");
});

test("attack: without its name the bypass is complete, and the Diamond makes it an attack", () => {
  const choice = after("attack", "S4-3", "S10-1", "H5-2");
  assert.equal(choice.ready?.tag, "bypass");
  assert.deepEqual([...choice.next], ["D6-2"]);
  assert.equal(after("attack", "S4-3", "S10-1", "H5-2", "D6-2").ready?.tag, "attack");
});

test("attack: what ends the turn is a button, after all others, and is ready by its name", () => {
  const idle = after("attack");
  assert.equal(idle.state, "idle");
  assert.equal(idle.buttons.at(-1)?.tag, "end_turn");
  assert.deepEqual(after("attack", tagId("end_turn")).ready?.body, {});
  assert.equal(idle.ready, null);
});

test("attack: the Trader says how many of how many", () => {
  const model = modelOf(worked("attack"));
  const [ask] = asksOf(model, choose(model, [tagId("use_trader"), "S6"]));
  assert.equal(ask?.label, "cards to discard");
  assert.equal(ask?.count, "1 of 2");
  assert.deepEqual(
    ask?.options.filter((option) => option.picked).map((option) => option.text),
    ["6 of Spades"],
  );
  assert.deepEqual(asksOf(model, choose(model, [])), [], "as long as any command may be meant nothing is asked");
});

test("kick: each answer is one tap and ready", () => {
  const idle = after("kick");
  assert.deepEqual([...idle.lit].sort(), ["kick_block_80", "neurochem_grapple"]);
  const choice = after("kick", "kick_block_80");
  assert.equal(choice.sentence, "Answer Kick 70 with Kick Block 80.");
  assert.deepEqual([...choice.instead], ["neurochem_grapple"]);
});

test("menace: paid with Fortune, whichever of the two is tapped first", () => {
  const paid = "Play Menace and pay with Fortune.";
  assert.equal(after("menace", "menace", "fortune").sentence, paid);
  assert.equal(after("menace", "fortune").sentence, "Play Fortune.");
  assert.ok(after("menace", "fortune").next.has("menace"));
  assert.equal(after("menace", "fortune", "menace").sentence, paid);
  assert.equal(after("menace", "menace").state, "picking");
});

test("ways: a way is walked from its first space on, and two ways to one space are told apart", () => {
  const unit = after("ways", "u6");
  assert.deepEqual([...unit.next].sort(), ["b1", "c2", "d1"]);
  const first = after("ways", "u6", "c2");
  assert.equal(first.state, "picking");
  assert.deepEqual([...first.next].sort(), ["b2", "c3", "d2"]);
  assert.deepEqual([...first.instead].sort(), ["b1", "d1"]);
  assert.equal(after("ways", "u6", "c2", "d2").sentence, "Move BT-7 (6) by c2 to d2.");
  assert.equal(after("ways", "u6", "d1", "d2").sentence, "Move BT-7 (6) by d1 to d2.");
  assert.equal(after("ways", "u6", "d2").agreeing.length, 0, "no way begins there");
});

test("ways: a way that all share may be walked, and need not be", () => {
  const scene = made({
    commands: [
      { tag: "move", body: { path: ["a", "b"] }, say: "To b." },
      { tag: "move", body: { path: ["a", "c"] }, say: "To c." },
    ],
    offers: [
      {
        command: "move",
        label: "Move",
        fields: {
          path: {
            domain: "one_of",
            label: "way",
            values: [
              ["a", "b"],
              ["a", "c"],
            ],
          },
        },
      },
    ],
  });
  const model = modelOf(scene);
  assert.deepEqual([...choose(model, []).next], ["a"]);
  assert.deepEqual([...choose(model, ["a"]).next], ["b", "c"]);
  assert.equal(choose(model, ["a", "b"]).sentence, "To b.");
});

test("spaces: none, one or two are ready, and the field is called by its target", () => {
  const model = modelOf(worked("spaces"));
  const none = choose(model, [tagId("resolve_trigger")]);
  assert.deepEqual(none.ready?.body, { targets: [{ spaces: [] }] });
  const two = choose(model, ["a1", "b2"]);
  assert.deepEqual(two.ready?.body, { targets: [{ spaces: ["a1", "b2"] }] });
  assert.deepEqual(two.ready, choose(model, ["b2", "a1"]).ready, "the order of a set says nothing");
  const ask = asksOf(model, two).find(({ path }) => path === "targets/0/spaces");
  assert.match(ask?.label ?? "", /^target 1: /);
  assert.equal(ask?.count, "2 of 2");
  assert.equal(labelOf("orders/2/unit", "unit"), "3: unit");
});

const CARDS = { a: { short: "A", full: "A", kind: /** @type {const} */ ("card") } };
const MIXED = made({
  words: { ...CARDS, b: { ...CARDS.a, short: "B" }, 0: { ...CARDS.a, short: "Me", kind: "seat" } },
  offers: [
    {
      command: "use",
      label: "Use",
      fields: {
        card: { domain: "one_of", label: "card", values: ["a", null] },
        stake: { domain: "range", label: "stake", min: 0, max: 1 },
        skip: { domain: "flag", label: "skip" },
      },
    },
    {
      command: "swap",
      label: "Swap",
      fields: {
        one: { domain: "one_of", label: "one", values: ["a", "b"] },
        other: { domain: "one_of", label: "other", values: ["a", "b"] },
      },
    },
    { command: "write", label: "Write", fields: { text: { domain: "free", label: "text", schema: {} } } },
    { command: "aim", label: "Aim", fields: { target: { domain: "one_of", label: "target", values: [0, "b"] } } },
  ],
  commands: [
    { tag: "use", body: { stake: 0 }, say: "Nothing." },
    { tag: "use", body: { card: "a", stake: 0, skip: true }, say: "A, skip." },
    { tag: "use", body: { card: "a", stake: 1 }, say: "A for one." },
    { tag: "swap", body: { one: "a", other: "b" }, say: "A for B." },
    { tag: "swap", body: { one: "b", other: "a" }, say: "B for A." },
    { tag: "aim", body: { target: 0 }, say: "At me." },
    { tag: "aim", body: { target: "b" }, say: "At B." },
  ],
  picture: { panels: [{ role: "own", seat: 0, zones: [{ cards: [{ id: "a" }, { id: "b", owner: 1 }] }] }] },
});

test("numbers, yes and no, and leaving out are asked for", () => {
  const model = modelOf(MIXED);
  const asks = asksOf(model, choose(model, [tagId("use")]));
  assert.deepEqual(
    asks.map(({ path, options }) => [path, options.map(({ text, kind }) => `${text} ${kind}`)]),
    [
      ["card", ["none none", "A card"]],
      ["stake", ["0 number", "1 number"]],
      ["skip", ["no truth", "yes truth"]],
    ],
  );
  assert.equal(choose(model, [tagId("use"), "card=null"]).sentence, "Nothing.");
  assert.equal(choose(model, ["a", "skip=true"]).sentence, "A, skip.");
  assert.equal(choose(model, ["stake=1"]).sentence, "A for one.");
});

test("two paths that end alike are asked apart", () => {
  const choice = choose(modelOf(MIXED), [tagId("swap"), "a", "b"]);
  assert.equal(choice.state, "picking");
  assert.deepEqual(
    choice.complete.map((command) => command.say),
    ["A for B.", "B for A."],
  );
});

test("what is written freely has a button and a form, though no command lists it", () => {
  const choice = choose(modelOf(MIXED), []);
  assert.deepEqual(
    choice.buttons.filter((button) => button.free).map((button) => button.tag),
    ["write"],
  );
  assert.equal(formsOf(MIXED.offers, "write").length, 1);
});

test("where there are too many commands the offers serve, and what comes of it is unsure", () => {
  const model = modelOf({ ...worked("attack"), commands: [], truncated: true });
  const spade = choose(model, ["S10-1"]);
  assert.equal(spade.unsure, true);
  assert.ok(spade.next.has("D8-2") && spade.instead.has("C2"));
  const aimed = choose(model, [tagId("attack"), "S10-1", "D8-2"]);
  assert.ok(aimed.must.has("seat/1"));
  assert.ok(aimed.dim.has("C2"));
  assert.equal(aimed.sentence, "Attack: Ben, 10 of Spades, 8 of Diamonds");
  assert.deepEqual(aimed.ready?.body, { target: 1, attack_cards: ["S10-1"], diamonds: ["D8-2"] });
  assert.equal(choose(model, [tagId("end_turn")]).sentence, "End the turn");
  assert.equal(choose(model, []).state, "idle");
  const ways = modelOf({ ...worked("ways"), commands: [], truncated: true });
  assert.deepEqual([...choose(ways, ["u6", "c2"]).next].sort(), ["b2", "c3", "d2"]);
  assert.deepEqual(choose(ways, ["u6", "c2", "d2"]).ready?.body, { unit_id: "u6", path: ["c2", "d2"] });
  const mixed = modelOf({ ...MIXED, commands: [], truncated: true });
  assert.deepEqual(choose(mixed, [tagId("use"), "card=null", "stake=1", "skip=true"]).ready?.body, {
    stake: 1,
    skip: true,
  });
  const spaces = modelOf({ ...worked("spaces"), commands: [], truncated: true });
  assert.deepEqual(choose(spaces, ["b2", "a1"]).ready?.body, { targets: [{ spaces: ["a1", "b2"] }] });
});

test("one legal command left is ready", () => {
  const scene = made({ commands: [{ tag: "pass", body: {}, say: "Pass." }], offers: [] });
  const choice = choose(modelOf(scene), []);
  assert.equal(choice.state, "ready");
  assert.equal(choice.sentence, "Pass.");
});

test("nothing may be chosen by who is not asked", () => {
  const choice = choose(modelOf(made({})), []);
  assert.equal(choice.state, "idle");
  assert.equal(choice.lit.size + choice.dim.size, 0);
});

test("two cards of one kind are picked one by one", () => {
  const scene = made({
    words: CARDS,
    offers: [
      {
        command: "drop",
        label: "Drop",
        fields: { cards: { domain: "subset", label: "", values: ["a", "a"], min: 1, max: 2 } },
      },
    ],
    commands: [
      { tag: "drop", body: { cards: ["a"] }, say: "One." },
      { tag: "drop", body: { cards: ["a", "a"] }, say: "Two." },
    ],
  });
  const one = choose(modelOf(scene), ["a"]);
  assert.equal(one.sentence, "One.");
  assert.equal(shown(one, "a", 0).selected, 1);
  assert.deepEqual(shown(one, "a", 1), { selected: null, must: false, lit: true, dim: false });
  assert.equal(choose(modelOf(scene), ["a", "a"]).sentence, "Two.");
});

test("the list has every remaining command as a sentence, found by words in any order", () => {
  const choice = after("attack", "S10-1");
  assert.ok(sentences(choice).length === choice.agreeing.length);
  assert.deepEqual(
    sentences(choice, "ben 8 DIAMONDS ace").map((command) => command.say),
    [
      "Attack Ben: destroy 8 of Diamonds and Ace of Diamonds with 10 of Spades.",
      "Attack Ben: destroy 8 of Diamonds and Ace of Diamonds with 4 of Spades and 10 of Spades.",
    ],
  );
  assert.deepEqual(sentences(choice, "nobody"), []);
});

test("why not: the game's reason, else that it does not go with the picks", () => {
  const choice = after("kick", "kick_block_80");
  assert.equal(whyNot(choice, { id: "punch_20", why_not: "Too weak." }), "Too weak.");
  assert.equal(whyNot(choice, { id: "neurochem_grapple", why_not: "?" }), null, "it may take the place of the pick");
  const fixed = after("attack", "S10-1", "D8-2");
  assert.equal(whyNot(fixed, { id: "C2" }), "That does not go with what you have picked.");
  assert.equal(whyNot(fixed, { id: "nothing" }), null);
  assert.equal(whyNot(after("kick"), {}), null);
});

test("what gives something up is never sent with one tap", () => {
  const { commands } = MIXED;
  const of = (/** @type {string} */ say) => commands.find((command) => command.say === say) ?? assert.fail(say);
  assert.equal(isCareful(MIXED, { tag: "concede", body: {}, say: "" }), true);
  assert.equal(isCareful(MIXED, of("At me.")), true);
  assert.equal(isCareful(MIXED, of("At B.")), false, "it belongs to another seat");
  assert.equal(isCareful({ ...MIXED, careful: ["swap"] }, of("A for B.")), true);
  assert.equal(isCareful({ ...MIXED, last: ["use"] }, of("Nothing.")), true);
  const ends = { ...MIXED, commands: [of("Nothing."), of("A for B.")], last: ["use", "swap"] };
  for (const end of ends.commands) assert.equal(isCareful(ends, end), true, "another end is another choice");
  assert.equal(isCareful({ ...MIXED, commands: [of("Nothing.")], last: ["use"] }, of("Nothing.")), false);
  assert.equal(isCareful({ ...MIXED, truncated: true, last: ["use"] }, of("Nothing.")), true);
  assert.equal(isCareful({ ...MIXED, seat: null }, of("At me.")), false);
});
