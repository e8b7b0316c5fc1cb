/** The line of a record: turns as ticks, shuffles and eliminations above, one's own decisions below; and a slider on it. */

import { say } from "../base/words.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { spaced } from "./moments.js";

const EDGE = 10;

/**
 * @typedef {object} Line
 * @property {number} width px
 * @property {number} here the entry shown
 * @property {number} last the last entry told of
 * @property {number | null} end the number of entries, if it may be told
 * @property {Record<string, number[]>} marks by kind
 * @property {number[]} own entries that put a decision to the viewer
 * @property {number[]} notes entries with a note
 * @property {number[]} takenBack entries that a rewind dropped
 * @property {number | null} compared the other entry of a comparison
 */

/** @type {Record<string, (x: number) => string>} */
const ABOVE = {
  reshuffle: (x) => `M${x - 5} 6a6 6 0 1 1 4 9`,
  out: (x) => `M${x - 5} 5l10 10m0-10l-10 10`,
  clock: (x) => `M${x} 3a7 7 0 1 1-.1 0M${x} 6v4l3 2`,
  pause: (x) => `M${x - 3} 5v10m6-10v10`,
  rewind: (x) => `M${x + 5} 5l-8 5l8 5z`,
  note: (x) => `M${x} 16v-12h8l-2 3l2 3h-8`,
};

/** @returns {{kind: string, drawn: string, label: string}[]} what each sign of the line means */
export function legend() {
  const above = (/** @type {string} */ kind, /** @type {string} */ label) => ({ kind, drawn: ABOVE[kind](12), label });
  return [
    { kind: "turn", drawn: "M12 6v12", label: say("a turn begins") },
    { kind: "own", drawn: "M12 8v8", label: say("a decision of this viewer") },
    above("reshuffle", say("cards are shuffled")),
    above("out", say("a seat goes out")),
    above("clock", say("the clock acts for a seat")),
    above("pause", say("the play is stopped")),
    above("rewind", say("the table goes back")),
    { kind: "taken-back", drawn: "M4 12h16", label: say("what was taken back") },
    above("note", say("a note lies there")),
  ];
}

/** @type {(line: Line) => (entry: number) => number} */
const along =
  ({ last, width }) =>
  (entry) =>
    Math.round(10 * (EDGE + ((width - 2 * EDGE) * (entry - 1)) / Math.max(1, last - 1))) / 10;

/**
 * @param {Line} line
 * @param {(entry: number) => void} go
 */
export function timeline(line, go) {
  const x = along(line);
  const upto = (/** @type {number[] | undefined} */ entries) => (entries ?? []).filter((entry) => entry <= line.last);
  const ticks = spaced(upto(line.marks.turn), x)
    .map((entry) => `M${x(entry)} 20v12`)
    .join("");
  const own = spaced(upto(line.own), x)
    .map((entry) => `M${x(entry)} 36v8`)
    .join("");
  /** @type {Record<string, number[]>} */
  const above = { ...line.marks, note: line.notes };
  const signs = Object.entries(ABOVE).map(([kind, drawn]) => [
    kind,
    upto(above[kind])
      .map((n) => drawn(x(n)))
      .join(""),
  ]);
  const said = say("Entry {n}", { n: line.here });
  const input = (/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value));
  return html`<div class="timeline">
    <div class="tl-line">
      <svg viewBox="0 0 ${line.width} 50" aria-hidden="true">
        <path class="tl-base" d="M${EDGE} 26H${line.width - EDGE}" />
        <path class="tl-done" d="M${EDGE} 26H${x(line.here)}" />
        ${takenBack(upto(line.takenBack), x)}
        <path class="tl-turn" d=${ticks} />
        <path class="tl-own" d=${own} />
        ${signs.map(([kind, drawn]) => (drawn ? svg`<path class="tl-${kind}" d=${drawn} />` : nothing))}
        ${line.compared === null ? nothing : svg`<path class="tl-compared" d="M${x(line.compared)} 2v46" />`}
        <path class="tl-head" d="M${x(line.here)} 2v46" />
        <path class="tl-flag" d="M${x(line.here) - 9} 0h18v9l-9 9-9-9z" />
      </svg>
      <input class="tl-slider" type="range" min="1" max=${line.last} .value=${live(`${line.here}`)}
        aria-label=${say("Timeline")} aria-valuetext=${said} @input=${input} />
    </div>
    <div class="tl-legend">
      <b>#${line.here}</b>${line.end === null ? nothing : html`<span>${say("of {n}", { n: line.end })}</span>`}
    </div>
  </div>`;
}

/**
 * @param {number[]} entries
 * @param {(entry: number) => number} x
 */
function takenBack(entries, x) {
  if (entries.length === 0) return nothing;
  return svg`<path class="tl-taken-back" d=${entries.map((entry) => `M${x(entry) - 1} 26h2`).join("")} />`;
}
