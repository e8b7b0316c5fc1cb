/**
 * Keys of a page: each does one thing and says which, so that the list of keys is made of what is really bound.
 *
 * Keys of a single character can be switched off, as whoever dictates would press them by speaking (WCAG 2.2, 2.1.4);
 * in fields for text they are text.
 */

/**
 * @typedef {object} Key
 * @property {string} key as in `KeyboardEvent.key`; a letter in either case, unless another key is that very letter
 * @property {string} label what it does, in the page's language
 * @property {() => void} act
 * @property {() => boolean} [when] whether it does anything now; otherwise the browser has the key
 */

/**
 * @typedef {object} Choice
 * @property {AbortSignal} [signal] ends it
 * @property {() => boolean} [characters] whether keys of a single character are on
 */

const FIELDS =
  "input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/**
 * Let keys act while the focus is inside an element.
 *
 * @param {EventTarget} target
 * @param {readonly Key[]} keys the first that fits acts
 * @param {Choice} [choice]
 */
export function bind(target, keys, { signal, characters = () => true } = {}) {
  /** @param {Event} event */
  const press = (event) => {
    const pressed = /** @type {KeyboardEvent} */ (event);
    if (!meant(pressed, characters())) return;
    const on = keys.filter(({ when }) => when?.() ?? true);
    const found = on.find(({ key }) => key === pressed.key) ?? on.find(({ key }) => sameLetter(key, pressed.key));
    if (found === undefined) return;
    pressed.preventDefault();
    found.act();
  };
  target.addEventListener("keydown", press, signal ? { signal } : {});
}

/**
 * @param {KeyboardEvent} pressed
 * @param {boolean} characters
 * @returns {boolean} whether this press is for the page, not for the browser, an input method or a field
 */
function meant(pressed, characters) {
  if (pressed.defaultPrevented || pressed.isComposing || pressed.ctrlKey || pressed.altKey || pressed.metaKey)
    return false;
  const within = /** @type {any} */ (pressed.target)?.closest?.(FIELDS) ?? null;
  if (within !== null) return pressed.key === "Escape";
  return characters || pressed.key.length > 1;
}

/**
 * @param {string} key
 * @param {string} pressed
 * @returns {boolean}
 */
function sameLetter(key, pressed) {
  return key.length === 1 && key.toLowerCase() === pressed.toLowerCase();
}
