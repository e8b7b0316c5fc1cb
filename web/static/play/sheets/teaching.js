/** Learning a game at its table: the rule in short, what may be done now and what for, how the page is used. */

import { data, has } from "../../base/data.js";
import { say } from "../../base/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { inOrder } from "./guide.js";

/** @typedef {import("../scenes.js").TableScene} TableScene */
/** @typedef {{rules: string[], purposes: Record<string, string>}} Told what a game says of itself */

/**
 * @param {string} game
 * @returns {Told}
 */
export function toldOf(game) {
  return (has("guides") ? data("guides")[game] : undefined) ?? { rules: [], purposes: {} };
}

/**
 * @param {import("../play.js").Play} play
 * @param {TableScene} scene
 * @returns what one more command is for, where somebody is led through a first game
 */
export function coaching(play, scene) {
  const { machine, state } = play.acting;
  if (machine === null || !["idle", "picking", "ready"].includes(state)) return nothing;
  const step = play.guide.step(scene, machine.choice, toldOf(scene.game).purposes);
  if (step === null) return nothing;
  const end = () => {
    play.guide.end();
    play.draw();
  };
  return html`<p class="coach"><span><b>${step.label}:</b> ${step.purpose}</span>
    <button type="button" class="button is-quiet" aria-label=${say("End the guide")} @click=${end}>×</button></p>`;
}

/** @param {TableScene | null} scene */
export function howToPlay(scene) {
  const { rules, purposes } = toldOf(scene?.game ?? "");
  const offers = new Map((scene?.offers ?? []).map((offer) => [offer.command, offer]));
  const offered = scene === null ? [] : inOrder(scene);
  const line = (/** @type {string} */ tag) => {
    const more = purposes[tag] ?? offers.get(tag)?.hint;
    return html`<li><b>${offers.get(tag)?.label}</b>${more ? html` – ${more}` : nothing}</li>`;
  };
  return html`${rules.length > 0 ? html`<h3>${say("The game in short")}</h3><ul>${rules.map((rule) => html`<li>${rule}</li>`)}</ul>` : nothing}
    ${offered.length > 0 ? html`<h3>${say("Now you may:")}</h3><ul>${offered.map(line)}</ul>` : nothing}
    <h3>${say("On this page")}</h3>
    <p>${say("What has a ring can be chosen. The first tap selects and says what would happen; the second tap, or the button that names it, does it. Nothing is sent before.")}</p>
    <p>${say("What is dim cannot be chosen now. Tap it, or press long on any card, to read it and why.")}</p>
    <p>${say("All moves lists everything you may do as sentences; the game can be played from there alone.")}</p>`;
}
