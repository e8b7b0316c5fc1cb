/**
 * Whether a tap or a key was meant for what stands there now.
 *
 * An answer may bring the next button to the very place of the last one, and another tab may change the table under a
 * finger. So what acts takes only a press that began when what it acts on had been in sight for a while, never the
 * second of a double click whose first did something, and never a key that is held down. Who pressed too early is told.
 */

const WHILE = 400; // ms in sight; a hand that has seen something new comes later
const PRESSED = new Set(["Enter", " "]);
const ENDS = ["pointerup", "pointercancel", "keyup"];
const WRITTEN = "textarea, input, select, [contenteditable]";

/**
 * @typedef {object} World what it stands on, so that tests need neither time nor a page
 * @property {EventTarget} page where presses come by, and `visibilitychange`
 * @property {(then: () => void) => void} painted calls after the next picture, which a page out of sight never has
 * @property {(then: () => void, ms: number) => any} after
 * @property {(timer: any) => void} forget
 * @property {() => boolean} seen whether the page is in sight
 */

/** @returns {World} */
export function browser() {
  return {
    page: document,
    painted: (then) => requestAnimationFrame(then),
    after: (then, ms) => setTimeout(then, ms),
    forget: (timer) => clearTimeout(timer),
    seen: () => document.visibilityState === "visible",
  };
}

export class Meant {
  /** What is shown now, by a name that changes with it. */
  #shown = "";
  /** Counts what was shown, so that what comes too late is known. */
  #turn = 0;
  #settled = false;
  /** The turn that had settled when the last press began; -1 if none had. */
  #began = -1;
  #pressed = false;
  /** @type {any} */ #ending;
  #first = true;
  /** Whether the last click was taken as meant: the second of a double click after it is not. */
  #taken = false;
  #missed = false;
  /** @type {any} */ #timer;

  /**
   * @param {() => void} settled it has been in sight for long enough, or somebody pressed too early
   * @param {World} [world]
   */
  constructor(settled, world = browser()) {
    this.settledNow = settled;
    this.world = world;
    const early = { capture: true };
    world.page.addEventListener("pointerdown", () => this.#begin(), early);
    world.page.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)), early);
    world.page.addEventListener("click", (event) => this.#click(/** @type {MouseEvent} */ (event)), early);
    for (const end of ENDS) world.page.addEventListener(end, () => this.#end(), early);
    world.page.addEventListener("visibilitychange", () => this.#look());
  }

  /** @returns {boolean} whether what is shown has been in sight long enough to be acted on */
  get settled() {
    return this.#settled;
  }

  /** @returns {boolean} whether the press that comes by just now is meant for what is shown */
  get now() {
    return this.#first && this.#settled && this.#began === this.#turn;
  }

  /** @returns {boolean} whether somebody pressed too early what is shown now, and has not pressed again */
  get missed() {
    return this.#missed;
  }

  /** @returns {boolean} whether the press is meant; who made one that is not is told so */
  heed() {
    if (this.#missed === this.now) {
      this.#missed = !this.now;
      this.settledNow();
    }
    return this.now;
  }

  /**
   * Say what is shown; nothing begins anew as long as it is the same.
   *
   * @param {string} what
   */
  show(what) {
    if (what === this.#shown) return;
    this.#shown = what;
    this.#look();
  }

  /**
   * @param {() => void} act
   * @returns {() => void} that does it where it is meant
   */
  only(act) {
    return () => (this.heed() ? act() : undefined);
  }

  /** From now on it is looked at. */
  #look() {
    this.world.forget(this.#timer);
    this.#turn += 1;
    this.#settled = false;
    this.#missed = false;
    const turn = this.#turn;
    const settle = () => {
      if (turn !== this.#turn || !this.world.seen()) return;
      this.#settled = true;
      this.settledNow();
    };
    this.world.painted(() => {
      if (turn === this.#turn) this.#timer = this.world.after(settle, WHILE);
    });
  }

  #begin() {
    this.#began = this.#settled ? this.#turn : -1;
    this.world.forget(this.#ending);
    this.#pressed = true;
    this.#first = true;
  }

  /** A key or a finger is up: once its click has had its chance, the press is over, also where none came of it. */
  #end() {
    this.world.forget(this.#ending);
    this.#ending = this.world.after(() => {
      this.#pressed = false;
    }, WHILE);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!event.repeat) this.#begin();
    else if (PRESSED.has(event.key) && !(/** @type {any} */ (event.target)?.closest?.(WRITTEN))) event.preventDefault();
  }

  /** @param {MouseEvent} event of assistive technology it is all that comes of a press */
  #click(event) {
    if (!this.#pressed) this.#begin();
    this.#pressed = false;
    this.#first = event.detail <= 1 || !this.#taken;
    this.#taken = this.now;
  }
}
