/** Below the board: what was told, the timeline, the steps, and through whose eyes one looks. */

import { told as spoken } from "../base/telling.js";
import { say } from "../base/words.js";
import { timeline } from "../board/timeline.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { line } from "./line.js";
import { told } from "./panes.js";
import { viewerName } from "./viewers.js";

/** @typedef {import("../frames/frames.js").Step} Step */
/** @typedef {import("./review.js").Review} Review */
/** @typedef {Step | "note"} Far what the outer buttons go by */

const NARROWEST = 240; // px of a timeline, before anybody knows
export const SPEEDS = [4000, 2000, 1000, 500]; // ms an entry, when it plays by itself

/** @returns {{by: Far, label: string, before: string, after: string}[]} by what one may go further than by entries */
function far() {
  return [
    { by: "turn", label: say("turn"), before: say("previous turn"), after: say("next turn") },
    { by: "fact", label: say("fact"), before: say("previous fact"), after: say("next fact") },
    {
      by: "decision",
      label: say("own decision"),
      before: say("previous decision of this viewer"),
      after: say("next decision of this viewer"),
    },
    { by: "reshuffle", label: say("shuffle"), before: say("previous shuffle"), after: say("next shuffle") },
    {
      by: "out",
      label: say("seat that went out"),
      before: say("previous seat that went out"),
      after: say("next seat that went out"),
    },
    { by: "note", label: say("note"), before: say("previous note"), after: say("next note") },
  ];
}

/** @param {Review} review */
export function steps(review) {
  const { stepper, stretch, width, before, isPlaying } = review;
  const notes = review.notes.map((note) => Number.parseInt(note.address, 10));
  const compared = before ? Number.parseInt(before.address, 10) : null;
  const said = stepper.lost === null ? review.said : spoken(stepper.lost);
  const further = far().find(({ by }) => by === review.far) ?? far()[0];
  const step = (/** @type {() => void} */ go, /** @type {string} */ shown, /** @type {string} */ label) =>
    html`<button class="button is-step" type="button" aria-label=${label} title=${label} @click=${go}>${shown}</button>`;
  return html`<section class="dock is-review" aria-label=${say("Steps")}>
    <div class="told-here" role="status" tabindex="0">
      ${said === "" ? nothing : html`<p class="hint">${said}</p>`}${told(stretch.told)}
    </div>
    ${timeline({ ...line(stepper, notes), compared, width: Math.max(NARROWEST, width) }, (n) => review.to(`${n}`))}
    <div class="review-row">
      <span class="steps">
        ${step(() => review.further(-1), "«", further.before)} ${step(() => review.go("entry", -1), "‹", say("previous entry"))}
        ${step(() => review.go("entry", 1), "›", say("next entry"))} ${step(() => review.further(1), "»", further.after)}
        <button
          class="button is-step"
          type="button"
          aria-pressed=${isPlaying ? "true" : "false"}
          aria-label=${say("play by itself, or stop")}
          title=${say("play by itself, or stop")}
          @click=${() => review.autoplay()}
        >
          ${isPlaying ? "❚❚" : "▶"}
        </button>
      </span>
      ${eyes(review)}
    </div>
  </section>`;
}

/** @param {Review} review */
function eyes(review) {
  const { viewers, viewer, header } = review.stepper;
  const chosen = (/** @type {Event} */ event) => review.through(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label class="views">
    <span>${say("Seen by")}</span>
    <select @change=${chosen} .value=${live(viewer)}>
      ${viewers.map((one) => html`<option value=${one} ?selected=${one === viewer}>${viewerName(one, header.seats)}</option>`)}
    </select>
  </label>`;
}

/** @param {Review} review */
export function byKind(review) {
  const chosen = (/** @type {Event} */ event) =>
    review.goesBy(/** @type {Far} */ (/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<label class="views"><span>${say("« and » go by")}</span>
    <select @change=${chosen}>
      ${far().map(({ by, label }) => html`<option value=${by} ?selected=${by === review.far}>${label}</option>`)}
    </select></label>`;
}

/** @param {Review} review */
export function pace(review) {
  const chosen = (/** @type {Event} */ event) =>
    review.plays(/** @type {HTMLSelectElement} */ (event.target).selectedIndex);
  return html`<label class="views"><span>${say("▶ shows an entry for")}</span>
    <select @change=${chosen}>
      ${SPEEDS.map((ms, i) => html`<option ?selected=${i === review.pace}>${say("{seconds} s", { seconds: ms / 1000 })}</option>`)}
    </select></label>`;
}
