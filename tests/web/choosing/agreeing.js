/**
 * After any picks the lit things are those of the legal commands: `node agreeing.js scenes.json` tries random picks.
 *
 * What may be picked next is worked out here a second time, from the bodies alone and in the slowest way there is: by
 * writing down every order in which a command's things can be picked.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isCareful } from "../../../web/static/choosing/careful.js";
import { choose, modelOf } from "../../../web/static/choosing/choosing.js";
import { chooseByOffers } from "../../../web/static/choosing/families.js";
import { begin, step } from "../../../web/static/choosing/machine.js";
import { sentences } from "../../../web/static/choosing/sentences.js";

/** @import {Listed, Part, Scene} from "../../../web/static/choosing/types.js" */
/** @import {Model} from "../../../web/static/choosing/choosing.js" */

const PICKS = 3; // in a row
const TRIES = 6; // of each scene

/** Numbers by chance, the same in every run (a linear congruential generator). */
let seed = 7;

/**
 * @template T
 * @param {T[]} list
 * @returns {T}
 */
function some(list) {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return /** @type {T} */ (list[seed % list.length]);
}

/**
 * @param {Part[]} parts
 * @param {string[]} picks
 * @returns {Set<string>} what may follow after exactly these picks, for one command
 */
function following(parts, picks) {
  const found = new Set();
  parts.forEach((part, place) => {
    const first = parts
      .filter((other) => other.path === part.path && other.at !== null)
      .map((other) => Number(other.at));
    if (part.at !== null && part.at !== Math.min(...first)) return;
    if (picks.length === 0) found.add(part.id);
    else if (part.id === picks[0]) {
      const rest = parts.filter((_, index) => index !== place);
      for (const id of following(rest, picks.slice(1))) found.add(id);
    }
  });
  return found;
}

/**
 * @param {Part[]} parts
 * @param {string[]} picks
 * @returns {boolean} whether a command has these picks, in this order
 */
function has(parts, picks) {
  return picks.length === 0 || following(parts, picks.slice(0, -1)).has(/** @type {string} */ (picks.at(-1)));
}

/**
 * @param {Model} model
 * @param {string[]} picks
 * @returns {Set<string>}
 */
function expected(model, picks) {
  return new Set(model.commands.flatMap((one) => [...following(one.parts, picks)]));
}

/**
 * @param {Model} model
 * @param {string[]} picks
 */
function check(model, picks) {
  const choice = choose(model, picks);
  const agreeing = model.commands.filter((one) => has(one.parts, picks));
  assert.deepEqual(
    choice.agreeing.map((one) => one.index),
    agreeing.map((one) => one.index),
  );
  const open = expected(model, picks);
  for (const id of choice.next) assert.ok(open.has(id), `${id} after ${picks}`);
  for (const id of open) assert.ok(choice.next.has(id) || choice.must.has(id), `${id} is not lit after ${picks}`);
  for (const id of choice.must) assert.ok(agreeing.every((one) => one.parts.some((part) => part.id === id)));
  const before = picks.length ? expected(model, picks.slice(0, -1)) : new Set();
  for (const id of choice.instead) assert.ok(before.has(id), `${id} in place of the last of ${picks}`);
  for (const id of choice.dim) assert.ok(!open.has(id));
  assert.deepEqual(sentences(choice).length, agreeing.length);
  if (choice.ready) assert.ok(agreeing.some((one) => one.command === choice.ready));
  return choice;
}

/**
 * Any legal command can be reached by picking its things.
 *
 * @param {Model} model
 * @param {Listed} one
 */
function reach(model, one) {
  const things = [...one.parts].sort((left, right) => Number(left.at) - Number(right.at)).map((part) => part.id);
  const choice = choose(model, [`tag=${one.command.tag}`, ...things]);
  assert.ok(choice.complete.includes(one.command), one.command.say);
}

/**
 * By the offers alone nothing legal is left out.
 *
 * @param {Model} model
 * @param {string[]} picks
 * @param {Set<string>} next
 */
function checkOffers(model, picks, next) {
  const choice = chooseByOffers(model.scene, picks);
  for (const id of next) assert.ok(choice.next.has(id) || choice.must.has(id), `${id} by offers after ${picks}`);
}

/**
 * @param {Model} model
 * @param {Listed} one
 */
function reachByOffers(model, one) {
  const things = [...one.parts].sort((left, right) => Number(left.at) - Number(right.at)).map((part) => part.id);
  const { complete } = chooseByOffers(model.scene, [`tag=${one.command.tag}`, ...things]);
  const found = complete.map(({ body }) => JSON.stringify(sorted(body)));
  assert.ok(found.includes(JSON.stringify(sorted(one.command.body))), `${one.command.say}: ${found}`);
}

/**
 * @param {Record<string, unknown>} body
 * @returns {unknown} without what is left out by default, names and sets in one order: the game puts sets in its own
 */
function sorted(body) {
  const kept = Object.entries(body).filter(([, value]) => value !== false && !(Array.isArray(value) && !value.length));
  const ordered = kept.map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value]);
  return ordered.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}

let tried = 0;
const scenes = /** @type {Scene[]} */ (JSON.parse(readFileSync(process.argv[2] ?? "", "utf-8")));
for (const scene of scenes) {
  const model = modelOf(scene);
  for (const one of model.commands) {
    reach(model, one);
    reachByOffers(model, one);
  }
  for (let time = 0; time < TRIES; time += 1) {
    /** @type {string[]} */
    let picks = [];
    let machine = begin(scene);
    for (let length = 0; length <= PICKS; length += 1) {
      const choice = check(model, picks);
      assert.deepEqual(machine.picks, picks);
      tried += 1;
      checkOffers(model, picks, choice.next);
      if (choice.next.size === 0) break;
      const id = some([...choice.next].sort());
      picks = [...picks, id];
      const stepped = step(machine, { type: "pick", id }, () => "key");
      assert.equal(stepped.send, null, "the first tap never sends");
      machine = stepped.machine;
    }
  }
  for (const command of scene.commands) assert.equal(typeof isCareful(scene, command), "boolean");
}
process.stdout.write(`${tried}\n`);
