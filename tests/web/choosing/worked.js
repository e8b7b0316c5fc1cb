/** Reads the worked cases: scenes of real tables. */

import { readFileSync } from "node:fs";

/** @type {Record<string, import("../../../web/static/choosing/types.js").Scene>} */
const CASES = JSON.parse(readFileSync(new URL("./worked.json", import.meta.url), "utf-8"));

/**
 * @param {string} name
 * @returns {import("../../../web/static/choosing/types.js").Scene}
 */
export function worked(name) {
  const scene = CASES[name];
  if (scene === undefined) throw new Error(`no case is called ${name}`);
  return scene;
}
