/**
 * What people are told when something does not go as asked. The service's own sentences are for whoever writes programs
 * too; a page says in its own words what it may meet, and leaves to the service what is about a game or a table.
 */

import { Lost, Problem } from "./api.js";
import { message, say } from "./words.js";

const TOGETHER = message("This page and the service do not understand each other. Load the page again.");
const MOVED = message("The table has moved on meanwhile; nothing was done.");
const BUSY = message("The service is busy. Try again in a moment.");
const BROKEN = message("Something went wrong in the service. Try again; if it stays so, tell whoever runs it.");
const MAY_NOT = message("Whoever sits in this browser may not do that.");

/** @type {Record<string, string | undefined>} by the service's code; a page says the others in the service's words. */
export const SAID = {
  accepted_already: message("You have accepted this already."),
  bad_credentials: message(
    "This link of a seat is not valid, or no longer. Ask whoever opened the table for a new one.",
  ),
  bad_header: TOGETHER,
  bad_request: TOGETHER,
  case_needed: MAY_NOT,
  credentials_needed: message("This browser does not sit at this table."),
  damaged_table: BROKEN,
  head_too_large: message(
    "The browser sends too much with each request. Clear the cookies of this site and try again.",
  ),
  idempotency_key_reused: TOGETHER,
  internal_error: BROKEN,
  invalid_body: message("What is written here does not fit."),
  invalid_command: TOGETHER,
  invalid_cursor: TOGETHER,
  invalid_query: TOGETHER,
  invalid_viewer: message("This table has no such seat to look from."),
  malformed_json: TOGETHER,
  method_not_allowed: TOGETHER,
  name_needed: message("Say what you are called first."),
  no_seat: MAY_NOT,
  no_show_not_yet: message("It is too early to call this player absent."),
  no_such_seat: message("This table has no such seat."),
  not_acceptable: TOGETHER,
  not_allowed: MAY_NOT,
  not_awaited: message("Nothing is asked of this seat just now."),
  not_found: TOGETHER,
  one_clock_needed: TOGETHER,
  other_seat: message("This browser sits at another seat of this table by now."),
  precondition_needed: TOGETHER,
  seat_not_taken: message("Nobody sits there."),
  seat_taken: message("This seat is taken already."),
  seat_without_token: message("There is no link to this seat that could be renewed."),
  stale_decision: MOVED,
  stale_table: MOVED,
  target_too_long: message("This address is too long. Perhaps something was added to it."),
  too_large: message("That is too much to send."),
  too_many_tokens: message("The link was renewed too often."),
  too_many_requests: message("That was a lot in a short time. Try again in a moment."),
  too_slow: BUSY,
  unavailable: BUSY,
  unknown_table: message("There is no such table, or it is private. Perhaps the link was cut off."),
  unsupported_media_type: TOGETHER,
  write_conflict: BUSY,
  wrong_origin: message("The browser did not let this page act for your seat. Open the table by its own link."),
};

/**
 * @param {any} document a problem of the service
 * @returns {string}
 */
export function toldOf(document) {
  const code = document?.code ?? "";
  return SAID[code] === undefined ? (document?.detail ?? document?.title ?? "") : say(SAID[code]);
}

/**
 * @param {unknown} error what came of a request
 * @returns {string} for people; what is neither a problem nor a lost request is a fault of the page, and thrown on
 */
export function told(error) {
  if (error instanceof Problem) return toldOf(error.document);
  if (error instanceof Lost) return say("The service does not answer.");
  throw error;
}
