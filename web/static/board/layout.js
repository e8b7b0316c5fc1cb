/**
 * Where things stand, from kinds, roles, counts of seats and "a grid is in the centre": never from a game.
 *
 * Widths are no matter of this module: the style sheets choose by the room that a board has.
 */

/** @typedef {import("./types.js").CardPicture} CardPicture */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Zone} Zone */

/**
 * @typedef {object} Layout
 * @property {"rows" | "grid"} shape
 * @property {Panel[]} across those on the other side of the table
 * @property {Panel | null} centre
 * @property {Panel[]} near those at the bottom, one's own among them
 * @property {number} seats
 */

/** @typedef {"pile" | "labels" | "grid" | "hand" | "row"} ZoneForm */

/**
 * @param {Picture} picture panels from the top of the screen to the bottom
 * @returns {Layout}
 */
export function layout(picture) {
  const panels = picture.panels ?? [];
  const at = panels.findIndex((panel) => panel.role === "centre");
  const centre = at < 0 ? null : panels[at];
  const across = at < 0 ? panels.filter((panel) => panel.role !== "own") : panels.slice(0, at);
  const near = at < 0 ? panels.filter((panel) => panel.role === "own") : panels.slice(at + 1);
  const shape = centre?.zones?.some((zone) => zone.kind === "grid") ? "grid" : "rows";
  return { shape, across, centre, near, seats: panels.filter((panel) => panel.role !== "centre").length };
}

/**
 * @param {Zone} zone
 * @returns {ZoneForm} how a place is drawn: names of cards alone are labels, wherever they lie
 */
export function zoneForm(zone) {
  if (zone.kind === "pile" || zone.kind === "grid") return zone.kind;
  const cards = zone.cards ?? [];
  const named = cards.length > 0 && cards.every((card) => card.kind === "strip" || card.kind === "pattern");
  return named ? "labels" : zone.kind;
}

/**
 * @param {Zone} zone
 * @returns {number} how many cards lie there, shown or not
 */
export function countOf(zone) {
  return zone.count ?? zone.cards?.length ?? 0;
}

/**
 * @param {Zone} zone
 * @returns {number} how many of its cards nobody here knows
 */
export function hiddenIn(zone) {
  const cards = (zone.cards ?? []).filter((card) => card.kind !== "tile");
  if (zone.kind === "pile" && cards.every((card) => card.back)) return countOf(zone);
  return cards.filter((card) => card.back && !card.id).length;
}

/**
 * @param {Zone} zone
 * @returns {number} places that are still free
 */
export function freeSlots(zone) {
  return Math.max(0, (zone.slots ?? 0) - (zone.cards?.length ?? 0));
}

/**
 * @param {Zone} zone
 * @returns {boolean} whether nobody here knows any of these cards: they are a number and no more
 */
export function onlyBacks(zone) {
  const cards = zone.cards ?? [];
  return cards.length > 0 && cards.every((card) => card.back && !card.name && card.kind !== "tile");
}

/**
 * @param {Zone} zone
 * @returns {"thin" | "mid" | "deep"} how high a pile looks
 */
export function depth(zone) {
  const count = countOf(zone);
  return count > 20 ? "deep" : count > 5 ? "mid" : "thin";
}

/**
 * @param {Panel} panel
 * @returns {boolean} whether nothing of a seat is left on the table
 */
export function isGone(panel) {
  return panel.role !== "centre" && !panel.zones?.length && !panel.counters?.length;
}

/**
 * @param {Panel} panel
 * @returns {[Zone[], Zone[]]} what lies on the board, and what its owner holds in the hand
 */
export function boardAndHand(panel) {
  const zones = panel.zones ?? [];
  if (panel.role !== "own") return [zones, []];
  return [zones.filter((zone) => zone.kind !== "hand"), zones.filter((zone) => zone.kind === "hand")];
}

/**
 * @param {Panel[]} across
 * @param {string | undefined} wanted
 * @param {readonly number[]} awaited
 * @returns {string | undefined} whose board is open where there is room for one: that asked for, the seat to act, the
 *   first that is still in the game
 */
export function openPanel(across, wanted, awaited) {
  const named = across.find((panel) => panel.id === wanted);
  const acting = across.find((panel) => awaited.includes(panel.seat ?? -1));
  const left = across.find((panel) => !isGone(panel));
  return (named ?? acting ?? left ?? across[0])?.id;
}

/**
 * Keys of a list of cards: the same card at the same place keeps its node, two alike are told apart by occurrence.
 *
 * @param {CardPicture[]} cards
 * @returns {string[]}
 */
export function keysOf(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    const name = `${card.kind ?? "card"} ${card.id ?? card.name ?? (card.back ? "" : card.face)}`;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return `${name} ${before}`;
  });
}

/**
 * @typedef {object} Cell
 * @property {string} key
 * @property {CardPicture | null} tile the ground
 * @property {CardPicture[]} strips labels that lie on it
 * @property {CardPicture[]} pieces what stands on it
 */

/**
 * @param {Zone} zone a grid
 * @returns {Cell[]} its squares, row by row
 */
export function cells(zone) {
  const [columns, rows] = zone.size ?? [1, 1];
  const out = Array.from({ length: columns * rows }, (_, place) => {
    return /** @type {Cell} */ ({ key: `${place}`, tile: null, strips: [], pieces: [] });
  });
  for (const card of zone.cards ?? []) {
    const [column, row] = card.at ?? [0, 0];
    const cell = out[row * columns + column];
    if (cell === undefined) continue;
    if (card.kind === "tile") cell.tile = card;
    else if (card.kind === "strip") cell.strips.push(card);
    else cell.pieces.push(card);
  }
  return out;
}

/**
 * What somebody looks at, as it lies now: a card may have moved, and what is known of it may have changed.
 *
 * @param {Pick} pick
 * @param {import("./types.js").Picture} picture
 * @param {import("./types.js").BoardOptions["state"]} [state]
 * @returns {Pick | null} nothing if it is gone
 */
export function asItLies(pick, picture, state) {
  const panels = picture.panels ?? [];
  const states = (
    /** @type {CardPicture | null} */ card,
    /** @type {Zone | null} */ zone,
    /** @type {Panel} */ panel,
  ) => state?.(card, zone, panel) ?? {};
  const zones = panels.flatMap((panel) => (panel.zones ?? []).map((zone) => ({ panel, zone })));
  if (pick.kind === "panel") {
    const panel = panels.find(({ id }) => id === pick.panel.id);
    return panel ? { ...pick, panel, state: states(null, null, panel) } : null;
  }
  const same = (/** @type {CardPicture} */ card) =>
    card === pick.card || (pick.id !== "" && card.id === pick.id && card.kind === pick.card?.kind);
  for (const { panel, zone } of zones) {
    const card = pick.kind === "card" ? zone.cards?.find(same) : undefined;
    if (card) return { ...pick, card, zone, panel, state: states(card, zone, panel) };
  }
  const found = zones.find(({ zone }) => pick.kind === "deck" && zone.id === pick.zone?.id);
  if (!found) return null;
  const { panel, zone } = found;
  return { ...pick, card: zone.cards?.[0] ?? null, zone, panel, state: states(null, zone, panel) };
}
