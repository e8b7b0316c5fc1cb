/**
 * What happened is shown as it happened: fact by fact, each entry within its time. Whoever acts is never kept waiting:
 * the choice stands in the dock at once, and any input ends the show. A press ends it where it becomes a click: what the
 * table looks like by then lies elsewhere, and a button that goes from under a finger takes no click.
 */

import { finish, mayMove, oneByOne, sliding } from "../motion/slide.js";

/** @typedef {import("../board/types.js").Picture} Picture */
/** @typedef {import("./past.js").Past} Past */
/** @typedef {import("./scenes.js").TableScene} TableScene */

const SHOWN = 3; // entries; of more only the last ones
const PATIENCE = 600; // ms until what did not come is not waited for
const CLICK = 400; // ms after a press in which its click comes, if it becomes one

export class Unfolding {
  /** @type {Picture | null} what is shown on the way to the present */ picture = null;
  #turn = 0;
  #from = 0;
  #pressed = false;
  /** @type {any} */ #ending;

  /**
   * @param {Element} root
   * @param {() => void} draw
   */
  constructor(root, draw) {
    this.root = root;
    this.draw = draw;
  }

  /**
   * Show how the table came from one scene to the next.
   *
   * @param {TableScene} before
   * @param {TableScene} now
   * @param {Past} past
   */
  async show(before, now, past) {
    const goesOn = this.picture !== null;
    this.#turn += 1;
    const mine = this.#turn;
    if (this.#pressed) return;
    if (!mayMove() || before.picture === null || now.picture === null || before.viewer !== now.viewer) {
      this.picture = null;
      return;
    }
    if (!goesOn) this.#from = before.n;
    this.picture ??= before.picture;
    const entries = await soon(past.between(this.#from, now.n));
    for (const [place, frames] of entries.slice(-SHOWN).entries()) {
      const shown = frames.filter(({ picture }) => picture !== null);
      if (
        !(await oneByOne(
          this.root,
          shown,
          (frame) => this.#put(frame),
          () => mine === this.#turn,
        ))
      )
        return;
      this.#from = now.n - Math.min(SHOWN, entries.length) + place + 1;
    }
    if (mine === this.#turn) await sliding(this.root, () => this.#present());
  }

  /**
   * Let whatever somebody does end the show.
   *
   * @param {EventTarget} page
   */
  heed(page) {
    const on = (/** @type {string} */ input, /** @type {() => void} */ then) =>
      page.addEventListener(input, then, { capture: true, passive: true });
    for (const input of ["keydown", "wheel", "click"]) on(input, () => this.end());
    on("pointerdown", () => this.#hold());
    for (const input of ["pointerup", "pointercancel"])
      on(input, () => {
        clearTimeout(this.#ending);
        this.#ending = setTimeout(() => this.end(), CLICK);
      });
  }

  /** Nothing changes its place as long as it is pressed. */
  #hold() {
    clearTimeout(this.#ending);
    this.#pressed = true;
    this.#turn += 1;
    finish();
  }

  /** Show the table as it is now. */
  end() {
    clearTimeout(this.#ending);
    this.#pressed = false;
    finish();
    if (this.picture === null) return;
    this.#turn += 1;
    this.#present();
  }

  /** @param {import("../frames/frames.js").Frame} frame */
  #put(frame) {
    this.picture = frame.picture;
    this.draw();
  }

  #present() {
    this.picture = null;
    this.draw();
  }
}

/**
 * @template T
 * @param {Promise<T[]>} coming
 * @returns {Promise<T[]>} nothing if it does not come soon, or not at all: then the table goes there in one step
 */
function soon(coming) {
  const late = new Promise((done) => setTimeout(() => done([]), PATIENCE));
  return Promise.race([coming.catch(() => []), /** @type {Promise<T[]>} */ (late)]);
}
