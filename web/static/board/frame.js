/**
 * The frame of a table: bar, board, rail and dock in one container, by whose width everything is laid out. And the
 * parts that stand there: prompt, action bar, story.
 */

import { say } from "../base/words.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const MANY = 3; // buttons that stand beside each other on a phone
const HEARD = 12; // sentences of the log: more is read in the story

/**
 * @typedef {object} Frame
 * @property {unknown} bar
 * @property {unknown} board
 * @property {unknown} [rail] what stands beside the board where there is room
 * @property {unknown} dock
 * @property {Told[]} told the story up to now
 * @property {boolean} [reads] the dock says already what was told: the log only keeps it
 */

/** @param {Frame} parts */
export function frame({ bar, board, rail = nothing, dock, told, reads = false }) {
  return html`<div class="app">
    <div class="app-grid">
      ${bar}
      <h2 class="heard">${say("The table")}</h2>
      ${board}
      ${rail === nothing ? nothing : html`<aside class="rail" aria-label=${say("Story")}>${rail}</aside>`} ${dock}
      ${log(told, reads)}
    </div>
  </div>`;
}

/**
 * The one log of a page: what was told last, for ears. It stands at every width, also where the story has no room.
 *
 * @param {Told[]} told
 * @param {boolean} reads
 */
function log(told, reads) {
  return html`<div class="heard" role="log" aria-label=${say("Story")} aria-live=${reads ? "off" : "polite"}>
    ${repeat(keyed(told).slice(-HEARD), key, ([, sentence]) => html`<p>${sentence.say}</p>`)}
  </div>`;
}

/**
 * @param {Told[]} sentences
 * @returns {[string, Told][]} each with a key that stays while more is told
 */
function keyed(sentences) {
  let place = 0;
  return sentences.map((one, i) => {
    place = sentences[i - 1]?.at === one.at ? place + 1 : 0;
    return [`${one.at} ${place}`, one];
  });
}

/** @param {[string, Told]} pair */
function key([known]) {
  return known;
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
 * @property {() => void} [press]
 * @property {string} [href] where it leads, in place of `press`: a link opens beside, and its address can be copied
 * @property {"primary" | "plain" | "quiet"} [weight] at most one is primary: it names the act
 * @property {string} [key] the key that does the same
 * @property {boolean} [disabled]
 * @property {boolean} [early] it came into sight just now: a press is not taken as meant for it yet
 * @property {"menu" | "list"} [icon] drawn in place of the words where there is little room: bars, or a list of points
 * @property {boolean} [spare] left out where there is little room: it can be reached elsewhere
 */

/** @param {Button} button */
export function button({ label, press, href, weight = "plain", key, disabled = false, early = false, icon, spare }) {
  if (href) return html`<a class="button is-${weight}" href=${href}><span class="text">${label}</span></a>`;
  return html`<button
    type="button"
    class="button is-${weight} ${icon ? "has-icon" : ""} ${spare ? "is-spare" : ""}"
    ?disabled=${disabled}
    aria-disabled=${early ? "true" : nothing}
    aria-keyshortcuts=${key ?? nothing}
    @click=${press}
  >
    ${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}<span class="text">${label}</span>${
      icon ? html`<i class="bars is-${icon}" aria-hidden="true"></i>` : nothing
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
  const line = (/** @type {[string, Told]} */ [, { at, say: sentence, turn }]) => {
    const classes = [entry(at) === entry(now) && "is-now", turn && "is-turn"].filter(Boolean).join(" ");
    return html`<li class=${classes}><span class="address">${at}</span><span>${sentence}</span></li>`;
  };
  return html`<div class="story" role="group" aria-label=${say("Story")} tabindex="0">
    <ol>
      ${repeat(keyed(sentences), key, line)}
    </ol>
  </div>`;
}

/** @param {Told | undefined} told */
export function lastTold(told) {
  if (!told) return nothing;
  return html`<p class="last"><span class="address">${told.at}</span><span>${told.say}</span></p>`;
}
