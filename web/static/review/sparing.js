/**
 * Who asked not to be told what comes is asked so again: this browser keeps, by table, how far somebody has seen, so that
 * a reload or another visit spoils nothing.
 */

const KEY = "matchledger/unspoilt/";

export class Sparing {
  /**
   * @param {Pick<import("./stepper.js").Stepper, "unspoilt" | "furthest" | "header">} stepper
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   */
  constructor(stepper, storage) {
    this.stepper = stepper;
    this.storage = storage;
    this.key = KEY + stepper.header.table;
    const seen = /^[1-9]\d{0,8}$/.exec(storage.getItem(this.key) ?? "");
    if (seen === null) return;
    stepper.unspoilt = true;
    stepper.furthest = Math.max(stepper.furthest, Math.min(Number(seen[0]), stepper.header.n));
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
