/** The standings as a table, and what each value of a line is made of. */

import { count, say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { fraction, TIE_BREAKS, TIE_BREAKS_MEAN, told } from "./labels.js";
import { named } from "./rounds.js";

/** @typedef {import("./cup.js").Cup} Cup */
/** @typedef {import("./service.js").Row} Row */
/** @typedef {import("./service.js").Value} Value */

/**
 * @param {Cup} cup
 * @param {{me?: string | null, explain?: ((player: string) => void) | null}} [around]
 */
export function standingsOf(cup, { me = null, explain = null } = {}) {
  if (cup.standings === null || cup.tournament === null) return html`<p class="note">${say("There are none yet.")}</p>`;
  const { round, rows } = cup.standings;
  const breaks = cup.tournament.tie_breaks;
  const name = (/** @type {Row} */ row) =>
    explain === null
      ? named(cup, row.player)
      : html`<button type="button" class="linkish is-said" aria-label=${say("{name}: how this is counted", { name: cup.nameOf(row.player) })}
          @click=${() => explain(row.player)}>${named(cup, row.player)}</button>`;
  return html`<table class="standings"><caption class="note">${after(round)}</caption>
    <thead><tr><th scope="col">${say("Place")}</th><th scope="col">${say("Player")}</th><th scope="col">${say("Points")}</th>
      ${breaks.map((one) => html`<th scope="col" class="is-break">${told(TIE_BREAKS, one)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (
        row,
      ) => html`<tr class=${row.player === me ? "is-mine" : ""}><td>${row.place}</td><th scope="row">${name(row)}</th>
        <td class="is-score">${row.shown}</td>${row.values.map((value) => html`<td class="is-break">${value.shown}</td>`)}</tr>`,
    )}</tbody></table>`;
}

/** @param {Cup} cup @returns {unknown} who plays in each group, in the order of the standings */
export function groupsOf(cup) {
  const groups = cup.tournament?.groups ?? [];
  const rows = cup.standings?.rows ?? [];
  return groups.map((group, at) => {
    const own = rows.filter(({ player }) => group.includes(player));
    return html`<h3>${say("Group {number}", { number: at + 1 })}</h3>
      <ol class="mine-results">${own.map((row) => html`<li><span>${named(cup, row.player)}</span><b>${row.shown}</b></li>`)}</ol>`;
  });
}

/** @param {number} round @returns {string} */
export function after(round) {
  if (round === 0) return say("Before round 1 has all its results");
  return count("After 1 round", "After {n} rounds", round);
}

/**
 * @param {Cup} cup
 * @param {Row} row with what its values are made of
 */
export function explanation(cup, row) {
  return html`<p>${say("Place {place} with {points} points.", { place: row.place, points: fraction(row.score) })}
      ${say("Whoever has as many points is parted by these, in this order:")}</p>
    <ol class="why-values">${row.values.map((value) => valueIn(cup, value))}</ol>
    <p class="note">${say("Who is tied in all of them shares the place until the end, where the lot decides.")}</p>`;
}

/** @param {Cup} cup @param {Value} value */
function valueIn(cup, value) {
  return html`<li><h3>${told(TIE_BREAKS, value.tie_break)}: ${value.shown}</h3>
    <p class="note">${told(TIE_BREAKS_MEAN, value.tie_break)}</p>
    ${value.terms.length === 0 ? nothing : html`<ul class="why-terms">${value.terms.map((term) => termOf(cup, term))}</ul>`}</li>`;
}

/** @param {Cup} cup @param {import("./service.js").Term} term */
function termOf(cup, { round, opponents, amount, counts }) {
  const whom = opponents.length === 0 ? say("nobody") : opponents.map((one) => cup.nameOf(one)).join(", ");
  return html`<li class=${counts ? "" : "is-cut"}><span>${say("Round {round}", { round })}: <bdi>${whom}</bdi></span>
    <span class="amount">${fraction(amount)}${counts ? "" : html` <small>${say("not counted")}</small>`}</span></li>`;
}
