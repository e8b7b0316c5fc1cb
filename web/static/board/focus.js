/**
 * Keys on a board: a zone is one tab stop, arrows move inside it; the focus never falls back to the page when what had
 * it is gone, or before anything had it.
 *
 * Cards are drawn with `tabindex="-1"`; one of each zone is raised here, which survives drawing as lit writes only what
 * changed.
 */

import { isUnfocused, land } from "../base/landing.js";

/** @typedef {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End"} Arrow */

const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

/**
 * @param {number} at
 * @param {number} count
 * @param {Arrow} key
 * @returns {number} where an arrow leads in a row; at an end it stays
 */
export function inRow(at, count, key) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  return Math.min(count - 1, Math.max(0, at + step));
}

/**
 * On a map left and right go through all that lies in a square, ground first; up and down keep to the column and, if
 * they can, to the layer.
 *
 * @param {number} at
 * @param {readonly number[]} squares the square of each stop, in order
 * @param {number} columns
 * @param {Arrow} key
 * @returns {number} the stop an arrow leads to
 */
export function inGrid(at, squares, columns, key) {
  if (key === "ArrowLeft" || key === "ArrowRight") return inRow(at, squares.length, key);
  const here = squares[at];
  const start = here - (here % columns);
  const wanted = { ArrowUp: here - columns, ArrowDown: here + columns, Home: start, End: start + columns - 1 }[key];
  const layer = at - squares.indexOf(here);
  const first = squares.indexOf(wanted);
  if (first < 0) return at;
  const last = squares.lastIndexOf(wanted);
  return Math.min(first + layer, last);
}

/** @param {Element} zone @returns {HTMLElement[]} */
function stopsOf(zone) {
  return [...zone.querySelectorAll("[data-stop]")].filter((stop) => stop instanceof HTMLElement);
}

/** @param {Element} zone @param {HTMLElement} chosen */
function raise(zone, chosen) {
  for (const stop of stopsOf(zone)) if (stop !== chosen && stop.tabIndex === 0) stop.tabIndex = -1;
  chosen.tabIndex = 0;
}

/** @param {HTMLElement} root every zone has exactly one stop that a tab reaches */
export function tidy(root) {
  for (const zone of root.querySelectorAll("[data-zone]")) {
    const stops = stopsOf(zone);
    const raised = stops.filter((stop) => stop.tabIndex === 0);
    if (raised.length === 1 || !stops.length) continue;
    const active = stops.find((stop) => stop === document.activeElement);
    raise(zone, active ?? raised[0] ?? stops.find((stop) => stop.closest(".is-lit")) ?? stops[0]);
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} stop
 */
function moved(event, stop) {
  const zone = stop.closest("[data-zone]");
  if (!zone) return undefined;
  const stops = stopsOf(zone);
  const at = stops.indexOf(stop);
  const map = zone.querySelector("[data-columns]");
  const key = /** @type {Arrow} */ (event.key);
  if (!(map instanceof HTMLElement)) return stops[inRow(at, stops.length, key)];
  const squares = stops.map((one) => Number(one.dataset.cell));
  return stops[inGrid(at, squares, Number(map.dataset.columns), key)];
}

/**
 * @param {HTMLElement} root all that holds boards, hands and what else may have the focus
 * @returns {() => void} stops watching
 */
export function watchFocus(root) {
  const control = new AbortController();
  /** @type {{ element: HTMLElement, zone: string, stop: string, at: number } | undefined} */
  let last;

  const remember = (/** @type {FocusEvent} */ event) => {
    const element = /** @type {HTMLElement} */ (event.target);
    const zone = element.closest("[data-zone]");
    const at = zone ? stopsOf(zone).indexOf(element) : -1;
    if (zone && at >= 0) raise(zone, element);
    last = {
      element,
      zone: zone instanceof HTMLElement ? (zone.dataset.zone ?? "") : "",
      stop: element.dataset.stop ?? "",
      at,
    };
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const stop = event.target instanceof HTMLElement ? event.target : null;
    if (!stop?.matches("[data-stop]") || !ARROWS.has(event.key) || event.altKey || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    event.stopPropagation();
    moved(event, stop)?.focus();
  };
  const home = () => {
    const { zone = "", stop = "", at = -1 } = last ?? {};
    const same = [...root.querySelectorAll("[data-zone]")].find(
      (one) => one instanceof HTMLElement && zone !== "" && one.dataset.zone === zone,
    );
    const stops = same ? stopsOf(same) : [];
    const found =
      stops.find((one) => one.dataset.stop === stop) ??
      stops[Math.min(at, stops.length - 1)] ??
      root.querySelector("[data-home]") ??
      root.querySelector("[data-stop]");
    if (found instanceof HTMLElement) found.focus();
  };
  const keep = () => {
    if (!isUnfocused()) return;
    if (last && !last.element.isConnected && document.querySelector("dialog[open]") === null) home();
    land();
  };
  const observer = new MutationObserver(() => tidy(root));
  const keeper = new MutationObserver(keep); // dialogs stand beside the root
  root.addEventListener("focusin", remember, { signal: control.signal });
  root.addEventListener("keydown", press, { signal: control.signal });
  // what is hidden or disabled loses the focus too, and nothing is gone
  document.addEventListener("focusout", () => setTimeout(keep), { signal: control.signal });
  observer.observe(root, { childList: true, subtree: true });
  keeper.observe(document.body, { childList: true, subtree: true });
  tidy(root);
  keep();
  return () => {
    observer.disconnect();
    keeper.disconnect();
    control.abort();
  };
}
