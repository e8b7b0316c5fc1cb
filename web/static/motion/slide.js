/**
 * Cards that move: each goes from where it lay to where it lies, by the id that the viewer knows. Backs have none and
 * are not followed: they fly as numbers say. Any input ends it, and who asked for less motion sees none.
 */

import { flights } from "./flights.js";

/** @typedef {import("../board/types.js").Pick} Pick */

/**
 * @typedef {object} Seen how a table stood
 * @property {Map<string, DOMRect>} cards where each card lay, by its id
 * @property {Map<string, DOMRect>} places where each place for hidden cards is
 * @property {Map<string, number>} hidden how many of them lie there
 */

const SLIDE = 240; // ms of a card that moves
const ENTRY = 600; // ms at most for all facts of an entry
const NEAR = 2; // px: what moves less stands still

/** @type {Set<Animation>} */
const running = new Set();

/** @returns {boolean} whether things may move */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";
}

/**
 * @param {number} facts shown one after the other
 * @returns {number} ms for each
 */
export function pace(facts) {
  return Math.min(SLIDE, Math.floor(ENTRY / Math.max(1, facts)));
}

/**
 * @param {Element} root
 * @returns {Map<string, Element>} each card that lies open, by its id; what is there more than once is left out
 */
function openCards(root) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  const twice = new Set();
  for (const element of root.querySelectorAll("[data-stop]")) {
    const { pick } = /** @type {{pick?: Pick}} */ (/** @type {unknown} */ (element));
    const drawn = element.closest(".card, .label");
    if (pick?.kind !== "card" || !pick.card || pick.card.back || !pick.id || drawn === null) continue;
    if (found.has(pick.id)) twice.add(pick.id);
    found.set(pick.id, drawn);
  }
  for (const id of twice) found.delete(id);
  return found;
}

/**
 * @param {Element} root
 * @returns {Map<string, HTMLElement>} the places that say how many hidden cards they hold
 */
function places(root) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-place]"));
  return new Map([...all].map((element) => [element.dataset.place ?? "", element]));
}

/**
 * @param {Element} element
 * @returns {DOMRect} where the top card of a place is, or the place
 */
function spot(element) {
  return (element.querySelector(".card") ?? element).getBoundingClientRect();
}

/**
 * @param {Element} root
 * @returns {Seen}
 */
export function seen(root) {
  const found = [...places(root)];
  return {
    cards: new Map([...openCards(root)].map(([id, element]) => [id, element.getBoundingClientRect()])),
    places: new Map(found.map(([name, element]) => [name, spot(element)])),
    hidden: new Map(found.map(([name, element]) => [name, Number(element.dataset.backs)])),
  };
}

/**
 * Move each card from where it lay before; hidden ones by their number.
 *
 * @param {Element} root
 * @param {Seen} before
 * @param {number} [ms]
 */
export function slide(root, before, ms = SLIDE) {
  const [cards, now] = [openCards(root), seen(root)];
  for (const [id, element] of cards) move(element, before.cards.get(id), now.cards.get(id), ms);
  const opened = [...cards.keys()].filter((id) => !before.cards.has(id));
  for (const flight of flights(before.hidden, now.hidden, opened)) {
    const from = before.places.get(flight.from);
    if ("card" in flight) move(cards.get(flight.card), from, now.cards.get(flight.card), ms);
    else fly(from, now.places.get(flight.to), ms);
  }
}

/**
 * @param {Element | undefined} element
 * @param {DOMRect | undefined} was
 * @param {DOMRect | undefined} now
 * @param {number} ms
 */
function move(element, was, now, ms) {
  if (!element || !was || !now || !(was.width && now.width)) return;
  const [x, y] = [was.x - now.x, was.y - now.y];
  if (Math.abs(x) + Math.abs(y) < NEAR) return;
  const origin = { transformOrigin: "0 0" };
  const from = { transform: `translate(${x}px, ${y}px) scale(${was.width / now.width})`, ...origin };
  play(element.animate([from, { transform: "none", ...origin }], { duration: ms, easing: "ease-out" }));
}

/**
 * A back on its way, which is there for as long as it flies.
 *
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {number} ms
 */
function fly(from, to, ms) {
  if (!from || !to || !(from.width && to.width)) return;
  const back = document.createElement("span");
  back.className = "card is-back is-flying";
  back.setAttribute("aria-hidden", "true");
  back.append(Object.assign(document.createElement("span"), { className: "face" }));
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const [dx, dy] = [to.x + to.width / 2 - x, to.y + to.height / 2 - y];
  back.style.setProperty("--x", `${x}px`);
  back.style.setProperty("--y", `${y}px`);
  document.body.append(back);
  const centred = "translate(-50%, -50%)";
  const flying = back.animate([{ transform: centred }, { transform: `translate(${dx}px, ${dy}px) ${centred}` }], {
    duration: ms,
    easing: "ease-out",
  });
  play(flying, () => back.remove());
}

/**
 * @param {Animation} moving
 * @param {() => void} [after]
 */
function play(moving, after = () => undefined) {
  running.add(moving);
  const over = () => {
    running.delete(moving);
    after();
  };
  moving.finished.then(over, over);
}

/** End whatever moves. */
export function finish() {
  for (const moving of running) moving.finish();
}

/**
 * Change what is drawn, and let what lies elsewhere then move there.
 *
 * @param {Element} root
 * @param {() => unknown} change
 * @param {number} [ms]
 */
export async function sliding(root, change, ms) {
  const before = mayMove() ? seen(root) : null;
  await change();
  if (before !== null) slide(root, before, ms);
}

/**
 * Show one frame after the other, each in its share of the time that an entry may take.
 *
 * @template T
 * @param {Element} root
 * @param {T[]} frames
 * @param {(frame: T) => unknown} show
 * @param {() => boolean} goesOn asked before each
 * @returns {Promise<boolean>} whether all were shown
 */
export async function oneByOne(root, frames, show, goesOn) {
  const ms = pace(frames.length);
  for (const [place, frame] of frames.entries()) {
    if (!goesOn()) return false;
    await sliding(root, () => show(frame), ms);
    if (place < frames.length - 1) await new Promise((done) => setTimeout(done, ms));
  }
  return true;
}
