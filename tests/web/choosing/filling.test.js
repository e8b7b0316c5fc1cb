import assert from "node:assert/strict";
import { test } from "node:test";
import { filledBody, written } from "../../../web/static/choosing/filling.js";

/** @import {Field} from "../../../web/static/choosing/types.js" */

/** @type {Field} */
const COPIES = {
  domain: "free",
  label: "cards",
  schema: { type: "object", additionalProperties: { type: "integer", minimum: 1 } },
};

test("a list of copies is read line by line, or as JSON", () => {
  assert.deepEqual(written(" 3 tiger\n\n2x depot\n1 × tiger ", COPIES), { tiger: 4, depot: 2 });
  assert.deepEqual(written('{"tiger": 3}', COPIES), { tiger: 3 });
  for (const text of ["", "tiger", "3", "{tiger}"]) assert.throws(() => written(text, COPIES), SyntaxError);
});

test("what takes no copies is written as JSON", () => {
  const field = { ...COPIES, schema: { type: "object" } };
  assert.deepEqual(written('{"a": [1]}', field), { a: [1] });
  assert.throws(() => written("3 tiger", field), SyntaxError);
});

test("a body is made along the paths, without what is left out", () => {
  const offer = { command: "set", label: "", fields: { "prefs/a": COPIES, "prefs/b": COPIES, "list/0/c": COPIES } };
  const body = filledBody(offer, (path) => (path === "prefs/b" ? undefined : path));
  assert.deepEqual(body, { prefs: { a: "prefs/a" }, list: [{ c: "list/0/c" }] });
});
