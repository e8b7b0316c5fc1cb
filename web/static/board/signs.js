/** Signs of the sprite that every page carries (`drawing/signs.svg`): drawn in the colour of the text, never read aloud. */

import { html } from "../vendor/lit-html/lit-html.js";

/** Motifs of grounds: they fill a square instead of standing on a card. */
export const GROUNDS = new Set(["plains", "road", "river", "swamp", "jungle", "forest", "city", "mountain", "hills"]);

/**
 * @param {string} name an id of the sprite
 * @param {string} [role] a class beside `sign`
 */
export function sign(name, role = "") {
  return html`<svg class="sign ${role}" aria-hidden="true" focusable="false"><use href="#${name}"></use></svg>`;
}
