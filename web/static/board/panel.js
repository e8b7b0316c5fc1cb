/** What belongs to a seat, or to the centre: a head with name, badges, clock and counters, and its places for cards. */

import { say } from "../base/words.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { stateClasses } from "./card.js";
import { isGone } from "./layout.js";
import { initial, panelName, stateWords } from "./names.js";
import { sign } from "./signs.js";
import { asked, zone } from "./zone.js";

/** @typedef {import("./types.js").Badge} Badge */
/** @typedef {import("./types.js").CardState} CardState */
/** @typedef {import("./types.js").ClockFace} ClockFace */
/** @typedef {import("./types.js").Counter} Counter */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Zone} Zone */

const OUTLINES = 5; // of crests: seats differ without colour
const LONG = 30; // characters: a longer badge is a line of text

/**
 * @typedef {object} Seen how a panel stands on this board
 * @property {import("./zone.js").Around} around
 * @property {boolean} acts this seat is awaited
 * @property {ClockFace} [clock]
 * @property {boolean} [opens] where there is room for one board it is one of several
 * @property {boolean} [open]
 * @property {number} [hits] how many of its cards can be picked
 * @property {"across" | "centre" | "near"} side
 */

/**
 * @param {Counter} one
 * @param {string | undefined} place what the hand is called whose cards it counts, where they are not drawn themselves
 */
function counter({ label, value, of, icon }, place) {
  const limit = (of ?? null) === null ? nothing : html`<small>/${of}</small>`;
  return html`<span class="counter ${icon ? "has-sign" : ""}" data-place=${place ?? nothing} data-backs=${place ? value : nothing}>
    ${icon ? sign(icon) : nothing}<span class="counter-label">${label}</span><b>${value}${limit}</b>
  </span>`;
}

/**
 * @param {Panel} panel
 * @param {Counter} one
 * @returns {string | undefined} the name of a hand of which only the number is shown
 */
function handOf({ id, zones }, { icon }) {
  return icon === "hand" && id && !zones?.some((zone) => zone.kind === "hand") ? `${id} hand` : undefined;
}

/** @param {Badge} one */
function badge({ text, tone = "plain" }) {
  const long = text.length > LONG ? "is-long" : "";
  return html`<span class="badge b-${tone} ${long}">${text}</span>`;
}

/** @param {ClockFace} face */
export function clock({ text, low = false }) {
  return html`<span class="clock ${low ? "is-low" : ""}">${sign("clock")}<time>${text}</time></span>`;
}

/**
 * The whole head is one button where a tap opens a board, or chooses a seat.
 *
 * @param {Panel} panel
 * @param {Seen} seen
 * @param {CardState} state
 */
function headButton(panel, { opens = false, open = false, acts }, state) {
  const offered = state.lit || state.selected || state.target;
  if (!opens && !offered) return nothing;
  /** @type {Pick} */
  const pick = { kind: "panel", id: panel.id ?? "", card: null, zone: null, panel, state };
  const said = [panelName(panel, acts), ...stateWords(state)].join(", ");
  return html`<button
    type="button"
    class="head-button ${offered ? "is-offered" : ""} ${stateClasses(state)}"
    aria-label=${said}
    aria-expanded=${opens ? String(open) : nothing}
    aria-pressed=${offered ? String(Boolean(state.selected)) : nothing}
    data-opens=${opens ? (panel.id ?? "") : nothing}
    .pick=${pick}
  ></button>`;
}

/**
 * @param {Panel} panel
 * @param {Seen} seen
 * @param {CardState} state
 */
function head(panel, seen, state) {
  const { acts, clock: time, hits = 0 } = seen;
  const seat = panel.seat ?? null;
  const crest =
    seat === null
      ? nothing
      : html`<span class="crest" data-outline=${seat % OUTLINES} aria-hidden="true">${initial(panel)}</span>`;
  const badges = (panel.badges ?? []).filter((one) => seat === null || !acts || one.tone !== "turn");
  return html`<header class="head">
    <div class="who">
      ${crest}
      <h3>${panel.label}</h3>
      ${panel.role === "own" ? badge({ text: say("you") }) : nothing}
      ${acts ? html`<span class="badge b-turn is-act">${sign("turn")}<span>${say("to act")}</span></span>` : nothing}
      ${badges.map(badge)}${time ? clock(time) : nothing}
    </div>
    ${hits ? html`<span class="hits" aria-hidden="true">${hits}</span>` : nothing}
    <div class="counters">${(panel.counters ?? []).map((one) => counter(one, handOf(panel, one)))}</div>
    ${headButton(panel, seen, state)}
  </header>`;
}

/**
 * @param {Panel} panel
 * @param {Zone[]} zones those of its places that are drawn here
 * @param {Seen} seen
 */
export function panel(panel, zones, seen) {
  const state = asked(seen.around, panel)(null, null);
  const classes = [
    `panel p-${seen.side}`,
    panel.role === "own" && "p-own",
    seen.acts && "has-turn",
    isGone(panel) && "is-out",
    seen.open && "is-open",
    stateClasses(state),
  ];
  const places = repeat(
    zones,
    (one) => one.id ?? one.label,
    (one) => zone(one, panel, seen.around),
  );
  return html`<section class=${classes.filter(Boolean).join(" ")} aria-label=${panelName(panel, seen.acts)} data-panel=${panel.id ?? nothing}>
    ${head(panel, seen, state)}
    <div class="zones">${places}</div>
  </section>`;
}
