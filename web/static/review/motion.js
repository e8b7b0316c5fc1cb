/**
 * Cards that move: each goes from where it lay to where it lies, by the id that the viewer knows. Backs have none, so
 * nobody can follow a hidden card; any input ends it, and who asked for less motion sees none.
 */

/** @typedef {import("../board/types.js").Pick} Pick */

const SLIDE = 240; // ms of a card that moves
const ENTRY = 600; // ms at most for all facts of an entry

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
function cards(root) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  const twice = new Set();
  for (const element of root.querySelectorAll("[data-stop]")) {
    const { pick } = /** @type {{pick?: Pick}} */ (/** @type {unknown} */ (element));
    if (pick?.kind !== "card" || !pick.card || pick.card.back || !pick.id) continue;
    if (found.has(pick.id)) twice.add(pick.id);
    found.set(pick.id, element);
  }
  for (const id of twice) found.delete(id);
  return found;
}

/**
 * @param {Element} root
 * @returns {Map<string, DOMRect>} where each card lies
 */
export function places(root) {
  return new Map([...cards(root)].map(([id, element]) => [id, element.getBoundingClientRect()]));
}

/**
 * Move each card from where it lay before.
 *
 * @param {Element} root
 * @param {Map<string, DOMRect>} before
 * @param {number} [ms]
 */
export function slide(root, before, ms = SLIDE) {
  for (const [id, element] of cards(root)) {
    const [was, now] = [before.get(id), element.getBoundingClientRect()];
    if (was === undefined || now.width === 0 || was.width === 0) continue;
    const [x, y] = [was.x - now.x, was.y - now.y];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    const origin = { transformOrigin: "0 0" };
    const from = { transform: `translate(${x}px, ${y}px) scale(${was.width / now.width})`, ...origin };
    const moving = element.animate([from, { transform: "none", ...origin }], { duration: ms, easing: "ease-out" });
    running.add(moving);
    moving.finished.catch(() => undefined).finally(() => running.delete(moving));
  }
}

/** End whatever moves. */
export function finish() {
  for (const moving of running) moving.finish();
  running.clear();
}
