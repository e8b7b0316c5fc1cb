/** The bar of a review: what the table says of itself, and the way to what stands beside the board. */

import { say } from "../base/words.js";
import { bar } from "../board/frame.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @param {import("./review.js").Review} review @param {boolean} isBeside whether it shows in the place of the board */
export function top(review, isBeside) {
  const { frame, header } = review.stepper;
  const links = html`<button
    class="button is-quiet is-menu"
    type="button"
    aria-label=${say("Beside the board")}
    aria-expanded=${isBeside ? "true" : "false"}
    @click=${() => review.beside()}
  >
    <i class="bars" aria-hidden="true"></i>
  </button>`;
  return bar({ headline: frame.headline || header.title, banner: frame.picture?.banner ?? [] }, links);
}
