/**
 * A record as a line: what is done, turns as ticks on it, own decisions below, reshuffles and eliminations above, notes
 * as flags, what was rewound hatched. A running table has no future: its line ends now.
 */

import { say } from "../base/words.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { withRoom } from "./moments.js";

/** @typedef {import("./moments.js").Moment} Moment */

const HEIGHT = 50;
const MARGIN = 10;

/**
 * @param {Moment} moment
 * @param {(entry: number) => number} x
 */
function drawn({ at, kind, to = at }, x) {
  const here = x(at).toFixed(1);
  switch (kind) {
    case "turn":
      return svg`<path class="tl-turn" d="M${here} 20v12"/>`;
    case "own":
      return svg`<path class="tl-own" d="M${here} 36v9"/>`;
    case "elimination":
      return svg`<path class="tl-out" d="M${(x(at) - 6).toFixed(1)} 4l12 12m0-12l-12 12"/>`;
    case "reshuffle":
      return svg`<path class="tl-shuffle" d="M${(x(at) - 7).toFixed(1)} 10a7 7 0 1 1 5 6.7"/>`;
    case "note":
      return svg`<path class="tl-note" d="M${here} 20V4h9l-2 3.5 2 3.5h-9"/>`;
    case "rewind":
      return svg`<path class="tl-rewind" d="M${here} 26H${x(to).toFixed(1)}"/>`;
    default:
      return svg`<path class="tl-end" d="M${here} 16v20"/>`;
  }
}

/**
 * @param {object} parts
 * @param {number} parts.at the entry that is shown
 * @param {number} parts.entries how many there are; of a running table, `at`
 * @param {boolean} [parts.whole] the number of entries may be told
 * @param {Moment[]} [parts.moments]
 * @param {number} [parts.width] px, about
 * @param {(entry: number) => void} [parts.onSeek]
 */
export function timeline({ at, entries, whole = false, moments = [], width = 280, onSeek }) {
  const x = (/** @type {number} */ entry) =>
    MARGIN + ((width - 2 * MARGIN) * Math.min(entry, entries)) / Math.max(entries, 1);
  const here = x(at).toFixed(1);
  const head = (x(at) - 9).toFixed(1);
  const seek = (/** @type {PointerEvent} */ event) => {
    if (!onSeek || (event.type === "pointermove" && event.buttons !== 1)) return;
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * width - MARGIN;
    onSeek(Math.round(Math.min(1, Math.max(0, share / (width - 2 * MARGIN))) * entries));
  };
  const total = whole ? say("of {n}", { n: entries }) : "";
  return html`<div class="timeline">
    <svg
      viewBox="0 0 ${width} ${HEIGHT}"
      role="img"
      aria-label=${whole ? say("Entry {at} of {n}", { at, n: entries }) : say("Entry {at}", { at })}
      @pointerdown=${seek}
      @pointermove=${seek}
    >
      <path class="tl-base" d="M${MARGIN} 26H${width - MARGIN}" />
      <path class="tl-done" d="M${MARGIN} 26H${here}" />
      ${withRoom(whole ? moments : moments.filter((one) => one.at <= at), x).map((one) => drawn(one, x))}
      <path class="tl-head" d="M${here} 2v46" />
      <path class="tl-flag" d="M${head} 0h18v9l-9 9-9-9z" />
    </svg>
    <div class="tl-legend" aria-hidden="true"><b>#${at}</b>${total ? html`<span>${total}</span>` : nothing}</div>
  </div>`;
}
