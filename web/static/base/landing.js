/**
 * Where the focus lands when what had it is gone, or when nothing had it yet: never on the page itself, from where a
 * keyboard would begin at its first link again.
 */

/** @returns {boolean} whether nothing of the page has the focus */
export function isUnfocused() {
  const { activeElement, body, documentElement } = document;
  return activeElement === null || activeElement === body || activeElement === documentElement;
}

/** Give the focus to the heading of the open dialog, or to where the page begins, if nothing has it. */
export function land() {
  const open = document.querySelector("dialog[open]");
  const places = open
    ? [open.querySelector("h2[tabindex]"), open]
    : [document.querySelector("[data-home]"), document.getElementById("main")];
  for (const place of places) if (isUnfocused() && place instanceof HTMLElement) place.focus({ preventScroll: true });
}
