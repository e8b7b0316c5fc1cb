/** How each card, pile and seat stands in what is being chosen. */

import { layout, openPanel } from "../board/layout.js";
import { shown } from "../choosing/choosing.js";
import { whyNot } from "../choosing/whynot.js";

/** @typedef {import("../board/types.js").CardPicture} CardPicture */
/** @typedef {import("../board/types.js").CardState} CardState */
/** @typedef {import("../board/types.js").Panel} Panel */
/** @typedef {import("../board/types.js").Picture} Picture */
/** @typedef {import("../board/types.js").Zone} Zone */
/** @typedef {import("../choosing/choosing.js").Choice} Choice */

/**
 * @param {Picture} picture
 * @returns {Map<CardPicture, number>} which of the cards with its id each one is: two of a hand may be of one kind;
 *   while the game says of some that they can be used, none of their likes elsewhere is one
 */
export function occurrences(picture) {
  const seen = new Map();
  const found = new Map();
  const all = cardsOf(picture);
  const usable = new Set(all.flatMap(({ card }) => (card.lit ? [card.id] : [])));
  for (const { card } of all) {
    if (!card.lit && usable.has(card.id)) continue;
    const id = card.id ?? "";
    found.set(card, seen.get(id) ?? 0);
    seen.set(id, (seen.get(id) ?? 0) + 1);
  }
  return found;
}

/**
 * @param {Picture} picture
 * @returns {{card: CardPicture, zone: Zone, panel: Panel}[]}
 */
export function cardsOf(picture) {
  return (picture.panels ?? []).flatMap((panel) =>
    (panel.zones ?? []).flatMap((zone) => (zone.cards ?? []).map((card) => ({ card, zone, panel }))),
  );
}

/**
 * @param {Picture} picture
 * @returns {Set<string>} the ids that somebody can tap
 */
export function idsOf(picture) {
  const panels = picture.panels ?? [];
  const zones = panels.flatMap((panel) => panel.zones ?? []);
  const cards = zones.flatMap((zone) => zone.cards ?? []);
  return new Set([...panels, ...zones, ...cards].flatMap((one) => one.id ?? []));
}

/**
 * @param {Picture} picture
 * @returns {Set<string>} where each open card lies: what is not in it later is new
 */
export function placesOf(picture) {
  return new Set(cardsOf(picture).flatMap(({ card, zone, panel }) => placeOf(card, zone, panel) ?? []));
}

/**
 * @param {CardPicture} card
 * @param {Zone} zone
 * @param {Panel} panel
 * @returns {string | null} nothing for what is hidden: nobody follows it
 */
function placeOf(card, zone, panel) {
  const hidden = card.back || !card.id || card.kind === "tile";
  return hidden ? null : `${panel.id} ${zone.id} ${card.id} ${card.at ?? ""}`;
}

/**
 * @param {Picture} picture
 * @param {Choice | null} choice nothing where nobody chooses here
 * @param {Set<string> | null} before where cards lay when this seat acted last
 * @returns {(card: CardPicture | null, zone: Zone | null, panel: Panel) => CardState | undefined}
 */
export function statesIn(picture, choice, before) {
  const which = occurrences(picture);
  const fresh = (/** @type {CardPicture} */ card, /** @type {Zone} */ zone, /** @type {Panel} */ panel) => {
    const place = before === null || zone.kind === "pile" ? null : placeOf(card, zone, panel);
    return place !== null && !before?.has(place);
  };
  return (card, zone, panel) => {
    const place = card === null ? 0 : which.get(card);
    const state = choice === null || place === undefined ? {} : chosen(choice, card, zone, panel, place);
    return card !== null && zone !== null && fresh(card, zone, panel) ? { ...state, fresh: true } : state;
  };
}

/**
 * @param {Choice} choice
 * @param {CardPicture | null} card
 * @param {Zone | null} zone
 * @param {Panel} panel
 * @param {number} occurrence
 * @returns {CardState}
 */
function chosen(choice, card, zone, panel, occurrence) {
  const id = (card === null ? (zone === null ? panel.id : zone.id) : card.id) ?? "";
  if (id === "") return {};
  const { selected, must, lit } = shown(choice, id, occurrence);
  if (selected !== null)
    return { selected: ordered(choice, id) ? selected : true, lit: true, target: aimed(choice, id) };
  const idle = choice.picks.length === 0 && card?.lit === false;
  const dim = !lit && !must && (choice.dim.has(id) || idle);
  const why = dim && card !== null ? (whyNot(choice, /** @type {any} */ (card)) ?? undefined) : undefined;
  return { lit, must, dim, target: must && aimed(choice, id), ...(why === undefined ? {} : { why }) };
}

/**
 * @param {Choice} choice
 * @param {string} id
 * @returns {boolean} whether the place of a pick counts
 */
function ordered(choice, id) {
  return (
    choice.picks.length > 1 &&
    choice.agreeing.some((one) => one.parts.some((part) => part.id === id && (part.at ?? 0) > 0))
  );
}

/**
 * @param {Choice} choice
 * @param {string} id
 * @returns {boolean} whether what is being chosen aims at it
 */
function aimed(choice, id) {
  return choice.agreeing.some((one) => one.parts.some((part) => part.id === id && part.path.startsWith("target")));
}

/**
 * @param {import("../board/types.js").Pick} pick
 * @param {ReadonlySet<string>} lit
 * @returns {import("../board/types.js").Pick | null} the square below a piece, if that is what can be picked: the piece covers most of it
 */
export function groundOf({ kind, card, zone, panel, state }, lit) {
  if (kind !== "card" || zone?.kind !== "grid" || state.selected || !card?.at) return null;
  const [column, row] = card.at;
  const tile = zone.cards?.find((one) => one.kind === "tile" && one.at?.[0] === column && one.at?.[1] === row);
  return tile?.id && lit.has(tile.id) ? { kind, id: tile.id, card: tile, zone, panel, state: { lit: true } } : null;
}

/**
 * @param {import("./scenes.js").TableScene} scene
 * @param {ReadonlySet<string>} [lit]
 * @param {readonly number[]} [winners] of a game that is over
 * @returns {string | undefined} whose board is open where there is room for one: the target's, else of who is awaited
 *   or has won
 */
export function panelOf({ picture, awaited }, lit = new Set(), winners = []) {
  if (picture === null) return undefined;
  const { across } = layout(picture);
  const holds = (/** @type {Zone} */ zone) => zone.cards?.some((card) => lit.has(card.id ?? ""));
  const aimed = across.find((panel) => (panel.zones ?? []).some(holds));
  const seats = [...awaited.map(({ seat }) => seat), ...winners];
  return aimed?.id ?? openPanel(across, undefined, seats);
}
