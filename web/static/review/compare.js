/** Two moments of one table, in the words of the picture: which numbers changed, which cards came and went where. */

/** @typedef {import("../board/types.js").Panel} Panel */
/** @typedef {import("../board/types.js").Picture} Picture */
/** @typedef {import("../board/types.js").Zone} Zone */
/** @typedef {import("../board/types.js").CardPicture} CardPicture */

/**
 * @typedef {object} Change
 * @property {string} where
 * @property {[string, string]} [number] a number or a word before and after
 * @property {string[]} [came]
 * @property {string[]} [gone]
 */

/**
 * @typedef {object} Kept
 * @property {string} address
 * @property {Picture} picture
 * @property {string} viewer through whose eyes it was seen: others see another picture of the same moment
 */

/**
 * @param {Pick<import("../frames/frames.js").Frame, "address" | "picture">} frame
 * @param {string} viewer
 * @returns {Kept | null} a moment to compare others with, where there is a board
 */
export function kept({ address, picture }, viewer) {
  return picture === null ? null : { address, picture, viewer };
}

/**
 * @param {Kept | null} before
 * @param {import("./stepper.js").Stepper} stepper
 * @returns {Promise<Kept | null>} the kept moment through the eyes that look now
 */
export async function reseen(before, { frames, viewer }) {
  if (before === null || before.viewer === viewer) return before;
  return kept(await frames.at(before.address, viewer), viewer);
}

/**
 * @param {Picture} before
 * @param {Picture} after
 * @returns {Change[]} from the top of the board to its bottom
 */
export function changes(before, after) {
  const old = new Map((before.panels ?? []).map((panel) => [panel.id, panel]));
  const found = (after.panels ?? []).flatMap((panel) => {
    const was = old.get(panel.id);
    return was === undefined || was === panel ? [] : ofPanel(was, panel);
  });
  return together(found);
}

/**
 * @param {Change[]} found
 * @returns {Change[]} what changed at one place as one: a hand's number is told by its counter and by its cards
 */
function together(found) {
  /** @type {Map<string, Change>} */
  const places = new Map();
  for (const change of found) {
    const other = places.get(change.where);
    const [came, gone] = [change.came ?? [], change.gone ?? []];
    const lists =
      other?.came || change.came
        ? { came: [...(other?.came ?? []), ...came], gone: [...(other?.gone ?? []), ...gone] }
        : {};
    places.set(change.where, { ...other, ...change, ...lists });
  }
  return [...places.values()];
}

/**
 * @param {Panel} was
 * @param {Panel} is
 * @returns {Change[]}
 */
function ofPanel(was, is) {
  const numbers = new Map((was.counters ?? []).map((counter) => [counter.label, counter.value]));
  /** @type {Change[]} */
  const found = [];
  for (const { label, value } of is.counters ?? []) {
    const before = numbers.get(label);
    if (before !== undefined && before !== value)
      found.push({ where: `${is.label}: ${label}`, number: [`${before}`, `${value}`] });
  }
  const marks = (/** @type {Panel} */ panel) => (panel.badges ?? []).map((badge) => badge.text);
  const badges = moved(marks(was), marks(is));
  if (badges.came.length || badges.gone.length) found.push({ where: is.label, ...badges });
  const zones = new Map((was.zones ?? []).map((zone) => [zone.id, zone]));
  for (const zone of is.zones ?? []) found.push(...ofZone(is, zones.get(zone.id), zone));
  for (const zone of was.zones ?? [])
    if (!(is.zones ?? []).some((one) => one.id === zone.id)) found.push(...ofZone(is, zone, undefined));
  return found;
}

/**
 * @param {Panel} panel
 * @param {Zone | undefined} was
 * @param {Zone | undefined} is
 * @returns {Change[]}
 */
function ofZone(panel, was, is) {
  if (was === is) return [];
  const label = is?.label ?? was?.label;
  const where = label ? `${panel.label}: ${label}` : panel.label;
  const cards = moved(open(was), open(is));
  /** @type {Change[]} */
  const found = [];
  const [before, after] = [size(was), size(is)];
  if (before !== after) found.push({ where, number: [`${before}`, `${after}`] });
  if (cards.came.length || cards.gone.length) found.push({ where, ...cards });
  return found;
}

/**
 * @param {Zone | undefined} zone
 * @returns {string[]} the cards that lie open, with the square where there are squares, and their marks
 */
function open(zone) {
  return (zone?.cards ?? []).filter((card) => !card.back).map((card) => told(card));
}

/** @param {CardPicture} card */
function told(card) {
  const marks = (card.look?.marks ?? []).map((mark) => mark.say || mark.text);
  const place = card.at ? ` (${card.at[0] + 1}, ${card.at[1] + 1})` : "";
  return [`${card.name || card.face}${place}`, ...marks].join(", ");
}

/** @param {Zone | undefined} zone */
const size = (zone) => zone?.count ?? zone?.cards?.length ?? 0;

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {{came: string[], gone: string[]}} what is only there, as often as it is only there
 */
function moved(before, after) {
  const left = [...before];
  const came = after.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { came, gone: left };
}
