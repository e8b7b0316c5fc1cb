/**
 * The frame of a table: bar, board, rail and dock in one container, by whose width everything is laid out. And the
 * parts that stand there: prompt, action bar, story.
 */

import { say } from "../base/words.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const MANY = 3; // buttons that stand beside each other on a phone

/**
 * @typedef {object} Frame
 * @property {unknown} bar
 * @property {unknown} board
 * @property {unknown} [rail] what stands beside the board where there is room
 * @property {unknown} dock
 */

/** @param {Frame} parts */
export function frame({ bar, board, rail = nothing, dock }) {
  return html`<div class="app">
    <div class="app-grid">
      ${bar}
      ${board}
      ${rail === nothing ? nothing : html`<aside class="rail" aria-label=${say("Story")}>${rail}</aside>`} ${dock}
    </div>
  </div>`;
}

/**
 * @param {{ headline: string, banner?: string[] }} picture
 * @param {unknown} [links] buttons at the end
 */
export function bar({ headline, banner = [] }, links = nothing) {
  return html`<header class="bar">
    <span class="wordmark" aria-hidden="true"><i></i><span>Matchledger</span></span>
    <h1>${headline}</h1>
    <p class="banner">${banner.join(" ")}</p>
    <div class="bar-links">${links}</div>
  </header>`;
}

/**
 * @typedef {object} Button
 * @property {string} label
 * @property {() => void} press
 * @property {"primary" | "plain" | "quiet"} [weight] at most one is primary: it names the act
 * @property {string} [key] the key that does the same
 * @property {boolean} [disabled]
 * @property {boolean} [early] it came into sight just now: a press is not taken as meant for it yet
 * @property {"list"} [icon]
 * @property {boolean} [spare] left out where there is little room: it can be reached elsewhere
 */

/** @param {Button} button */
export function button({ label, press, weight = "plain", key, disabled = false, early = false, icon, spare }) {
  return html`<button
    type="button"
    class="button is-${weight} ${icon ? "has-icon" : ""} ${spare ? "is-spare" : ""}"
    ?disabled=${disabled}
    aria-disabled=${early ? "true" : nothing}
    aria-keyshortcuts=${key ?? nothing}
    @click=${press}
  >
    ${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}<span class="text">${label}</span>${
      icon ? html`<i class="bars" aria-hidden="true"></i>` : nothing
    }
  </button>`;
}

/**
 * One sentence that says what will happen, and the buttons: always together, always in reach of a thumb.
 *
 * @param {object} parts
 * @param {"waiting" | "idle" | "picking" | "ready" | "sending" | "unknown"} parts.state
 * @param {string} parts.prompt
 * @param {unknown} [parts.coach] what somebody who learns the game is told here
 * @param {Button[]} [parts.buttons]
 * @param {unknown} [parts.more] fields, chips and steppers of a choice
 * @param {unknown} [parts.hands]
 */
export function dock({ state, prompt, coach = nothing, buttons = [], more = nothing, hands = nothing }) {
  const rest = buttons.filter((one) => one.weight === "quiet");
  const plain = buttons.filter((one) => (one.weight ?? "plain") === "plain");
  const first = buttons.filter((one) => one.weight === "primary");
  const alone = first.length + plain.length === 0 && rest.filter((one) => !one.spare).length === 1 ? "is-alone" : "";
  const many = plain.length > MANY ? (plain.length % 4 === 0 || plain.length > 6 ? "is-many by-four" : "is-many") : "";
  return html`<section class="dock is-${state}" aria-label=${say("Your choice")}>
    <div class="said" role="status"><p class="prompt" tabindex="-1" data-home><span class="dot" aria-hidden="true"></span><span>${prompt}</span></p>
    ${coach}</div>
    <div class="actions ${buttons.filter((one) => !one.spare).length > MANY ? "is-full" : ""} ${many} ${alone}">${[...first, ...plain, ...rest].map(button)}</div>
    ${more === nothing ? nothing : html`<div class="choice">${more}</div>`} ${hands}
  </section>`;
}

/**
 * @typedef {object} Told a sentence of the story
 * @property {string} at its address in the record: `51.2`
 * @property {string} say
 * @property {boolean} [turn] it begins a turn
 */

/** @param {string} at @returns {string} the entry of an address */
function entry(at) {
  return at.split(".")[0];
}

/**
 * @param {Told[]} sentences
 * @param {string} [now] the address up to which it is told; what belongs to its entry is in ink
 */
export function story(sentences, now = sentences.at(-1)?.at ?? "") {
  const line = (/** @type {Told} */ { at, say: sentence, turn }) => {
    const classes = [entry(at) === entry(now) && "is-now", turn && "is-turn"].filter(Boolean).join(" ");
    return html`<li class=${classes}><span class="address">${at}</span><span>${sentence}</span></li>`;
  };
  return html`<div class="story" role="log" aria-label=${say("Story")} tabindex="0">
    <ol>
      ${repeat(sentences, ({ at }, place) => `${at} ${place}`, line)}
    </ol>
  </div>`;
}

/** @param {Told | undefined} told */
export function lastTold(told) {
  if (!told) return nothing;
  return html`<p class="last"><span class="address">${told.at}</span><span>${told.say}</span></p>`;
}
