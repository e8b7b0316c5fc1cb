/** The list of cases: what is overdue first, then the oldest; and what narrows it. */

import { say } from "../base/words.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { act, choice, line, tick } from "./fields.js";
import { ago } from "./filters.js";
import { ABOUT, STATES, spoken, told } from "./labels.js";

/** @typedef {import("./service.js").Listed} Listed */
/** @typedef {import("./filters.js").Filters} Filters */

/**
 * @param {Filters} filters
 * @param {() => void} changed
 */
export function narrowing(filters, changed) {
  const turn = (/** @type {"mine" | "overdue" | "closed"} */ name) => () => {
    filters[name] = !filters[name];
    changed();
  };
  return html`<details class="narrowing"><summary>${say("Narrow the list")}</summary>
    ${choice(say("State"), { "": say("any"), ...spoken(STATES) }, filters.state, (value) => {
      filters.state = value;
      changed();
    })}
    ${line(
      say("Table"),
      filters.table,
      (value) => {
        filters.table = value;
        changed();
      },
      { most: 64 },
    )}
    ${tick(say("only what I have claimed"), filters.mine, turn("mine"))}
    ${tick(say("only what is overdue"), filters.overdue, turn("overdue"))}
    ${tick(say("closed ones too"), filters.closed, turn("closed"))}
  </details>`;
}

/**
 * @param {Listed[]} cases
 * @param {{me: string, open: string | null, now: number, more: (() => void) | null}} around
 */
export function listOf(cases, { me, open, now, more }) {
  if (cases.length === 0) return html`<p class="note">${say("No case waits for anybody.")}</p>`;
  const row = (/** @type {Listed} */ one) => html`<li>
    <a class="case-row ${one.overdue ? "is-overdue" : ""}" href="#${one.case}"
      aria-current=${one.case === open ? "true" : nothing}>
      <span class="case-about">${told(ABOUT, one.about)}</span>
      ${one.overdue ? html`<span class="badge is-warning">${say("overdue")}</span>` : nothing}
      ${one.claimed_by === me ? html`<span class="badge is-good">${say("yours")}</span>` : nothing}
      ${one.stops_play && !one.quiet && one.state !== "closed" ? html`<span class="badge">${say("with the play stopped")}</span>` : nothing}
      ${one.quiet ? html`<span class="badge">${say("quiet")}</span>` : nothing}
      <span class="case-more">${told(STATES, one.state)} · ${ago(one.filed_at, now)} ·
        ${say("table {table}, {moment}", { table: one.table, moment: one.moment })}</span>
    </a></li>`;
  return html`<ol class="cases">${repeat(cases, (one) => one.case, row)}</ol>
    ${more === null ? nothing : act(say("More cases"), more)}`;
}
