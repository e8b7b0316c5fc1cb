/**
 * Prints what the modules of pages can say: one JSON object `{ids, unclear}` for the files that are given.
 *
 * Read by TypeScript's parser, for a lexer loses its way in templates inside templates. The arguments of `say`, `count`
 * and `message` are texts that are written out, or a choice of such; `say` may also say what `message` has marked.
 */

import { readFileSync } from "node:fs";
import ts from "typescript";

/** @type {Record<string, number>} how many of its first arguments are sentences */
const SAYS = { say: 1, count: 2, message: 1 };

/** @type {Set<string>} */
const ids = new Set();
/** @type {string[]} */
const unclear = [];

/**
 * @param {ts.Expression} node
 * @returns {boolean} whether every text that this may be is written here
 */
function read(node) {
  if (ts.isStringLiteralLike(node)) {
    ids.add(node.text);
    return true;
  }
  if (ts.isConditionalExpression(node)) return [read(node.whenTrue), read(node.whenFalse)].every(Boolean);
  if (ts.isParenthesizedExpression(node)) return read(node.expression);
  return false;
}

/**
 * @param {string} name
 * @param {ts.Expression} node
 * @returns {boolean} whether this is a member of a table, whose sentences are marked where they stand
 */
function marked(name, node) {
  return name === "say" && (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node));
}

/** @param {ts.SourceFile} source */
function visit(source) {
  /** @param {ts.Node} node */
  const walk = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text;
      for (const argument of node.arguments.slice(0, Object.hasOwn(SAYS, name) ? SAYS[name] : 0)) {
        if (!read(argument) && !marked(name, argument)) {
          const { line } = source.getLineAndCharacterOfPosition(argument.getStart(source));
          unclear.push(`${source.fileName}:${line + 1}: ${argument.getText(source)}`);
        }
      }
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
}

for (const path of process.argv.slice(2)) {
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2023, false, ts.ScriptKind.JS));
}
process.stdout.write(JSON.stringify({ ids: [...ids].sort(), unclear }));
