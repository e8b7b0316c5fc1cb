/**
 * What is done at the desk, or at a tournament: sent once, whatever becomes of the answer, the connection or the page.
 *
 * A deed is stored with its idempotency key before it is sent, and forgotten when the service has said what became of it;
 * until then it is asked again, with the same key, also after a reload. The storage is the tab's own; it never holds a
 * credential.
 */

import { isUndecided, newKey, Problem } from "../base/api.js";

/** @typedef {{path: string, body: any, match?: string, key: string}} Deed */
/** @typedef {import("../choosing/sending.js").Storage} Storage */

const PLACE = "matchledger/desk";
const LONGEST = 8; // seconds between two times that the same thing is asked

/**
 * @typedef {object} World what deeds stand on, so that tests need no time and no network
 * @property {(path: string, asking: {body: any, key: string, match?: string}) => Promise<{body: any}>} ask
 * @property {Storage} storage
 * @property {string} [place] where in it
 * @property {(seconds: number) => Promise<void>} wait
 * @property {() => void} changed the state is another one
 */

export class Deeds {
  /** @type {"idle" | "sending" | "unknown"} */ state = "idle";
  /** Ask no more what became of it: what the case says then is all there is to know. */
  drop = () => {};

  /** @param {World} world */
  constructor(world) {
    this.world = world;
    this.place = world.place ?? PLACE;
  }

  /** @returns {Deed | null} what nobody knows the end of, from before a reload */
  pending() {
    try {
      const found = JSON.parse(this.world.storage.getItem(this.place) ?? "null");
      return typeof found?.key === "string" && typeof found.path === "string" ? found : null;
    } catch {
      return null; // not ours
    }
  }

  /**
   * Do something once; raises `Problem` if the service says no.
   *
   * @param {string} path
   * @param {any} body
   * @param {string} [match] the table's last entry that was seen
   * @returns {Promise<any>} what the service answers
   */
  send(path, body, match) {
    return this.#settle({ path, body, key: newKey(), ...(match === undefined ? {} : { match }) });
  }

  /** @returns {Promise<any> | null} what became of the deed from before a reload; nothing if there is none */
  again() {
    const deed = this.pending();
    return deed === null ? null : this.#settle(deed);
  }

  /** @param {Deed} deed */
  async #settle({ path, ...sent }) {
    this.world.storage.setItem(this.place, JSON.stringify({ path, ...sent }));
    this.#become("sending");
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return (await this.world.ask(path, sent)).body;
        } catch (error) {
          if (!isUndecided(error)) throw error;
          this.#become("unknown");
          const asked = error instanceof Problem ? (error.after ?? 0) : 0;
          const wait = this.world.wait(Math.max(asked, Math.min(LONGEST, tries)));
          const goesOn = await Promise.race([wait.then(() => true), this.#dropped()]);
          if (!goesOn) throw error;
        }
      }
    } finally {
      this.world.storage.removeItem(this.place);
      this.#become("idle");
    }
  }

  /** @returns {Promise<false>} that whoever works here asks no more */
  #dropped() {
    return new Promise((done) => {
      this.drop = () => done(false);
    });
  }

  /** @param {"idle" | "sending" | "unknown"} state */
  #become(state) {
    this.state = state;
    this.world.changed();
  }
}
