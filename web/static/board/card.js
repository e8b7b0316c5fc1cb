/**
 * A card of any kind: the same parts for all games, shown or left out by the width that it gets (see `card.css`).
 *
 * Rank over suit keep to the left edge, so that a fanned hand stays readable at 24 px of each card.
 */

import { say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cssVars } from "./css.js";
import { cardName, told } from "./names.js";
import { sign } from "./signs.js";
import { ems } from "./widths.js";

/** @typedef {import("./types.js").CardPicture} CardPicture */
/** @typedef {import("./types.js").CardState} CardState */
/** @typedef {import("./types.js").Look} Look */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Zone} Zone */

/**
 * @typedef {object} Lying where a card lies, and what else is to be known of it there
 * @property {Zone} zone
 * @property {Panel} panel
 * @property {CardState} state
 * @property {string} key
 * @property {string} [place] the square it stands on
 * @property {string} [owner] whose it is, by name
 * @property {boolean} [near] it belongs to the side at the bottom
 * @property {number} [cell] the number of its square
 * @property {boolean} [small] it has little room: a short name
 */

/** What a piece is worth stands inside it; what has befallen it, at its edge. */
const WORTH = new Set(["attack", "guard", "move", "range"]);

/** @type {CardState} */
const AS_IT_IS = Object.freeze({});

/**
 * @param {CardState} state
 * @returns {"selected" | "target" | "must" | "way" | "lit" | ""} what is drawn around a card: one ring, the weightiest
 */
export function ring(state) {
  if (state.selected) return "selected";
  if (state.target) return "target";
  if (state.must) return "must";
  if (state.way) return "way";
  return state.lit ? "lit" : "";
}

/**
 * @param {CardState} state
 * @returns {string} the classes of a state
 */
export function stateClasses(state) {
  const around = ring(state);
  return [around && `is-${around}`, state.dim && !around && "is-dim", state.fresh && "is-fresh"]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {CardState} state
 * @returns the disc at the corner that repeats a state, and the flag of what is new
 */
export function stateSigns(state) {
  const around = ring(state);
  const disc =
    around === "selected"
      ? typeof state.selected === "number"
        ? html`<b>${state.selected}</b>`
        : sign("check")
      : around === "target"
        ? sign("range")
        : around === "must"
          ? sign("alert")
          : nothing;
  return html`${disc === nothing ? nothing : html`<span class="disc" aria-hidden="true">${disc}</span>`}${
    state.fresh ? html`<span class="flag" aria-hidden="true">${say("new")}</span>` : nothing
  }`;
}

/**
 * @param {CardPicture} card
 * @returns {Look} its look; of one that has none, its name
 */
export function lookOf(card) {
  const name = card.name || card.face;
  return card.look ?? { title: name, short: name };
}

/** @param {Mark} mark */
function markSign({ icon, text, change = 0 }) {
  const moved = change < 0 ? "is-below" : change > 0 ? "is-above" : "";
  return html`<span class="mark ${moved}">${sign(icon)}${text ? html`<b>${text}</b>` : nothing}</span>`;
}

/** @param {Mark[]} marks */
export function marksOf(marks) {
  return marks.length
    ? html`<span class="marks" aria-hidden="true" data-count=${marks.length}>${marks.map(markSign)}</span>`
    : nothing;
}

/**
 * @param {string} title
 * @returns a title that breaks where a Japanese word changes from katakana to kanji, nowhere else within it
 */
function phrases(title) {
  const words = title.split(/(?<=[\u30a1-\u30fc])(?=[\u4e00-\u9fff])/);
  return words.map((word, place) => (place ? html`<wbr />${word}` : word));
}

/**
 * @param {string} text
 * @returns {number} about how many narrow letters a text takes: one of Japanese takes two
 */
export function columns(text) {
  return [...text].reduce((sum, mark) => sum + (mark > "\u2e7f" ? 2 : 1), 0);
}

/**
 * @param {string} name
 * @returns a name that is set as small as its longest word asks for
 */
function shortName(name) {
  const long = Math.max(...name.split(" ").map(ems));
  return html`<span class="short" ${cssVars({ long })}>${name}</span>`;
}

/**
 * @param {Look} look
 * @returns the parts of a face, in their order
 */
function parts(look) {
  const { rank = "", suit = [], art, against, title = "", short = "", lines = [], marks = [] } = look;
  const second = against ? sign(against, "second") : nothing;
  const small = suit.length ? suit : art ? [art] : [];
  return html`
    ${rank ? html`<span class="rank">${rank}</span>` : nothing}
    ${
      rank && small.length
        ? html`<span class="suit" data-count=${small.length}>${small.map((name) => sign(name))}${second}</span>`
        : nothing
    }
    ${art ? html`<span class="art">${sign(art)}${second}</span>` : nothing}
    ${title ? html`<span class="title">${phrases(title)}</span>` : nothing}
    ${short || title ? shortName(short || title) : nothing}
    ${lines.length ? html`<span class="line">${lines.join(" ")}</span>` : nothing} ${marksOf(marks)}
    <span class="band"></span>
  `;
}

/**
 * @param {Look} look
 * @returns {string} the classes by which the style sheets choose
 */
function lookClasses(look) {
  const rank = look.rank ?? "";
  return [
    `t-${look.tone ?? "slate"}`,
    rank ? "has-rank" : "no-rank",
    rank.length > 2 && "has-long-rank",
    (look.title || look.short) && "has-name",
    (look.short || look.title || "").includes(" ") && "has-words",
    look.marks?.length && "has-marks",
    look.lines?.length && "has-lines",
    look.against && "has-second",
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {CardPicture} card
 * @returns what is drawn inside the outline of a card
 */
export function face(card) {
  if (!card.back) return html`<span class="face" aria-hidden="true">${parts(lookOf(card))}</span>`;
  return html`<span class="face" aria-hidden="true">${card.name ? html`<span class="known">${card.name}</span>` : nothing}</span>`;
}

/**
 * @param {CardPicture} card
 * @returns {string} the classes of a card, its state aside
 */
export function cardClasses(card) {
  const kind = card.kind ?? "card";
  return `card k-${kind} ${card.back ? "is-back" : lookClasses(lookOf(card))}`;
}

/**
 * What is pressed and has the focus: a button over the whole of what is drawn, whose name says all of it.
 *
 * @param {Pick} pick
 * @param {string} name
 * @param {string} key of the stop, within its zone
 * @param {number} [cell] the number of its square
 */
export function stop(pick, name, key, cell) {
  const { lit, selected, dim } = pick.state;
  return html`<button
    type="button"
    class="stop"
    tabindex="-1"
    data-stop=${key}
    data-cell=${cell ?? nothing}
    aria-label=${name}
    aria-pressed=${lit || selected ? String(Boolean(selected)) : nothing}
    aria-disabled=${dim ? "true" : nothing}
    .pick=${pick}
  ></button>`;
}

/**
 * @param {CardPicture} card
 * @param {Lying} lying
 */
export function card(card, lying) {
  const { zone, panel, state, key, place, owner, near = true, cell } = lying;
  /** @type {Pick} */
  const pick = { kind: "card", id: card.id ?? "", card, zone, panel, state };
  const side = card.kind === "piece" ? (near ? "is-near" : "is-far") : "";
  const name = cardName(card, zone, panel, state, place, owner);
  const [drawn, plight] = card.kind === "piece" ? parted(card) : [card, []];
  return html`<span class="${cardClasses(card)} ${side} ${stateClasses(state)}">
    ${face(drawn)}${plight.length ? html`<span class="plight">${marksOf(plight)}</span>` : nothing}
    ${stateSigns(state)}${stop(pick, name, key, cell)}
  </span>`;
}

/**
 * @param {CardPicture} piece
 * @returns {[CardPicture, Mark[]]} the piece with what it is worth, and what has befallen it
 */
function parted(piece) {
  const look = lookOf(piece);
  const marks = look.marks ?? [];
  const worth = marks.filter(({ icon }) => WORTH.has(icon));
  return [{ ...piece, look: { ...look, marks: worth } }, marks.filter(({ icon }) => !WORTH.has(icon))];
}

/**
 * @param {CardPicture} card
 * @returns a card that nobody can pick: in the reader, in the words of a page
 */
export function shown(card) {
  return html`<span class=${cardClasses(card)} role="img" aria-label=${told(card)}>${face(card)}</span>`;
}

/**
 * @param {CardPicture} card
 * @param {Lying} lying
 * @returns the label of a kind of cards, or of a card that is one word: never card-shaped
 */
export function label(card, lying) {
  const { zone, panel, state, key, place, owner, cell, small = false } = lying;
  const look = lookOf(card);
  /** @type {Pick} */
  const pick = { kind: "card", id: card.id ?? "", card, zone, panel, state };
  const name = cardName(card, zone, panel, state, place, owner);
  return html`<span
    class="label k-${card.kind ?? "card"} t-${look.tone ?? "slate"} ${look.art ? "has-art" : ""} ${stateClasses(state)}"
  >
    ${look.art ? html`<span class="pair">${sign(look.art)}${look.against ? sign(look.against, "second") : nothing}</span>` : nothing}
    <span class="word" aria-hidden="true">${(small && look.short) || look.title || card.name || card.face}</span>
    ${look.rank ? html`<b aria-hidden="true">${look.rank}</b>` : nothing}${marksOf(look.marks ?? [])}
    ${owner ? html`<small aria-hidden="true">${owner}</small>` : nothing}${stateSigns(state)}${stop(pick, name, key, cell)}
  </span>`;
}

export { AS_IT_IS };
