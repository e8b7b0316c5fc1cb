/**
 * Who asked not to be told what comes is asked so again: this browser keeps, by table, how far somebody has seen, so that
 * a reload or another visit spoils nothing.
 */

const KEY = "matchledger/unspoilt/";

/**
 * @param {string} table
 * @param {Pick<Storage, "getItem">} storage
 * @returns {number | null} how far a reader has seen who asked to be told no more; null for all others
 */
export function seenOf(table, storage) {
  const seen = /^[1-9]\d{0,8}$/.exec(storage.getItem(KEY + table) ?? "");
  return seen && Number(seen[0]);
}

export class Sparing {
  /**
   * @param {Pick<import("./stepper.js").Stepper, "unspoilt" | "furthest" | "header">} stepper
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   */
  constructor(stepper, storage) {
    this.stepper = stepper;
    this.storage = storage;
    this.key = KEY + stepper.header.table;
    const seen = seenOf(stepper.header.table, storage);
    if (seen === null) return;
    stepper.unspoilt = true;
    stepper.furthest = Math.max(stepper.furthest, Math.min(seen, stepper.header.n));
    this.keep();
  }

  /** Tell no more than was seen, or all again. */
  turn() {
    this.stepper.unspoilt = !this.stepper.unspoilt;
    this.keep();
  }

  /** Remember how far it was seen. */
  keep() {
    const seen = this.stepper.unspoilt ? `${this.stepper.furthest}` : "";
    try {
      if ((this.storage.getItem(this.key) ?? "") !== seen) this.storage.setItem(this.key, seen);
    } catch {
      // a browser that keeps no more: known as long as the page is
    }
  }
}
