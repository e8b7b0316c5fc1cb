/** Below the board: what was told, the timeline, the steps, and through whose eyes one looks. */

import { say } from "../base/words.js";
import { timeline } from "../board/timeline.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { line } from "./line.js";
import { told } from "./panes.js";
import { viewerName } from "./viewers.js";

/** @typedef {import("../frames/frames.js").Sentence} Sentence */
/** @typedef {import("../frames/frames.js").Step} Step */
/** @typedef {import("./review.js").Review} Review */

const NARROWEST = 240; // px of a timeline, before anybody knows

/**
 * @param {Review} review
 * @param {{told: Sentence[], width: number, compared: number | null, playing: boolean}} now
 */
export function steps(review, now) {
  const { stepper } = review;
  const { header, viewer, viewers } = stepper;
  const step = (
    /** @type {Step} */ by,
    /** @type {1 | -1} */ way,
    /** @type {string} */ shown,
    /** @type {string} */ said,
  ) =>
    html`<button class="button is-step" type="button" aria-label=${said} @click=${() => review.go(by, way)}>${shown}</button>`;
  const eyes = (/** @type {Event} */ event) => review.through(/** @type {HTMLSelectElement} */ (event.target).value);
  const notes = review.notes.map((note) => Number(note.address.split(".")[0]));
  return html`<section class="dock is-review" aria-label=${say("Steps")}>
    <div class="told-here" role="status" tabindex="0">${told(now.told)}</div>
    ${timeline({ ...line(stepper, notes), compared: now.compared, width: Math.max(NARROWEST, now.width) }, (n) => review.to(`${n}`))}
    <div class="review-row">
      <span class="steps">
        ${step("turn", -1, "«", say("previous turn"))} ${step("entry", -1, "‹", say("previous entry"))}
        ${step("entry", 1, "›", say("next entry"))} ${step("turn", 1, "»", say("next turn"))}
        <button
          class="button is-step"
          type="button"
          aria-pressed=${now.playing ? "true" : "false"}
          aria-label=${say("play by itself, or stop")}
          @click=${() => review.autoplay()}
        >
          ${now.playing ? "❚❚" : "▶"}
        </button>
      </span>
      <label class="views">
        <span>${say("Seen by")}</span>
        <select @change=${eyes} .value=${viewer}>
          ${viewers.map((one) => html`<option value=${one} ?selected=${one === viewer}>${viewerName(one, header.seats)}</option>`)}
        </select>
      </label>
    </div>
  </section>`;
}
