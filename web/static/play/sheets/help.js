/** How a table is played by taps, keys or the list; and what the game says of itself. */

import { say } from "../../base/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @param {import("../scenes.js").TableScene | null} scene */
export function help(scene) {
  const label = (/** @type {{label: string, hint?: string}} */ { label, hint }) =>
    html`<li>${label}${hint ? `: ${hint}` : nothing}</li>`;
  const offers = scene?.offers ?? [];
  return html`<p>${say("What has a ring can be chosen. The first tap selects and says what would happen; the second tap, or the button that names it, does it. Nothing is sent before.")}</p>
    <p>${say("What is dim cannot be chosen now. Tap it, or press long on any card, to read it and why.")}</p>
    <p>${say("All moves lists everything you may do as sentences; the game can be played from there alone.")}</p>
    ${offers.length > 0 ? html`<p>${say("Now you may:")}</p><ul>${[...new Map(offers.map((one) => [one.label, one])).values()].map(label)}</ul>` : nothing}`;
}
