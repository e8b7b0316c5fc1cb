/** A place for cards: label, cards side by side or on a pile, empty places, a note; a map of squares. */

import { count, say } from "../base/words.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { AS_IT_IS, card, cardClasses, columns, face, label, ring, stateClasses, stateSigns, stop } from "./card.js";
import { cssVars } from "./css.js";
import { cells, countOf, depth, freeSlots, hiddenIn, keysOf, onlyBacks, zoneForm } from "./layout.js";
import { cardName, pileName, zoneName } from "./names.js";
import { GROUNDS, sign } from "./signs.js";

/** @typedef {import("./layout.js").Cell} Cell */
/** @typedef {import("./types.js").BoardOptions} BoardOptions */
/** @typedef {import("./types.js").CardPicture} CardPicture */
/** @typedef {import("./types.js").CardState} CardState */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Zone} Zone */

/**
 * @typedef {object} Around what a zone has to know of the table
 * @property {BoardOptions["state"]} [state]
 * @property {ReadonlyMap<number, string>} seats who sits where, by name
 * @property {ReadonlySet<number>} near seats at the bottom of the table
 */

/** @typedef {(card: CardPicture | null, zone: Zone | null) => CardState} Asked */

const ABREAST = 11; // cards that lie side by side on the smallest screen; more lie in rows there
const MOST_WORKS = 3; // signs of one kind on a square; more are a number

/**
 * @param {Around} around
 * @param {Panel} panel
 * @returns {Asked}
 */
export function asked({ state }, panel) {
  return (card, zone) => state?.(card, zone, panel) ?? AS_IT_IS;
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {Around} around
 */
export function zone(zone, panel, around) {
  const ask = asked(around, panel);
  switch (zoneForm(zone)) {
    case "pile":
      return fanned(zone, ask) ? row(zone, panel, around, ask) : pile(zone, panel, ask);
    case "grid":
      return grid(zone, panel, around, ask);
    case "labels":
      return labels(zone, panel, around, ask);
    default:
      return row(zone, panel, around, ask);
  }
}

/**
 * @param {Zone} zone
 * @param {Asked} ask
 * @returns {boolean} whether cards below the top of a pile take part in a choice: then all are shown
 */
function fanned(zone, ask) {
  return (zone.cards ?? []).slice(1).some((card) => ring(ask(card, zone)) !== "");
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {string} form
 * @param {unknown} body
 */
function framed(zone, panel, form, body) {
  const cards = zone.cards?.length ?? 0;
  const number = zone.kind === "pile" || (zone.count ?? null) !== null ? html`<b>${countOf(zone)}</b>` : nothing;
  const short = zone.sign ? html`<abbr>${zone.sign}</abbr>` : nothing;
  return html`<div
    class="zone z-${form} ${zone.sign ? "has-sign" : ""} ${onlyBacks(zone) ? "is-backs" : ""}"
    role="group"
    aria-label=${zoneName(zone, panel)}
    data-zone=${zone.id ?? zone.label}
    data-place=${zone.id ?? nothing}
    data-backs=${hiddenIn(zone)}
    data-many=${form === "row" && cards > ABREAST ? "" : nothing}
    ${cssVars({ some: Math.min(cards, 1), more: Math.max(cards - 1, 0), free: freeSlots(zone), label: columns(zone.label) })}
  >
    ${form === "grid" ? nothing : html`<span class="zone-label" aria-hidden="true"><span>${zone.label}</span>${short}${number}</span>`}
    ${body} ${zone.note ? html`<p class="note">${zone.note}</p>` : nothing}
  </div>`;
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {Around} around
 * @param {Asked} ask
 */
function row(zone, panel, around, ask) {
  const cards = zone.cards ?? [];
  const free = Array.from({ length: freeSlots(zone) }, () => html`<span class="place is-free"></span>`);
  if (!cards.length && !free.length)
    return framed(zone, panel, zone.kind, html`<span class="none">${say("empty")}</span>`);
  const form = zone.kind === "pile" ? "row" : zone.kind;
  if (onlyBacks(zone) && cards.every((one) => ring(ask(one, zone)) === ""))
    return framed(zone, panel, form, backs(cards));
  const keys = keysOf(cards);
  const lying = (/** @type {CardPicture} */ one, /** @type {number} */ place) =>
    html`<span class="place">${card(one, {
      zone,
      panel,
      state: ask(one, zone),
      key: keys[place],
      owner: ownerOf(one, around),
    })}</span>`;
  return framed(
    zone,
    panel,
    form,
    html`<div class="cards">${repeat(cards, (_, place) => keys[place], lying)}${free}</div>`,
  );
}

/**
 * @param {CardPicture[]} cards
 * @returns hidden cards as a fan that says its number once
 */
function backs(cards) {
  const said = count("{n} card face down", "{n} cards face down", cards.length);
  return html`<div class="cards" role="img" aria-label=${said}>
    ${cards.map((one) => html`<span class="place"><span class="card k-card is-back">${face(one)}</span></span>`)}
  </div>`;
}

/**
 * @param {CardPicture} card
 * @param {Around} around
 */
function ownerOf(card, { seats }) {
  return card.owner === undefined || card.owner === null ? "" : (seats.get(card.owner) ?? "");
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {Asked} ask
 */
function pile(zone, panel, ask) {
  const state = ask(null, zone);
  const top = zone.cards?.[0];
  const shownState = top === undefined ? state : { ...state, ...ask(top, zone) };
  if (!countOf(zone))
    return framed(zone, panel, "pile", html`<span class="pile"><span class="place is-free"></span></span>`);
  /** @type {Pick} */
  const pick =
    top?.id && ring(state) === ""
      ? { kind: "card", id: top.id, card: top, zone, panel, state: shownState }
      : { kind: "deck", id: zone.id ?? "", card: top ?? null, zone, panel, state };
  const known = top ?? { face: "", back: true };
  const drawn = html`<span class="${cardClasses(known)} ${stateClasses(shownState)}">
    ${face(known)}${stateSigns(shownState)}${stop(pick, pileName(zone, panel, shownState), "top")}
  </span>`;
  return framed(zone, panel, "pile", html`<span class="pile is-${depth(zone)}">${drawn}</span>`);
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {Around} around
 * @param {Asked} ask
 */
function labels(zone, panel, around, ask) {
  const cards = zone.cards ?? [];
  const keys = keysOf(cards);
  const one = (/** @type {CardPicture} */ card, /** @type {number} */ place) =>
    label(card, { zone, panel, state: ask(card, zone), key: keys[place], owner: ownerOf(card, around) });
  return framed(
    zone,
    panel,
    "labels",
    html`<div class="labels">${repeat(cards, (_, place) => keys[place], one)}</div>`,
  );
}

/**
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {Around} around
 * @param {Asked} ask
 */
function grid(zone, panel, around, ask) {
  const [columns] = zone.size ?? [1, 1];
  const squares = cells(zone);
  const drawn = repeat(
    squares,
    (cell) => cell.key,
    (cell, place) => square(cell, place, zone, panel, around, ask),
  );
  return framed(
    zone,
    panel,
    "grid",
    html`<div class="map" data-columns=${columns} ${cssVars({ columns, rows: squares.length / columns })}>${drawn}</div>`,
  );
}

/**
 * @param {Cell} cell
 * @param {number} place
 * @param {Zone} zone
 * @param {Panel} panel
 * @param {Around} around
 * @param {Asked} ask
 */
function square(cell, place, zone, panel, around, ask) {
  const name = cell.tile?.id ?? "";
  const at = (/** @type {CardPicture} */ one) => ({
    zone,
    panel,
    state: ask(one, zone),
    key: `${one.kind} ${one.id ?? one.face}`,
    place: name,
    owner: ownerOf(one, around),
    near: around.near.has(one.owner ?? -1),
    cell: place,
  });
  const ground = cell.tile === null ? nothing : tile(cell.tile, at(cell.tile), cell);
  const standing = cell.pieces.map((one) => card(one, at(one)));
  const lying = cell.strips.map((one) => label(one, { ...at(one), small: true }));
  return html`<div class="cell ${cell.pieces.length ? "is-taken" : ""}">
    ${ground}${lying.length ? html`<span class="strips">${lying}</span>` : nothing}${standing}
  </div>`;
}

/**
 * @param {CardPicture} card
 * @param {import("./card.js").Lying} lying
 * @param {Cell} cell
 */
function tile(card, { zone, panel, state, owner, key, cell: place }, cell) {
  const look = card.look;
  const home = (card.owner ?? null) !== null;
  const drawn = look?.art && GROUNDS.has(look.art) ? sign(look.art, "ground") : nothing;
  /** @type {Pick} */
  const pick = { kind: "card", id: card.id ?? "", card, zone, panel, state };
  const name = cardName(card, zone, panel, state, "", home ? owner : "");
  return html`<div class="tile ${card.back ? "is-hidden" : ""} ${home ? "is-home" : ""} ${stateClasses(state)}">
    ${drawn}<span class="at" aria-hidden="true">${card.id}</span>
    ${look?.title && !cell.pieces.length ? html`<span class="ground-name" aria-hidden="true">${look.title}</span>` : nothing}
    ${tileMarks(card, cell.pieces.length > 0)}${state.way ? html`<span class="way"></span>` : nothing}${stateSigns(state)}${stop(pick, name, key, place)}
  </div>`;
}

/**
 * @param {CardPicture} card
 * @param {boolean} taken a piece stands there, which says that the square is taken
 * @returns marks of the ground, each as often as its number says where there is room, else with the number
 */
function tileMarks(card, taken) {
  const marks = (card.look?.marks ?? []).filter(({ icon }) => !(taken && icon === "lock"));
  if (!marks.length) return nothing;
  return html`<span class="works" aria-hidden="true">${marks.map(({ icon, text }) => {
    const times = /^\d+$/.test(text) ? Number(text) : 1;
    const often = times > MOST_WORKS ? 1 : times;
    const number = times > 1 ? html`<b class=${times > MOST_WORKS ? "" : "is-spare"}>${times}</b>` : nothing;
    return html`<span class="work">${Array.from({ length: often }, () => sign(icon))}${number}</span>`;
  })}</span>`;
}
