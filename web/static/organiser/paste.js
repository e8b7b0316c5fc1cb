/** Players out of what was pasted: a line each, `name, rating`, as a spreadsheet gives it; faults line by line. */

import { cleaned } from "../base/typed.js";
import { say } from "../base/words.js";

/** @typedef {{name: string, rating?: number}} Newcomer */

const MOST_NAME = 40; // characters: api/wire/schemas/bodies.py
const MOST_RATING = 100_000;
const HEADINGS = new Set(["name", "player", "名前", "氏名"]);

/**
 * @param {string} text
 * @returns {{players: Newcomer[], faults: string[]}}
 */
export function pasted(text) {
  /** @type {Newcomer[]} */ const players = [];
  /** @type {string[]} */ const faults = [];
  const lines = text.split(/\r\n|\r|\n/);
  const between = separator(lines);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [name = "", rating = ""] = cells(line, between).map(cleaned);
    if (players.length === 0 && faults.length === 0 && HEADINGS.has(name.toLowerCase())) continue;
    const wrong = fault(name, rating);
    if (wrong === "") players.push(rating === "" ? { name } : { name, rating: Number(rating) });
    else faults.push(say("Line {line}: {fault}", { line: at + 1, fault: wrong }));
  }
  return { players, faults };
}

/** @param {string} name @param {string} rating @returns {string} */
function fault(name, rating) {
  if (name === "") return say("there is no name.");
  if ([...name].length > MOST_NAME) return say("the name is longer than {most} characters.", { most: MOST_NAME });
  if (rating !== "" && !(/^\d{1,6}$/.test(rating) && Number(rating) <= MOST_RATING))
    return say("the rating “{rating}” is no whole number up to {most}.", { rating, most: MOST_RATING });
  return "";
}

/** @param {string[]} lines @returns {string} what stands between the cells: as spreadsheets write it */
function separator(lines) {
  return ["\t", ";", ","].find((sign) => lines.some((line) => line.includes(sign))) ?? ",";
}

/**
 * @param {string} line
 * @param {string} between
 * @returns {string[]} RFC 4180: a quoted cell may hold the separator, and quotes twice
 */
function cells(line, between) {
  const found = [""];
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? "";
    const last = found.length - 1;
    if (quoted && sign === '"' && line[at + 1] === '"') {
      found[last] += '"';
      at += 1;
    } else if (sign === '"' && (quoted || found[last]?.trim() === "")) quoted = !quoted;
    else if (sign === between && !quoted) found.push("");
    else found[last] += sign;
  }
  return found;
}
