/** What the checks of a record find, told to people: `/verify` and the review show it alike. */

import { count, message, say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { heard } from "./reasons.js";

/** @typedef {import("./record.js").Check} Check */
/** @typedef {import("./record.js").Report} Report */
/** @typedef {(line: number) => unknown} Jump how a line is named, and led to where that is possible */
/** @typedef {import("./worker.js").Checked["edited"]} Edited */

/** @type {Record<number, string>} the checks by their numbers: docs/record-format.md, "Checks" */
const CHECKS = {
  1: message("format and canonical bytes"),
  2: message("numbering and times"),
  3: message("header agrees with entry 1"),
  4: message("chain of hashes"),
  5: message("opened values fit their seals"),
  6: message("secrets fit their commitments"),
  7: message("every shuffle and draw recomputed"),
  8: message("every action decided again"),
  9: message("clocks"),
  10: message("outcome"),
  11: message("complete"),
  12: message("independent entropy"),
  13: message("signatures"),
};
/** @type {Record<string, string>} those of a tournament by their names: docs/tournament-record.md */
const OF_TOURNAMENTS = {
  format: message("format and canonical bytes"),
  order: message("numbers, times, and what may follow what"),
  chain: message("chain of hashes"),
  pairings: message("every pairing computed again"),
  standings: message("all standings computed again"),
  draws: message("every shuffle and draw recomputed"),
};
const STATUS = { passed: message("passed"), failed: message("failed"), "not possible": message("not possible") };
/** Why no line is what was written, where what changed the file left its trace. */
const EDITED = {
  mark: message("an editor changed the file: it begins with a byte order mark. Download the record again."),
  breaks: message("an editor or a mail changed the file: its lines end in CR LF. Download the record again."),
};
const SIGN = { passed: "✓", failed: "✗", "not possible": "–" };

/**
 * @param {Report} report
 * @returns {string} the one sentence that counts
 */
export function verdictOf(report) {
  const failed = report.checks.filter((check) => check.status === "failed").length;
  if (failed > 0) {
    const line = report.first_wrong_line ?? 1;
    return count("{n} check failed: first at line {line}.", "{n} checks failed: first at line {line}.", failed, {
      line,
    });
  }
  const open = report.checks.filter((check) => check.status === "not possible").length;
  return count(
    "Nothing is wrong; {n} check was not possible.",
    "Nothing is wrong; {n} checks were not possible.",
    open,
  );
}

/**
 * @param {Report} report
 * @returns {string} the class by which styles know the verdict
 */
export function mood(report) {
  return report.first_wrong_line === null ? "is-sound" : "is-unsound";
}

/**
 * @param {Report} report
 * @param {Jump} jump
 * @param {Edited} [edited]
 */
export function table(report, jump, edited = "") {
  const isTournament = report.checks.some(({ name }) => name === "pairings");
  return html`<table class="checks"><caption>${say("Checks")}</caption>
    <thead><tr><th scope="col">#</th><th scope="col">${say("Check")}</th><th scope="col">${say("Result")}</th>
      <th scope="col">${say("Why")}</th></tr></thead>
    <tbody>${report.checks.map((check) => row(check, isTournament, jump, edited))}</tbody></table>`;
}

/**
 * @param {Check} check
 * @param {boolean} isTournament
 * @param {Jump} jump
 * @param {Edited} edited
 */
function row(check, isTournament, jump, edited) {
  const title = isTournament ? say(OF_TOURNAMENTS[check.name]) : say(CHECKS[check.number]);
  const isEdited = check.name === "format" && check.status === "failed" && edited;
  const told = isEdited ? say(EDITED[isEdited]) : heard(check.reason ?? "");
  const key = check.status === "not possible" ? "not-possible" : check.status;
  return html`<tr class="is-${key}">
    <td class="number">${check.number}</td>
    <th scope="row">${title}</th>
    <td class="status"><span aria-hidden="true">${SIGN[check.status]}</span> ${say(STATUS[check.status])}</td>
    <td class="reason"><span lang=${told === check.reason ? "en" : nothing}>${told}</span>
      ${check.line === null ? nothing : jump(check.line)}</td>
  </tr>`;
}
