/** The codes of the desk in words. They stand in the record as codes; a test compares these tables with its types. */

import { Problem } from "../base/api.js";
import { told as telling } from "../base/telling.js";
import { message, say } from "../base/words.js";

export const STATES = {
  open: message("nobody has claimed it"),
  claimed: message("claimed"),
  ruled: message("ruled"),
  dismissed: message("dismissed"),
  appealed: message("appealed, and nobody has claimed it"),
  reclaimed: message("claimed after an appeal"),
  closed: message("closed"),
};
export const ABOUT = {
  rule: message("a rule"),
  clock: message("a clock"),
  connection: message("a connection"),
  conduct: message("conduct"),
  software: message("the software"),
  other: message("something else"),
};
export const FINDINGS = {
  infraction: message("a rule was broken"),
  no_infraction: message("no rule was broken"),
  service_fault: message("the service was at fault"),
  undecided: message("it cannot be decided"),
};
export const PENALTIES = {
  warning: message("a warning"),
  time: message("time"),
  game_loss: message("loss of the game"),
  match_loss: message("loss of the match"),
  disqualification: message("disqualification"),
};
export const REWIND_REASONS = {
  infraction: message("a rule was broken"),
  mistake: message("a mistake"),
  service_fault: message("the service was at fault"),
  agreement: message("everybody agrees"),
  other: message("something else"),
};
export const CLOCK_REASONS = {
  compensation: message("compensation"),
  penalty: message("a penalty"),
  mistake: message("a mistake"),
  agreement: message("everybody agrees"),
  other: message("something else"),
};
export const DISMISSALS = {
  unfounded: message("there is nothing in it"),
  too_late: message("it came too late"),
  duplicate: message("there is another case about it"),
  withdrawn: message("it was withdrawn"),
  not_for_us: message("it is not for the desk"),
  other: message("something else"),
};
export const MEASURES = {
  none: message("nothing"),
  words: message("words"),
  rewind: message("going back"),
  clock: message("clocks"),
  penalty: message("penalties"),
  result: message("another result"),
  void: message("the table is given up"),
};
export const READERS = {
  public: message("for everybody"),
  officers: message("for the desk, and for the players after the end"),
  private: message("for the desk alone"),
};

/** @type {Record<string, string>} what the service refuses, where pages say it of a table and its seats */
const REFUSED = {
  bad_credentials: message("This key is not valid, or no longer."),
  credentials_needed: message("You have left the desk, or the twelve hours are over. Come in again."),
  stale_table: message("The table has gone on since you read what will be written. Look again."),
  not_allowed: message("This key may not do that."),
  case_needed: message("Claim the case first."),
  wrong_origin: message("The browser did not let this page act with the key."),
};

/**
 * @param {unknown} error what came of a request
 * @returns {string} for people; what is no problem and no lost request is thrown on
 */
export function refused(error) {
  if (error instanceof Problem && Object.hasOwn(REFUSED, error.code)) return say(REFUSED[error.code]);
  return telling(error);
}

/**
 * @param {Record<string, string>} table
 * @param {string | null | undefined} code
 * @returns {string} what a code means; a code that this release does not know stands for itself
 */
export function told(table, code) {
  if (code === null || code === undefined) return "";
  return Object.hasOwn(table, code) ? say(table[code]) : code;
}

/** @param {Record<string, string>} table @returns {Record<string, string>} the same in the page's language */
export function spoken(table) {
  return Object.fromEntries(Object.keys(table).map((code) => [code, say(table[code])]));
}

/**
 * @param {string} by as entries name somebody
 * @param {string[]} seats names
 * @returns {string}
 */
export function nameOf(by, seats) {
  const [kind, rest = ""] = by.split(":");
  if (kind === "seat") return seats[Number(rest)] ?? by;
  if (kind === "clock" || kind === "table") return say("the clock");
  return by;
}
