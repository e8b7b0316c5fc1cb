/** A table that is about to be opened: who sits where, how fast, who may look; and the request that it becomes. */

import { newKey } from "../base/api.js";
import { cleaned } from "../base/typed.js";
import { optionsOf } from "./options.js";

/** @typedef {import("./options.js").Field} Field */

/**
 * @typedef {object} Game
 * @property {string} game
 * @property {string} title
 * @property {number[]} seats how many can play
 * @property {string[]} bots
 * @property {{options: Record<string, any>, bots: string[], deal: string | null}} first a newcomer's first table
 * @property {string} schema of the options, as JSON in the game's own order
 * @property {Record<string, string>} words of the schema, in the page's language
 */

/** @typedef {"me" | "code" | "open" | `bot:${string}`} Seat */

/**
 * @typedef {object} Draft
 * @property {Game} game
 * @property {Seat[]} seats
 * @property {string} clock one of `CLOCKS`
 * @property {"public" | "unlisted" | "private"} visibility
 * @property {string} label
 * @property {Map<string, import("./options.js").Value>} said the options that were touched
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const ENTROPY = 32; // bytes

/** @type {Record<string, object | undefined>} */
export const CLOCKS = {
  none: undefined,
  quick: { bank_ms: 5 * MINUTE, increment_ms: 5 * SECOND },
  calm: { bank_ms: 20 * MINUTE, increment_ms: 15 * SECOND },
  steady: { move_ms: MINUTE },
  letters: { move_ms: 3 * DAY },
};

/**
 * @param {Game} game
 * @returns {Draft} me against bots, as few as may play
 */
export function drafted(game) {
  const bot = /** @type {Seat} */ (`bot:${game.bots.includes("sensible") ? "sensible" : game.bots[0]}`);
  const seats = Array.from({ length: game.seats[0] ?? 1 }, (_, seat) => (seat === 0 ? "me" : bot));
  return { game, seats, clock: "none", visibility: "unlisted", label: "", said: new Map() };
}

/**
 * @param {Draft} draft
 * @param {number} many
 * @returns {Draft} with so many seats; new ones are as the last of the others was
 */
export function resized(draft, many) {
  const last = draft.seats.filter((seat) => seat !== "me").at(-1) ?? "code";
  return { ...draft, seats: Array.from({ length: many }, (_, seat) => draft.seats[seat] ?? last) };
}

/**
 * @param {Draft} draft
 * @param {number} seat
 * @param {Seat} kind
 * @returns {Draft} I sit at one seat at most
 */
export function seated(draft, seat, kind) {
  const others = draft.seats.map((one) => (kind === "me" && one === "me" ? "code" : one));
  return { ...draft, seats: others.map((one, at) => (at === seat ? kind : one)) };
}

/**
 * @param {Draft} draft
 * @param {Field[]} fields
 * @param {string} name mine
 * @returns {Record<string, any>} the body of `POST /tables`
 */
export function bodyOf(draft, fields, name) {
  const clock = CLOCKS[draft.clock];
  return {
    game: draft.game.game,
    seats: draft.seats.map((seat) => seatOf(seat, name)),
    options: optionsOf(fields, draft.said),
    visibility: draft.visibility,
    ...(clock === undefined ? {} : { clock }),
    ...(cleaned(draft.label) === "" ? {} : { label: cleaned(draft.label) }),
  };
}

/**
 * @param {Game} game
 * @param {string} name mine
 * @param {{lesson?: boolean}} [more] `lesson` asks for the deal that everybody learns with, and that proves nothing
 * @returns {Record<string, any>} the body that opens a first table of a game, against bots
 */
export function firstOf(game, name, { lesson = false } = {}) {
  const seats = [seatOf("me", name), ...game.first.bots.map((bot) => seatOf(`bot:${bot}`, name))];
  const deal = lesson && game.first.deal !== null ? { known_deal: game.first.deal } : {};
  return { game: game.game, seats, options: game.first.options, visibility: "unlisted", ...deal };
}

/**
 * @param {Seat} seat
 * @param {string} name
 * @returns {Record<string, string>}
 */
function seatOf(seat, name) {
  if (seat === "me") return { kind: "token", name, entropy: entropy() };
  return seat.startsWith("bot:") ? { kind: "bot", bot: seat.slice("bot:".length) } : { kind: seat };
}

/** @returns {string} chance of this browser's own, mixed into the deal: no service could have chosen the cards alone */
export function entropy() {
  const bytes = crypto.getRandomValues(new Uint8Array(ENTROPY));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Requests that must not happen twice: what had no answer is sent again as it was, with its key.
 *
 * @template T
 * @param {(body: any, key: string) => Promise<T>} send
 * @param {(error: unknown) => boolean} unanswered
 * @returns {(what: string, made: () => any) => Promise<T>} `what` names the wish; its body is made once
 */
export function once(send, unanswered) {
  /** @type {Map<string, {body: any, key: string}>} */
  const waiting = new Map();
  return async (what, made) => {
    const wish = waiting.get(what) ?? { body: made(), key: newKey() };
    waiting.set(what, wish);
    try {
      const answer = await send(wish.body, wish.key);
      waiting.delete(what);
      return answer;
    } catch (error) {
      if (!unanswered(error)) waiting.delete(what);
      throw error;
    }
  };
}
