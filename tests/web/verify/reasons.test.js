// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";
import { speak } from "../../../web/static/base/words.js";
import { FORMS, heard } from "../../../web/static/verify/reasons.js";

const PROGRAM = readFileSync(new URL("../../../replay/standalone/verify.mjs", import.meta.url), "utf8");
const CHECKS = PROGRAM.slice(PROGRAM.indexOf("function misopened"), PROGRAM.indexOf("export function report"));
const NO_REASONS = ["line {}", "method {}", "{} {}", "case:{} {}", "not canonical", "not possible"]; // shapes, who stops what for what
const IN_PARTS = ["{} is {}", "not {}", "unknown, missing or not of its type"]; // a place, and how it is
const KIND = "what has no kind";

/** @param {string} text @returns {string} with places that have no name */
const bare = (text) => text.replaceAll(/\{\w+\}/g, "{}");

/** @returns {Set<string>} every text of several words in the verifier's checks */
function sentences() {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {ts.Node} node */
  const walk = (node) => {
    if (ts.isStringLiteralLike(node)) found.add(node.text);
    if (ts.isTemplateExpression(node)) {
      found.add(node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join(""));
    }
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile("verify.mjs", CHECKS, ts.ScriptTarget.ES2023, false, ts.ScriptKind.JS));
  return new Set([...found].filter((text) => / /.test(text) && /[a-z]/.test(text) && !NO_REASONS.includes(text)));
}

test("every reason of the verifier has a form, and no form is of nothing", () => {
  const forms = new Set([...FORMS.map(bare), KIND, ...IN_PARTS]);
  const said = sentences();
  said.add("the format is broken").add("{} is unknown, missing or not of its type").add("{} is not {}");
  assert.deepEqual(
    [...said].filter((text) => !forms.has(text)),
    [],
  );
  assert.deepEqual(
    [...forms].filter((text) => !said.has(text)),
    [],
  );
});

test("the form that says most itself is the one that is heard, with what stands in its places", () => {
  const messages = Object.fromEntries(FORMS.map((form) => [form, [`<${form}>`]]));
  speak({ language: "x", messages });
  assert.equal(heard("/draws/0/result is not for this viewer"), "</draws/0/result is not for this viewer>");
  assert.equal(heard("header and entry 1 differ in game, table"), "<header and entry 1 differ in game, table>");
  assert.equal(heard("paused comes while open"), "<paused comes while open>");
  assert.equal(heard("something that nobody says"), "something that nobody says");
  speak(undefined);
});
