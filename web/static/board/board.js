/**
 * The whole table for one viewer, drawn from the neutral picture. The same panel object in the same state is not drawn
 * again; a card keeps its node as long as it lies in its place.
 */

import { language } from "../base/words.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cssVars } from "./css.js";
import { boardAndHand, layout, openPanel } from "./layout.js";
import { panel as drawPanel } from "./panel.js";
import { zone } from "./zone.js";

/** @typedef {import("./types.js").BoardOptions} BoardOptions */
/** @typedef {import("./types.js").CardState} CardState */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./zone.js").Around} Around */

/**
 * @param {CardState | undefined} state
 * @returns {string} a state as a word: two that look and read the same have the same
 */
function written(state) {
  if (!state) return "";
  const { lit, dim, selected = "", must, target, way, fresh, why = "" } = state;
  const flags = [lit, dim, must, target, way, fresh].map((flag) => (flag ? "1" : "0")).join("");
  return flags === "000000" && selected === "" && why === "" ? "" : `${flags}${selected}${why}`;
}

/**
 * @param {Panel} panel
 * @param {BoardOptions["state"]} state
 * @returns {{ word: string, hits: number }} the states of all that lies in a panel, and how many cards may be picked
 */
function statesOf(panel, state) {
  if (!state) return { word: "", hits: 0 };
  const words = [written(state(null, null, panel))];
  let hits = 0;
  for (const place of panel.zones ?? []) {
    words.push(written(state(null, place, panel)));
    for (const card of place.cards ?? []) {
      const found = state(card, place, panel);
      if (found?.lit && !found.selected) hits += 1;
      words.push(written(found));
    }
  }
  return { word: words.join(" "), hits };
}

/**
 * @param {Picture} picture
 * @param {BoardOptions} options
 * @returns {Around}
 */
function aroundOf(picture, options) {
  /** @type {Map<number, string>} */
  const seats = new Map();
  for (const { seat, label } of picture.panels ?? []) if (seat !== undefined && seat !== null) seats.set(seat, label);
  const near = new Set(layout(picture).near.map((panel) => panel.seat ?? -1));
  return { state: options.state, seats, near };
}

/**
 * @param {Event} event
 * @returns {{ pick: Pick, element: HTMLElement } | undefined} what an event of a board is about
 */
export function pickOf(event) {
  const target = event.target instanceof Element ? event.target : null;
  const element = target?.closest("[data-stop], .head-button") ?? null;
  const pick = /** @type {{ pick?: Pick } | null} */ (element)?.pick;
  return pick && element instanceof HTMLElement ? { pick, element } : undefined;
}

/**
 * @param {BoardOptions} options
 * @returns {(event: Event) => void}
 */
function clicked(options) {
  return (event) => {
    const found = pickOf(event);
    if (!found) return;
    const { pick, element } = found;
    if (element.dataset.opens !== undefined) options.onPanel?.(element.dataset.opens);
    if (pick.kind !== "panel" || element.classList.contains("is-offered")) options.onPick?.(pick);
  };
}

/**
 * @param {Picture} picture
 * @returns {number[]} the seats whose turn it is, as far as the picture says so
 */
function turns(picture) {
  const theirs = (picture.panels ?? []).filter((panel) => panel.badges?.some((badge) => badge.tone === "turn"));
  return theirs.flatMap((panel) => panel.seat ?? []);
}

/**
 * @param {Picture} picture
 * @param {BoardOptions} [options]
 */
export function board(picture, options = {}) {
  const { shape, across, centre, near, seats } = layout(picture);
  const { state, clocks, awaited = turns(picture), handsOnBoard = false } = options;
  const around = aroundOf(picture, options);
  const open = openPanel(across, options.openPanel, awaited);
  const opens = across.length > 1 && shape === "rows";

  /** @param {Panel} panel @param {"across" | "centre" | "near"} side */
  const one = (panel, side) => {
    const seat = panel.seat ?? -1;
    const { word, hits } = statesOf(panel, state);
    const acts = awaited.includes(seat);
    const clock = clocks?.get(seat);
    const isOpen = side === "across" && (panel.id === open || across.length === 1);
    const names = [...around.seats.values()].join("\n");
    const parts = [panel, word, acts, clock?.text, clock?.low, isOpen, opens, handsOnBoard, names, language()];
    const zones = handsOnBoard ? (panel.zones ?? []) : boardAndHand(panel)[0];
    return html`${guard(parts, () =>
      drawPanel(panel, zones, { around, acts, clock, open: isOpen, opens: opens && side === "across", hits, side }),
    )}`;
  };
  const key = (/** @type {Panel} */ panel) => panel.id ?? panel.label;
  return html`<div class="board lay-${shape}" data-seats=${seats} data-across=${across.length} @click=${clicked(options)}>
    <div class="across">${repeat(across, key, (panel) => one(panel, "across"))}</div>
    ${centre ? one(centre, "centre") : nothing} ${options.last ?? nothing}
    <div class="near">${repeat(near, key, (panel) => one(panel, "near"))}</div>
  </div>`;
}

/**
 * @param {Picture} picture
 * @param {BoardOptions} [options]
 * @returns what who looks holds in the hand: large, below the board, always in reach
 */
export function hands(picture, options = {}) {
  const around = aroundOf(picture, options);
  const own = (picture.panels ?? []).filter((panel) => panel.role === "own");
  const count = own
    .flatMap((panel) => boardAndHand(panel)[1])
    .reduce((sum, place) => sum + (place.cards?.length ?? 0), 0);
  if (!count) return nothing;
  return html`<div class="hands" data-many=${count > 6 ? "" : nothing} ${cssVars({ all: count })} @click=${clicked(options)}>
    ${own.map((panel) => {
      const { word } = statesOf(panel, options.state);
      const [, held] = boardAndHand(panel);
      return guard([panel, word, language()], () => held.map((place) => zone(place, panel, around)));
    })}
  </div>`;
}
