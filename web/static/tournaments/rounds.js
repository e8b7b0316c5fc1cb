/** A round: its tables with whoever sits there, with how many points, and what came of it. */

import { language, say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { BYES, fraction, stateOf, told } from "./labels.js";
import { segment } from "./service.js";

/** @typedef {import("./cup.js").Cup} Cup */
/** @typedef {import("./service.js").Pairing} Pairing */
/** @typedef {import("./service.js").Paired} Paired */

const OVER = new Set(["finished", "confirmed", "abandoned"]);

/** @param {Cup} cup @param {string} player */
export function named(cup, player) {
  return html`<bdi>${cup.nameOf(player)}</bdi>`;
}

/**
 * @param {Cup} cup
 * @param {(round: number) => void} show
 */
export function roundChoice(cup, show) {
  if (cup.rounds < 2 || cup.round === null) return nothing;
  const shown = cup.round.round;
  return html`<nav class="round-choice" aria-label=${say("Rounds")}>${Array.from({ length: cup.rounds }, (_, at) => {
    const round = at + 1;
    return html`<button type="button" aria-pressed=${round === shown ? "true" : "false"}
      aria-label=${say("Round {round}", { round })} @click=${() => show(round === cup.rounds ? 0 : round)}>${round}</button>`;
  })}</nav>`;
}

/**
 * @param {Cup} cup
 * @param {{me?: string | null, runs?: boolean, more?: (table: Pairing) => unknown}} [around] `me` is a player to be marked;
 * `runs` says that who looks sees more than others; `more` is what can be done with a table
 */
export function roundOf(cup, { me = null, runs = false, more = () => nothing } = {}) {
  if (cup.round === null) return html`<p class="note">${say("No round is paired yet.")}</p>`;
  const { tables, byes, reason, status } = cup.round;
  const byHand = html`<p class="note">${say("Paired by the organiser: {reason}", { reason: reason ?? "" })}</p>`;
  return html`${reason === null ? nothing : byHand}
    ${status === "paired" ? html`<p class="note">${runs ? say("Not published yet: nobody else sees it.") : say("This round was taken back and is paired anew.")}</p>` : nothing}
    <ol class="pairings">${tables.map((table) => pairing(cup, table, me, more))}</ol>
    ${
      byes.length === 0
        ? nothing
        : html`<ul class="byes">${byes.map((bye) => html`<li>${named(cup, bye.player)} ${told(BYES, bye.kind)}</li>`)}</ul>`
    }`;
}

/**
 * @param {Cup} cup
 * @param {Pairing} table
 * @param {string | null} me
 * @param {(table: Pairing) => unknown} more
 */
function pairing(cup, table, me, more) {
  const mine = table.players.some(({ player }) => player === me);
  const known = table.players.some(({ place }) => place !== null);
  const best = Math.min(...table.players.map(({ place }) => place || Number.POSITIVE_INFINITY));
  return html`<li class="pairing ${mine ? "is-mine" : ""}">
    <span class="pairing-number" aria-label=${say("Table {number}", { number: table.pairing })}>${table.pairing}</span>
    <ul class="pairing-players">${table.players.map(
      (one) => html`<li class=${known && one.place === best ? "is-first" : ""}>
        <span class="pairing-name">${named(cup, one.player)}${score(cup, one.player)}</span>
        <span class="pairing-result">${result(one, known)}</span></li>`,
    )}</ul>
    <div class="pairing-more">${table.status === "paired" || (known && OVER.has(table.status)) ? nothing : html`<span class="mark ${table.status === "running" ? "is-turn" : ""}">${stateOf(table.status, cup.tournament?.status)}</span>`}
      ${due(table)}${ways(table)}${more(table)}</div></li>`;
}

/** @param {Cup} cup @param {string} player @returns {unknown} the points before the round */
function score(cup, player) {
  const row = cup.before.get(player);
  return row === undefined
    ? nothing
    : html` <small class="pairing-score" title=${say("Points before this round")}>${row.shown}</small>`;
}

/** @param {Pairing} table @returns {unknown} until when it is to have played, where rounds have a length */
function due({ until, overdue, players }) {
  if (players.some((one) => one.offers_draw)) return html`<span class="mark">${say("a draw is offered")}</span>`;
  if (overdue) return html`<span class="mark is-warning">${say("overdue")}</span>`;
  if (until === null) return nothing;
  const time = new Date(until).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
  return html`<span class="note">${say("until {time}", { time })}</span>`;
}

/** @param {Paired} one @param {boolean} known @returns {string} */
function result({ place, points }, known) {
  if (!known) return "";
  if (place === 0) return say("absent");
  return points === null ? "" : fraction(points);
}

/** @param {Pairing} table @returns {unknown} where it is watched or reviewed; in a match, each of its games */
function ways({ table, status, pairing, games }) {
  if (games.length < 2) return way(table, status, say("Table {number}", { number: pairing }));
  return games.map((one) =>
    way(one.table, one.status, say("Table {number}, game {game}", { number: pairing, game: one.game }), one.game),
  );
}

/**
 * @param {string | null} table
 * @param {string} status
 * @param {string} name
 * @param {number} [game] of a match
 */
function way(table, status, name, game) {
  if (table === null || ["opening", "closed", "paired", "abandoned"].includes(status)) return nothing;
  const over = OVER.has(status);
  const what = over ? say("Review") : say("Watch");
  const said = game === undefined ? what : `${what} ${game}`;
  return html`<a href="/t/${segment(table)}${over ? "/review" : ""}" aria-label=${`${what}: ${name}`}>${said}</a>`;
}
