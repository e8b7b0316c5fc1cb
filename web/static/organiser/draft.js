/** A tournament that is about to be opened: what is said of it, the request that it becomes, where its faults belong. */

import { cleaned } from "../base/typed.js";
import { count, say } from "../base/words.js";
import { CLOCKS } from "../lobby/opening.js";
import { optionsOf } from "../lobby/options.js";

/** @typedef {import("../lobby/options.js").Field} Field */
/** @typedef {import("../lobby/options.js").Value} Value */

/**
 * @typedef {object} Game
 * @property {string} game
 * @property {string} title
 * @property {number[]} seats
 * @property {string[]} bots
 * @property {string} schema of the options, as JSON in the game's own order
 * @property {boolean} decks whether players bring decks
 * @property {string[]} begins options that the pairing decides: who begins
 * @property {Record<string, string>} words
 *
 * @typedef {object} Span
 * @property {number} first
 * @property {number} last 0: to the end
 * @property {number} games of a match; 0: as elsewhere
 * @property {string} clock one of `CLOCKS`; empty: as elsewhere
 * @property {boolean} anew whether decks are registered anew
 *
 * @typedef {object} Draft
 * @property {Game} game
 * @property {string} label
 * @property {"swiss" | "pods" | "round_robin" | "round_robin_2" | "knock_out" | "knock_out_2"} format
 * @property {number} rounds
 * @property {number} seats of a whole table, in pods
 * @property {string} clock one of `CLOCKS`
 * @property {string} visibility
 * @property {string} registration
 * @property {number} players that are expected
 * @property {number} confirm minutes until a result is final
 * @property {number} games of a match
 * @property {number} groups of a round robin
 * @property {number} cut how many go on in a knock-out; 0: nobody
 * @property {boolean} sealed whether decks are registered
 * @property {number} byes rounds that players may sit out for half a point by their own word
 * @property {number} zero the same, for nothing
 * @property {number} last the last round that they may sit out; 0: any
 * @property {string[]} breaks tie-breaks in their order; none: those usual for the format
 * @property {boolean} same whether all tables of a round are dealt the same
 * @property {number} later seconds after which others see a table; 0: at once
 * @property {number} behind entries after which they do; 0: at once
 * @property {boolean} tokens whether the organiser holds the tokens of all seats
 * @property {Span[]} spans rounds that are otherwise
 * @property {number} length minutes that a round is to take; 0: as long as it takes
 * @property {number} pause minutes after which the next round begins by itself; 0: by word
 * @property {string} draws
 * @property {string} zone
 * @property {boolean} sandbox
 * @property {number} absent minutes after which whoever has not come has lost; 0: never
 * @property {Map<string, Value>} said options that were touched
 */

const MINUTE = 60_000;
const POD = 4; // seats of a usual table of more than two
const SWISS = 5; // rounds

/** Codes of faults by the field of the form that they are about; others are about the whole. */
const FIELDS = /** @type {Record<string, string>} */ ({
  too_many_rounds: "rounds",
  format_member_missing: "rounds",
  seats_not_played: "format",
  first_player_option: "options",
  decks_depend: "options",
  even_match: "games",
  no_matches: "games",
  no_cut_here: "cut",
  no_byes_here: "byes",
  tie_break_twice: "breaks",
  no_boards_here: "same",
  decks_shown: "tokens",
  rounds_twice: "spans",
  unknown_time_zone: "zone",
});

/** @param {Game} game @returns {Draft} */
export function drafted(game) {
  const two = game.seats.includes(2);
  return {
    game,
    label: "",
    format: two ? "swiss" : "pods",
    rounds: SWISS,
    seats: Math.min(POD, Math.max(...game.seats)),
    clock: "none",
    visibility: "public",
    registration: "organiser",
    players: 16,
    confirm: 10,
    absent: 0,
    games: 1,
    groups: 1,
    cut: 0,
    byes: 0,
    zero: 0,
    last: 0,
    breaks: [],
    same: false,
    later: 0,
    behind: 0,
    tokens: false,
    spans: [],
    sealed: false,
    length: 0,
    pause: 0,
    draws: "never",
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    sandbox: false,
    said: new Map(),
  };
}

/** @param {Draft} draft @returns {Record<string, any>} */
function formatOf({ format, rounds, seats, groups }) {
  if (format === "swiss") return { format, rounds };
  if (format === "pods") return { format, rounds, seats };
  const twice = format.endsWith("_2");
  if (format.startsWith("knock_out")) return { format: "knock_out", losses: twice ? 2 : 1 };
  return { format: "round_robin", cycles: twice ? 2 : 1, ...(groups > 1 ? { groups } : {}) };
}

/**
 * @param {Draft} draft
 * @param {Field[]} fields of the game's options
 * @returns {Record<string, any>} the body of `POST /tournaments`
 */
export function bodyOf(draft, fields) {
  const clock = CLOCKS[draft.clock];
  const label = cleaned(draft.label);
  return {
    game: draft.game.game,
    format: formatOf(draft),
    options: optionsOf(fields, draft.said),
    visibility: draft.visibility,
    registration: draft.registration,
    confirm_ms: Math.round(draft.confirm * MINUTE),
    ...(label === "" ? {} : { label }),
    ...(clock === undefined ? {} : { clock }),
    ...(draft.absent > 0 ? { no_show_ms: Math.round(draft.absent * MINUTE) } : {}),
    ...rarelySaid(draft),
  };
}

/** @param {Draft} draft @returns {Record<string, any>} what most tournaments leave as it is */
function rarelySaid({ format, games, cut, length, pause, draws, zone, sandbox, sealed, ...draft }) {
  const own = { half: draft.byes, zero: draft.zero };
  const byes = Object.fromEntries(Object.entries(own).filter(([, rounds]) => rounds > 0));
  const swiss = format === "swiss" || format === "pods";
  return {
    ...(games > 1 && format !== "pods" ? { best_of: games } : {}),
    ...(cut > 0 && !format.startsWith("knock_out") ? { cut: { players: cut } } : {}),
    ...(sealed ? { decks: "registered" } : {}),
    ...(swiss && own.half + own.zero > 0
      ? { own_byes: { ...byes, ...(draft.last > 0 ? { last: draft.last } : {}) } }
      : {}),
    ...(draft.breaks.length > 0 && !format.startsWith("knock_out") ? { tie_breaks: draft.breaks } : {}),
    ...(length > 0 ? { round_ms: length * MINUTE } : {}),
    ...(pause > 0 ? { next_round_ms: pause * MINUTE } : {}),
    ...(draws === "never" ? {} : { draw_by_agreement: draws }),
    ...(zone === "UTC" ? {} : { time_zone: zone }),
    ...(draft.later > 0 ? { delay_seconds: draft.later } : {}),
    ...(draft.behind > 0 ? { delay_entries: draft.behind } : {}),
    ...(draft.tokens ? { seat_tokens: "organiser" } : {}),
    ...(draft.same ? { same_deal: true } : {}),
    ...(draft.spans.length > 0 ? { at_rounds: draft.spans.map((span) => spanOf(span, { format, sealed })) } : {}),
    ...(sandbox ? { sandbox } : {}),
  };
}

/** @param {Span} span @param {{format: string, sealed: boolean}} draft @returns {Record<string, any>} */
function spanOf({ first, last, games, clock, anew }, { format, sealed }) {
  return {
    first,
    ...(last > 0 ? { last } : {}),
    ...(games > 0 && format !== "pods" ? { best_of: games } : {}),
    ...(clock === "" ? {} : { clock: CLOCKS[clock] }),
    ...(sealed && anew ? { decks: "anew" } : {}),
  };
}

/**
 * @param {string[]} breaks
 * @param {number} at
 * @param {string} code empty: nothing from here on
 * @returns {string[]} the tie-breaks in their order, with another one there
 */
export function ranked(breaks, at, code) {
  return code === "" ? breaks.slice(0, at) : [...breaks.slice(0, at), code, ...breaks.slice(at + 1)];
}

/**
 * @param {Draft} draft
 * @param {Field[]} fields
 * @returns {Record<string, any>} the body that asks what is wrong with it, and what it leads to
 */
export function tryOf(draft, fields) {
  return { ...bodyOf(draft, fields), players: draft.players, dry_run: true };
}

/**
 * @param {{code: string, detail: string}[]} faults
 * @returns {Record<string, string[]>} by field; `whole` has what is about no single one
 */
export function byField(faults) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const { code, detail } of faults) {
    const field = FIELDS[code] ?? "whole";
    found[field] = [...(found[field] ?? []), detail];
  }
  return found;
}

/**
 * @param {{players: number, rounds: number, tables: number[], byes: number}} expected
 * @returns {string} what so many players will meet
 */
export function expectation({ players, rounds, tables, byes }) {
  const said = [
    count("1 round", "{n} rounds", rounds),
    count("1 table in round 1", "{n} tables in round 1", tables.length),
    byes === 0 ? say("nobody sits out") : count("1 sits out", "{n} sit out", byes),
  ];
  return say("With {players} players: {what}.", { players, what: said.join(", ") });
}

/**
 * @param {Draft} draft
 * @param {{format: string, clock: string, visibility: string}} words what was chosen, as people read it
 * @returns {string[]} what opening it means
 */
export function sentences(draft, { format, clock, visibility }) {
  const said = [
    say("“{label}” is opened: {game}, {format}.", {
      label: cleaned(draft.label) || draft.game.title,
      game: draft.game.title,
      format,
    }),
    say("Clock: {clock}. Who may see it: {visibility}.", { clock, visibility }),
    draft.confirm > 0
      ? count("A result is final after a minute.", "A result is final after {n} minutes.", draft.confirm)
      : say("Results are final at once."),
  ];
  if (draft.absent > 0)
    said.push(
      count(
        "Whoever has not sat down after a minute has lost.",
        "Whoever has not sat down after {n} minutes has lost.",
        draft.absent,
      ),
    );
  if (draft.games > 1) said.push(say("Matches are the best of {n} games.", { n: draft.games }));
  if (draft.cut > 0) said.push(say("After the last round the first {n} go on in a knock-out.", { n: draft.cut }));
  if (draft.pause > 0)
    said.push(
      count(
        "The next round begins by itself after a minute.",
        "The next round begins by itself after {n} minutes.",
        draft.pause,
      ),
    );
  if (draft.same)
    said.push(say("All tables of a round are dealt the same, and closed to others until all have ended."));
  if (draft.tokens) said.push(say("You hold the tokens of all seats. Every record says so, and you cannot play."));
  if (draft.later > 0 || draft.behind > 0) said.push(say("Others see the tables later."));
  if (draft.spans.length > 0)
    said.push(count("1 span of rounds is otherwise.", "{n} spans of rounds are otherwise.", draft.spans.length));
  if (draft.sandbox) said.push(say("It is only tried: bots play for everybody. It never becomes a real one."));
  if (draft.registration === "code") said.push(say("Whoever has its code registers alone."));
  said.push(say("Format, game and clock cannot be changed any more."));
  return said;
}
