/** The codes of tournaments in words. A test compares these tables with those of the service. */

import { Problem } from "../base/api.js";
import { told as telling } from "../base/telling.js";
import { count, message, say } from "../base/words.js";

/** @typedef {import("./service.js").Tournament} Tournament */

export const STATUSES = {
  registration: message("registration is open"),
  running: message("running"),
  paused: message("paused"),
  ended: message("has ended"),
  cancelled: message("was given up"),
};
export const MARKS = {
  sandbox: message("only tried: bots play, on a clock that jumps"),
  tokens: message("its organiser can see every hand"),
};
export const TIE_BREAKS = {
  buchholz: message("Buchholz"),
  buchholz_cut_1: message("Buchholz without the lowest"),
  sonneborn_berger: message("Sonneborn-Berger"),
  direct_encounter: message("Direct encounter"),
  wins: message("Wins"),
  opponents_average_place: message("Opponents’ average place"),
  opponents_win_share: message("Opponents’ share of wins"),
};
/** What each counts, for whoever asks. */
export const TIE_BREAKS_MEAN = {
  buchholz: message("The points of all opponents together."),
  buchholz_cut_1: message("The points of all opponents, without those of the weakest one."),
  sonneborn_berger: message("The points of those beaten, and half of those drawn with."),
  direct_encounter: message("What those who are tied made against each other."),
  wins: message("How many rounds were won."),
  opponents_average_place: message(
    "The places that opponents took at their tables, on average: the lower, the better.",
  ),
  opponents_win_share: message("Which part of their tables the opponents won."),
};
export const BYES = {
  pairing: message("has the bye of the pairing"),
  full: message("sits out, for a full point"),
  half: message("sits out, for half a point"),
  zero: message("sits out, for nothing"),
};
export const TABLES = {
  paired: message("paired"),
  opening: message("being set up"),
  closed: message("closed until all tables have ended"),
  open: message("waiting for players"),
  running: message("being played"),
  finished: message("ended, may still be disputed"),
  confirmed: message("ended"),
  abandoned: message("given up"),
};
export const PLAYERS = {
  in: message("plays"),
  withdrawn: message("has withdrawn"),
  disqualified: message("disqualified"),
};
/** Why two players do not meet, by the first criterion that is in the way: docs/pairings.md. */
export const CRITERIA = {
  together: message("They do meet in this round."),
  away: message("One of them sits out this round."),
  schedule: message("The schedule of this format leaves no choice."),
  organiser: message("The organiser has paired this round by hand."),
  met: message("They have met before."),
  forbidden: message("The organiser keeps them apart."),
  colours: message("Both are due to play first, or both second."),
  completion: message("The others could then not all be paired, or the bye would go to somebody with more points."),
  order: message("It would have been as good; this pairing comes first in the order of the rules."),
  drawn: message("It would have been as good; the choice was drawn."),
  bye: message("More players would be without a table."),
  C6: message("Fewer players would meet somebody of their own score."),
  C7: message("Players with more points would have to meet somebody of another score."),
  C8: message("It would leave the next players fewer ways to meet their own score."),
  C9: message("The bye would go to somebody who has sat out more often."),
  C10: message("Somebody far ahead would play first or second once too often."),
  C11: message("Somebody far ahead would play first or second three times in a row."),
  C12: message("Fewer players would get the turn they are due."),
  C13: message("Fewer players would get the turn they are strongly due."),
  C14: message("Somebody would again meet a lower score, as in the round before."),
  C15: message("Somebody would again meet a higher score, as in the round before."),
  C16: message("Somebody would again meet a lower score, as two rounds before."),
  C17: message("Somebody would again meet a higher score, as two rounds before."),
  C18: message("Those who again meet a lower score would be further from it than before."),
  C19: message("Those who again meet a higher score would be further from it than before."),
  C20: message("Those who met a lower score two rounds before would be further from it."),
  C21: message("Those who met a higher score two rounds before would be further from it."),
  second_byes: message("Somebody would sit out a second time."),
  bye_height: message("The bye would go to somebody with more points."),
  repeats: message("More players would meet again."),
  second_shorts: message("Somebody would sit at a short table a second time."),
  spread: message("Players further apart in points would sit at one table."),
  short_height: message("A short table would be higher in the standings."),
  first_seats: message("Somebody would begin once too often."),
};

/** @type {Record<string, string>} what the service refuses, where other pages say it of a table and its seats */
const REFUSED = {
  bad_credentials: message("This key is not valid, or no longer."),
  credentials_needed: message("The session in this browser is over. Come in again."),
  not_allowed: message("This key may not do that."),
  unknown_tournament: message("There is no such tournament, or it is private. Perhaps the link was cut off."),
  link_used: message("This personal link has been used already. Ask the organiser for a new one."),
  wrong_code: message("This code is not the right one, or the link was cut off."),
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
 * @param {string} code
 * @returns {string} what a code means; one that this release does not know stands for itself
 */
export function told(table, code) {
  return Object.hasOwn(table, code) ? say(table[code]) : code;
}

/**
 * @param {string} table the status of a table
 * @param {string | undefined} tournament that of its tournament
 * @returns {string} in words: a table of a tournament that was given up waits for nobody
 */
export function stateOf(table, tournament) {
  const waits = ["opening", "open"].includes(table);
  return told(TABLES, tournament === "cancelled" && waits ? "abandoned" : table);
}

/** @param {Tournament["format"]} format @returns {string} */
export function formatOf(format) {
  const { format: name, rounds = 1, seats = 4, cycles = 1, losses = 1, groups = 1 } = format;
  if (name === "swiss") return count("Swiss, 1 round", "Swiss, {n} rounds", rounds);
  if (name === "pods")
    return count("Swiss at tables of {seats}, 1 round", "Swiss at tables of {seats}, {n} rounds", rounds, { seats });
  if (name === "knock_out") return losses === 2 ? say("Double elimination") : say("Knock-out");
  const met = cycles === 2 ? say("Everybody against everybody, twice") : say("Everybody against everybody");
  return groups === 1 ? met : say("{met}, in {groups} groups", { met, groups });
}

/** @param {Tournament} tournament @param {string} title of the game @returns {string} */
export function titleOf({ label, sandbox }, title) {
  const called = label ?? say("A tournament of {game}", { game: title });
  return sandbox ? say("Sandbox: {title}", { title: called }) : called;
}

/** @param {string} exact @returns {string} as people write it */
export function fraction(exact) {
  const [whole = "", of] = exact.split("/");
  if (of === undefined) return whole;
  if (of !== "2") return exact;
  const rest = Math.floor(Number(whole) / 2);
  return `${rest === 0 ? "" : rest}½`;
}
