/**
 * What the pages of tournaments ask the service: with a key in a cookie of its own, which has to be meant. `as` says
 * which: `organiser`, `player:ID`, or nothing for whoever looks on.
 */

import { ask, Lost, problem } from "../base/api.js";
import { browser, Stream } from "../base/stream.js";
import { language } from "../base/words.js";

/** @typedef {import("../base/api.js").Answer} Answer */
/** @typedef {import("../base/api.js").Asking} Asking */

/**
 * @typedef {{player: string, name: string | null, number: number | null, rating: number | null, bot: string | null,
 *   checked_in: boolean, status: "in" | "withdrawn" | "disqualified", decks: number[]}} Entrant
 * @typedef {{seat: number, player: string, name: string | null, place: number | null, points: string | null,
 *   offers_draw: boolean, concedes: boolean}} Paired
 * @typedef {{game: number, table: string, status: string, places: number[]}} MatchGame
 * @typedef {{pairing: number, table: string | null, status: string, players: Paired[], rests_on: any,
 *   games: MatchGame[], until: string | null, overdue: boolean}} Pairing
 * @typedef {{player: string, name: string | null, kind: string}} Bye
 * @typedef {{round: number, status: "paired" | "playing" | "done", attempt: number, reason: string | null,
 *   tables: Pairing[], byes: Bye[]}} Round
 * @typedef {{round: number, opponents: string[], amount: string, counts: boolean}} Term
 * @typedef {{tie_break: string, amount: string, shown: string, terms: Term[]}} Value
 * @typedef {{place: number, player: string, name: string | null, score: string, shown: string, values: Value[]}} Row
 * @typedef {{round: number, rows: Row[]}} Standings
 *
 * @typedef {object} Tournament
 * @property {string} id
 * @property {string | null} label
 * @property {string} game
 * @property {"registration" | "running" | "paused" | "ended" | "cancelled"} status
 * @property {boolean} sandbox
 * @property {boolean} same_deal whether all tables of a round are dealt the same
 * @property {number} best_of
 * @property {string} draw_by_agreement
 * @property {{half?: number, zero?: number, last?: number} | null} own_byes
 * @property {{players: number} | null} cut
 * @property {{after: number, players: string[]} | null} cut_made
 * @property {{place: number, player: string, prize: string}[]} prizes
 * @property {string[][]} groups
 * @property {string | null} reason why it is paused or was given up
 * @property {string | null} next_round_at
 * @property {string} visibility
 * @property {string} time_zone of what is printed
 * @property {boolean} sandbox whether it is only tried, by bots
 * @property {Record<string, any>} format
 * @property {{seat_tokens?: boolean}} tables
 * @property {string[]} tie_breaks
 * @property {string} registration
 * @property {string | null} registration_code
 * @property {number} players
 * @property {number} round
 * @property {number} paired
 * @property {number | null} rounds
 * @property {boolean} playing
 * @property {"at_table" | "registered"} decks
 * @property {number[]} deck_rounds from which on decks are registered
 * @property {{round: number, pairing: number, table: string}[]} undecided
 * @property {number} n
 */

const API = "/api/v1";
const HEADER = "Matchledger-Session";

export const ORGANISER = "organiser";

/** @param {string} tournament @returns {string} */
export function playerOf(tournament) {
  return `player:${tournament}`;
}

/** @param {string} name @returns {string} as it stands in an address */
export function segment(name) {
  return encodeURIComponent(name);
}

/**
 * Send a request; raises `Problem` and `Lost`.
 *
 * @param {string} as
 * @param {string} path below the API
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export function askAs(as, path, asking = {}) {
  return ask(`${API}${path}`, { ...asking, language: language(), ...(as ? { session: as } : {}) });
}

/**
 * Hear of every entry of a tournament.
 *
 * @param {string} as
 * @param {string} id
 * @param {number} after
 * @param {import("../base/stream.js").Hearing} hearing
 * @returns {{close: () => void}}
 */
export function followTournament(as, id, after, hearing) {
  const world = browser();
  /** @type {typeof fetch} */
  const meant = (address, init = {}) => world.fetch(address, { ...init, headers: meaning(as, init.headers) });
  return new Stream(`${API}/tournaments/${segment(id)}/stream`, `${after}`, hearing, { ...world, fetch: meant });
}

/**
 * Save what the service hands out; raises `Problem` and `Lost`.
 *
 * @param {string} as
 * @param {string} path below the API
 * @param {string} name of the file
 */
export async function save(as, path, name) {
  let answer;
  try {
    answer = await fetch(`${API}${path}`, { headers: meaning(as, { Accept: "*/*" }), cache: "no-store" });
  } catch (error) {
    throw new Lost(error);
  }
  if (!answer.ok) throw await problem(answer);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} as @param {HeadersInit} [given] @returns {Headers} */
function meaning(as, given) {
  const headers = new Headers(given);
  if (as) headers.set(HEADER, as);
  return headers;
}
