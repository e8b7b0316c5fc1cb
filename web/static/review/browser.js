/** What the review asks of the browser itself: the clipboard, a file to save, a place to keep notes. */

/** @typedef {Pick<Storage, "getItem" | "setItem">} Kept */

/** Put the address of this very moment where the reader can paste it. */
export async function copyLink() {
  await navigator.clipboard?.writeText(location.href);
}

/**
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
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
      getItem: (/** @type {string} */ key) => instead.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => void instead.set(key, value),
    };
  }
}
