/** What a tab keeps over a reload: its `sessionStorage`. Where a browser allows none, it lasts as long as the page. */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept */

/** @returns {Kept} that never throws: who blocks cookies has no storage either, and may still watch */
export function visit() {
  const kept = new Map();
  /** @type {<T>(work: (storage: Storage) => T) => T | null} */
  const tried = (work) => {
    try {
      return work(sessionStorage);
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => tried((storage) => storage.getItem(key)) ?? kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value);
      tried((storage) => storage.setItem(key, value));
    },
    removeItem: (key) => {
      kept.delete(key);
      tried((storage) => storage.removeItem(key));
    },
  };
}
