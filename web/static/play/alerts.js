/** Telling somebody who looks elsewhere that it is their turn: only as they have set it. */

import { say } from "../base/words.js";
import { isSet } from "./settings.js";

/** @typedef {import("./scenes.js").TableScene} TableScene */

const TONE = 660; // Hz
const LASTS = 0.18; // seconds
const BUZZ = 80; // ms

export class Alerts {
  /** @type {AudioContext | null} */ #audio = null;

  /**
   * @param {TableScene} scene
   * @returns {string} the title of the page: a tab in the background says whose turn it is
   */
  title(scene) {
    const mark = scene.decision === null ? "" : `● ${say("Your turn")} · `;
    return `${mark}${scene.title} · Matchledger`;
  }

  /** @param {TableScene} scene it is the viewer's turn now */
  turn(scene) {
    if (isSet("sound")) this.sound();
    if (isSet("vibration")) navigator.vibrate?.(BUZZ);
    if (!isSet("notifications") || document.visibilityState === "visible") return;
    if (globalThis.Notification?.permission !== "granted") return;
    try {
      new Notification(scene.title, { body: scene.picture?.prompt ?? say("Your turn"), tag: scene.table });
    } catch {
      // a phone's browser that shows none from a page
    }
  }

  /** Sound one short tone; a browser that wants a touch first stays silent. */
  sound() {
    this.#audio ??= new AudioContext();
    const [tone, loudness] = [this.#audio.createOscillator(), this.#audio.createGain()];
    const now = this.#audio.currentTime;
    tone.frequency.value = TONE;
    loudness.gain.setValueAtTime(0.15, now);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + LASTS);
    tone.connect(loudness).connect(this.#audio.destination);
    tone.start(now);
    tone.stop(now + LASTS);
  }
}
