/**
 * Every offered command is composed by the page: `node composing.js scenes.json`.
 *
 * What is listed by picking its things, what is written or set by filling the form of its offer.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { choose, modelOf } from "../../../web/static/choosing/choosing.js";
import { filledBody, written } from "../../../web/static/choosing/filling.js";

/** @import {Offer, Scene} from "../../../web/static/choosing/types.js" */
/** @typedef {{offer: Offer, given: Record<string, any>, body: Record<string, unknown>}} Form */

let composed = 0;
const scenes = /** @type {(Scene & {forms: Form[]})[]} */ (JSON.parse(readFileSync(process.argv[2] ?? "", "utf-8")));
for (const scene of scenes) {
  const model = modelOf(scene);
  for (const { command, parts } of model.commands) {
    const things = [...parts].sort((left, right) => Number(left.at) - Number(right.at)).map((part) => part.id);
    const { complete } = choose(model, [`tag=${command.tag}`, ...things]);
    assert.ok(complete.includes(command), command.say);
    composed += 1;
  }
  for (const { offer, given, body } of scene.forms) {
    const read = (/** @type {string} */ path, /** @type {any} */ field) =>
      field.domain === "free" ? written(given[path], field) : given[path];
    assert.deepEqual(filledBody(offer, read), body);
    composed += 1;
  }
}
process.stdout.write(`${composed}\n`);
