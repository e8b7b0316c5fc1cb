/**
 * A ruling that is being written: what it still lacks, the body that is sent, and what will be written, as sentences.
 * No page: the form draws it, and nothing is sent that these sentences have not said.
 */

import { count, message, say } from "../base/words.js";
import { CLOCK_REASONS, FINDINGS, PENALTIES, told } from "./labels.js";

const MOST_GROUND = 80; // characters
const MOST_TEXT = 4_000;

/**
 * @typedef {{seat: number, kind: "bank_ms" | "move_ms", seconds: string, reason: string}} ClockDraft
 * @typedef {{seat: number, penalty: string, points: string}} PenaltyDraft
 *
 * @typedef {object} Draft
 * @property {string} finding
 * @property {string[]} grounds
 * @property {{to: string, order: "keep" | "reshuffle", reason: string, banks: string[]} | null} rewind
 * @property {ClockDraft[]} clocks
 * @property {PenaltyDraft[]} penalties
 * @property {string[] | null} places by seat, the place that it gets
 * @property {boolean} void
 * @property {string} text
 * @property {string} sealed
 * @property {string} note
 * @property {boolean} resume
 *
 * @typedef {object} Setting what a ruling is written about
 * @property {string[]} seats names
 * @property {boolean} stopped the case has stopped the play
 * @property {boolean} paused the play is stopped, for whatever cause
 * @property {boolean} over the game is
 * @property {boolean} final the ruling is on an appeal
 * @property {number} n the last entry that was seen
 * @property {number} hours in which a seat may appeal
 * @property {boolean} appeals whether any may
 */

/** @returns {Draft} */
export function blank() {
  return {
    finding: "",
    grounds: [],
    rewind: null,
    clocks: [],
    penalties: [],
    places: null,
    void: false,
    text: "",
    sealed: "",
    note: "",
    resume: true,
  };
}

/**
 * @param {Draft} draft
 * @returns {boolean} whether it changes the table, which needs the entry that was seen
 */
export function changes(draft) {
  return draft.rewind !== null || draft.clocks.length > 0 || draft.penalties.length > 0 || ends(draft);
}

/** @param {Draft} draft */
const ends = (draft) => draft.places !== null || draft.void;

/**
 * @param {string} typed seconds, or minutes and seconds: `90`, `1:30`
 * @returns {number | null} milliseconds
 */
export function milliseconds(typed) {
  const found = /^(?:(\d{1,5}):)?(\d{1,7})$/.exec(typed.trim());
  if (found === null) return null;
  const [, minutes, seconds] = found;
  if (minutes !== undefined && Number(seconds) > 59) return null;
  return (Number(minutes ?? 0) * 60 + Number(seconds)) * 1000;
}

/**
 * @param {Draft} draft
 * @param {Setting} setting
 * @returns {string[]} what has to be mended before it can be sent
 */
export function lacks(draft, { n }) {
  const found = [];
  if (draft.finding === "") found.push(say("Say what was found."));
  if (draft.rewind !== null) {
    const to = Number(draft.rewind.to);
    if (!(Number.isInteger(to) && to >= 1 && to <= n)) found.push(say("Go back to an entry from 1 to {n}.", { n }));
    const banks = draft.rewind.banks.filter((typed) => typed.trim() !== "");
    if (
      banks.length > 0 &&
      (banks.length < draft.rewind.banks.length || banks.some((one) => milliseconds(one) === null))
    )
      found.push(say("Give the bank of every seat as seconds or minutes:seconds, or of none."));
  }
  if (draft.clocks.some((one) => milliseconds(one.seconds) === null))
    found.push(say("Give each clock as seconds or minutes:seconds."));
  if (draft.penalties.some(({ points }) => points.trim() !== "" && !/^\d{1,6}$/.test(points.trim())))
    found.push(say("Points are a whole number."));
  if (draft.places?.some((place) => place === "")) found.push(say("Give every seat a place."));
  if (draft.places !== null && draft.void) found.push(say("Either another result, or the table is given up."));
  if (draft.grounds.some((ground) => ground.length > MOST_GROUND)) found.push(say("A rule is cited in 80 characters."));
  if ([draft.text, draft.sealed, draft.note].some((text) => text.length > MOST_TEXT))
    found.push(say("A text has up to 4,000 characters."));
  return found;
}

/**
 * @param {string[]} places
 * @returns {number[][]} the seats of each place, the first place first
 */
function byPlace(places) {
  const sorted = [...new Set(places.map(Number))].sort((a, b) => a - b);
  return sorted.map((place) => places.flatMap((one, seat) => (Number(one) === place ? [seat] : [])));
}

/**
 * @param {Draft} draft that lacks nothing
 * @returns {any} the body of the request
 */
export function bodyOf(draft) {
  /** @type {any} */
  const body = { finding: draft.finding, grounds: draft.grounds, resume: draft.resume };
  if (draft.text.trim()) body.text = draft.text.trim();
  if (draft.sealed.trim()) body.sealed_text = draft.sealed.trim();
  if (draft.note.trim()) body.private_text = draft.note.trim();
  if (draft.rewind !== null) {
    const { to, order, reason, banks } = draft.rewind;
    const set = banks.length > 0 && banks.every((typed) => typed.trim() !== "");
    body.rewind = { to: Number(to), order, reason, ...(set ? { clocks: banks.map(milliseconds) } : {}) };
  }
  if (draft.clocks.length > 0)
    body.clocks = draft.clocks.map(({ seat, kind, seconds, reason }) => ({
      seat,
      [kind]: milliseconds(seconds),
      reason,
    }));
  if (draft.penalties.length > 0)
    body.penalties = draft.penalties.map(({ seat, penalty, points }) => ({
      seat,
      penalty,
      ...(points.trim() ? { points: Number(points) } : {}),
    }));
  if (draft.places !== null) body.result = { places: byPlace(draft.places) };
  if (draft.void) body.void = true;
  return body;
}

const ORDERS = {
  keep: message("What lies face down keeps its order, also where a seat has seen it since."),
  reshuffle: message("What lies face down for everybody gets a new order; hands stay."),
};

/**
 * @param {Draft} draft
 * @param {Setting} setting
 * @returns {string[]} what will be written, and what comes of it
 */
export function sentences(draft, setting) {
  const seat = (/** @type {number} */ number) => setting.seats[number] ?? `${number}`;
  const found = [say("It was found: {finding}.", { finding: told(FINDINGS, draft.finding) })];
  if (draft.grounds.length === 0) found.push(say("No rule is cited."));
  else found.push(say("Rules cited: {rules}.", { rules: draft.grounds.join("; ") }));
  if (draft.rewind !== null) found.push(...ofRewind(draft.rewind, seat));
  for (const { seat: number, kind, seconds, reason } of draft.clocks) {
    const values = { seat: seat(number), time: seconds, reason: told(CLOCK_REASONS, reason) };
    if (kind === "bank_ms") found.push(say("{seat} has {time} in the bank from now on: {reason}.", values));
    else found.push(say("{seat} has {time} left for this decision: {reason}.", values));
  }
  for (const { seat: number, penalty, points } of draft.penalties) {
    const values = { seat: seat(number), penalty: told(PENALTIES, penalty), points };
    if (points.trim() === "") found.push(say("{seat} is penalised: {penalty}.", values));
    else found.push(say("{seat} is penalised: {penalty}, {points} points.", values));
  }
  if (draft.places !== null) {
    const shared = byPlace(draft.places);
    const before = (/** @type {number} */ at) => shared.slice(0, at).flat().length; // who shares a place leaves some out
    const places = shared.map((seats, at) => `${before(at) + 1}. ${seats.map(seat).join(", ")}`);
    found.push(say("The result is: {places}.", { places: places.join("; ") }));
    if (!setting.over) found.push(say("The game ends with it."));
  }
  if (draft.void) found.push(say("The table is given up; nothing that was played counts."));
  if (!changes(draft)) found.push(say("Nothing changes at the table."));
  return [...found, ...ofPlay(draft, setting), ...ofTexts(draft), ...ofAppeal(setting)];
}

/**
 * @param {NonNullable<Draft["rewind"]>} rewind
 * @param {(number: number) => string} seat
 */
function ofRewind({ to, order, banks }, seat) {
  const found = [
    say("The table goes back to after entry {to}. What came later stays readable, and counts no more.", { to }),
    say(ORDERS[order]),
  ];
  if (banks.length > 0 && banks.every((typed) => typed.trim() !== "")) {
    const clocks = banks.map((typed, number) => `${seat(number)} ${typed}`).join(", ");
    found.push(say("In the banks is then: {clocks}.", { clocks }));
  } else if (banks.length > 0) found.push(say("The banks are those of that moment."));
  return found;
}

/** @param {Draft} draft @param {Setting} setting */
function ofPlay(draft, setting) {
  if (!setting.paused || ends(draft)) return [];
  if (draft.rewind !== null && setting.appeals && !setting.final) {
    const ofOffice = say("You let it go on then, as it was not this case that stopped it.");
    return [
      say("Play stays stopped until every seat has accepted this, or nobody can appeal any more."),
      setting.stopped ? say("Then it goes on by itself.") : ofOffice,
    ];
  }
  return [
    draft.resume && setting.stopped ? say("Play goes on at once.") : say("Play stays stopped until you let it go on."),
  ];
}

/** @param {Draft} draft */
function ofTexts({ text, sealed, note }) {
  const found = [];
  if (text.trim()) found.push(say("Everybody reads at once: “{text}”", { text: text.trim() }));
  if (sealed.trim()) found.push(say("The players read after the end: “{text}”", { text: sealed.trim() }));
  if (note.trim()) found.push(say("The desk alone reads: “{text}”", { text: note.trim() }));
  return found;
}

/** @param {Setting} setting */
function ofAppeal({ final, hours, appeals }) {
  if (final) return [say("This decides the appeal finally.")];
  if (!appeals) return [say("Nobody can appeal at this table.")];
  if (hours === 0) return [say("A seat may appeal for less than an hour.")];
  return [count("A seat may appeal within an hour.", "A seat may appeal within {n} hours.", hours)];
}
