/** What the review asks of the browser itself: a file to save, a file to read, a place to keep notes. */

const AGAIN = 1_000; // ms until the address bar is written anew

/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** @typedef {Pick<Storage, "getItem" | "setItem"> & {isFleeting?: boolean}} Kept fleeting if gone with the page */

/**
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Write in the address bar where the reader stands. Browsers refuse it, loudly or silently, to whoever writes there a
 * hundred times in some seconds, as a key held down does: then it is written a little later.
 *
 * @param {string} place
 */
export function addressed(place) {
  clearTimeout(later);
  try {
    history.replaceState(history.state, "", place);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  if (location.hash !== place) later = setTimeout(addressed, AGAIN, place);
}

/**
 * @param {Map<string, string>} instead
 * @returns {Kept} the browser's storage, or one for as long as the page lives
 */
export function storageOr(instead) {
  try {
    return globalThis.localStorage;
  } catch {
    return {
      isFleeting: true,
      getItem: (/** @type {string} */ key) => instead.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => void instead.set(key, value),
    };
  }
}
