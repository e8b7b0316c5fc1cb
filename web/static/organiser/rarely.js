/** What most tournaments leave as it is, in groups under one fold: matches, time, who sees what, single rounds. */

import { message, say } from "../base/words.js";
import { act, choice, line, tick } from "../desk/fields.js";
import { spoken } from "../desk/labels.js";
import { CLOCK } from "../lobby/form.js";
import { CLOCKS } from "../lobby/opening.js";
import { TIE_BREAKS } from "../tournaments/labels.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ranked } from "./draft.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Span} Span */

const DRAWS = {
  never: message("never"),
  before_start: message("before the game begins"),
  any_time: message("at any time"),
};
const MONTH = 43_200; // minutes
const WEEK = 604_800; // seconds
const MOST_ENTRIES = 1_000; // of a delay
const MOST_ROUNDS = 999;

/** @param {import("./create.js").Creating} form */
export function rarely(form) {
  const { draft } = form;
  const sealed = draft.game.decks
    ? tick(say("Each player registers a deck, sealed until the end"), draft.sealed, () =>
        form.change({ sealed: !draft.sealed }),
      )
    : nothing;
  return html`<details class="options"><summary>${say("More of this tournament")}</summary>
    ${counted(form)} ${timed(form)} ${seen(form)} ${otherwise(form)} ${sealed} ${form.wrong("sealed")}
    ${tick(say("All tables of a round are dealt the same, and only compared once all have ended"), draft.same, () => form.change({ same: !draft.same }))}
    ${form.wrong("same")}
    ${tick(say("Only try it: bots play for everybody, on a clock that jumps"), draft.sandbox, () => form.change({ sandbox: !draft.sandbox }))}</details>`;
}

/** @param {import("./create.js").Creating} form */
function counted(form) {
  const { draft } = form;
  const swiss = draft.format === "swiss" || draft.format === "pods";
  const bracket = draft.format.startsWith("knock_out");
  const byes = draft.byes + draft.zero > 0;
  return html`<fieldset><legend>${say("Matches and points")}</legend><div class="fields">
    ${draft.format === "pods" ? nothing : form.number(say("Games of a match (odd)"), "games", 1, 9)}
    ${draft.format.startsWith("round_robin") ? form.number(say("Groups"), "groups", 1, 99) : nothing}
    ${bracket ? nothing : form.number(say("How many go on in a knock-out (0: nobody)"), "cut", 0, MOST_ROUNDS)}
    ${form.choice(say("Draws by agreement"), "draws", DRAWS)}
    ${swiss ? form.number(say("Rounds that players may sit out for half a point"), "byes", 0, 99) : nothing}
    ${swiss ? form.number(say("Rounds that players may sit out for nothing"), "zero", 0, 99) : nothing}
    ${swiss && byes ? form.number(say("The last round that they may sit out (0: any)"), "last", 0, MOST_ROUNDS) : nothing}
    ${bracket ? nothing : ties(form)}</div></fieldset>`;
}

/**
 * Tie-breaks in their order: each that is chosen makes room for the next.
 *
 * @param {import("./create.js").Creating} form
 */
function ties(form) {
  const { breaks } = form.draft;
  const room = Math.min(breaks.length + 1, Object.keys(TIE_BREAKS).length);
  const table = {
    "": breaks.length === 0 ? say("as usual for the format") : say("none further"),
    ...spoken(TIE_BREAKS),
  };
  return Array.from({ length: room }, (_, at) => {
    const codes = at === breaks.length ? table : { ...table, "": say("none further") };
    const pick = (/** @type {Event} */ event) =>
      form.change({ breaks: ranked(breaks, at, /** @type {HTMLSelectElement} */ (event.currentTarget).value) });
    return html`<label class="field"><span>${say("Tie-break {n}", { n: at + 1 })}</span><select name=${`break-${at}`} @change=${pick}>
      ${Object.entries(codes).map(([code, words]) => html`<option value=${code} ?selected=${code === (breaks[at] ?? "")}>${words}</option>`)}</select>
      ${at === room - 1 ? form.wrong("breaks") : nothing}</label>`;
  });
}

/** @param {import("./create.js").Creating} form */
function timed(form) {
  return html`<fieldset><legend>${say("Time")}</legend><div class="fields">
    ${form.number(say("Minutes that a round is to take (0: any)"), "length", 0, MONTH)}
    ${form.number(say("Minutes until the next round begins by itself (0: by word)"), "pause", 0, MONTH)}
    <div>${line(say("Time zone of what is printed"), form.draft.zone, (zone) => form.change({ zone: zone.trim() }), { most: 64 })}
      ${form.wrong("zone")}</div></div></fieldset>`;
}

/** @param {import("./create.js").Creating} form */
function seen(form) {
  const { draft } = form;
  return html`<fieldset><legend>${say("Who sees what")}</legend><div class="fields">
    ${form.number(say("Seconds after which others see a table (0: at once)"), "later", 0, WEEK)}
    ${form.number(say("Entries after which others see a table (0: at once)"), "behind", 0, MOST_ENTRIES)}</div>
    <p class="note">${say("Casters come only to tables that others see later, and with the consent of the seats.")}</p>
    ${tick(say("My own site plays for the players: I hold the tokens of all seats, see every hand, and do not play"), draft.tokens, () => form.change({ tokens: !draft.tokens }))}
    ${form.wrong("tokens")}</fieldset>`;
}

/** @param {import("./create.js").Creating} form */
function otherwise(form) {
  const { spans } = form.draft;
  const next = Math.max(0, ...spans.map(({ first, last }) => last || first)) + 1;
  const add = () => form.change({ spans: [...spans, { first: next, last: next, games: 0, clock: "", anew: false }] });
  return html`<fieldset><legend>${say("Rounds that are otherwise")}</legend>
    ${spans.map((span, at) => row(form, span, at))} ${form.wrong("spans")}
    <p class="buttons">${act(say("Add rounds that are otherwise"), add)}</p></fieldset>`;
}

/**
 * @param {import("./create.js").Creating} form
 * @param {Span} span
 * @param {number} at
 */
function row(form, span, at) {
  const { draft } = form;
  const set = (/** @type {Partial<Span>} */ said) =>
    form.change({ spans: draft.spans.map((one, other) => (other === at ? { ...one, ...said } : one)) });
  const drop = () => form.change({ spans: draft.spans.filter((_, other) => other !== at) });
  const clocks = { "": say("as elsewhere"), ...spoken(clocksSaid()) };
  return html`<div class="span" role="group" aria-label=${say("Rounds that are otherwise, {n}", { n: at + 1 })}>
    <div class="fields">${whole(say("From round"), span.first, 1, (first) => set({ first }))}
      ${whole(say("To round (0: to the end)"), span.last, 0, (last) => set({ last }))}
      ${draft.format === "pods" ? nothing : whole(say("Games of a match (0: as elsewhere)"), span.games, 0, (games) => set({ games: Math.min(9, games) }))}
      ${choice(say("Clock"), clocks, span.clock, (clock) => set({ clock }), { always: true })}</div>
    ${draft.sealed ? tick(say("Decks are registered anew for them"), span.anew, () => set({ anew: !span.anew })) : nothing}
    <p class="buttons">${act(say("Leave them as the others"), drop)}</p></div>`;
}

/** @returns {Record<string, string>} clocks that a table may have, by their codes; a round cannot do without one */
function clocksSaid() {
  const timed = Object.entries(CLOCKS).filter(([, clock]) => clock !== undefined);
  return Object.fromEntries(timed.map(([code]) => [code, CLOCK[/** @type {keyof typeof CLOCK} */ (code)]]));
}

/**
 * @param {string} label
 * @param {number} value
 * @param {number} least
 * @param {(typed: number) => void} type
 */
function whole(label, value, least, type) {
  const change = (/** @type {Event} */ event) => {
    const typed = Math.round(/** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber) || least;
    type(Math.min(MOST_ROUNDS, Math.max(least, typed)));
  };
  return html`<label class="field"><span>${label}</span>
    <input type="number" inputmode="numeric" min=${least} max=${MOST_ROUNDS} .value=${`${value}`} @change=${change}></label>`;
}
