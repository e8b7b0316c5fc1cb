/** What stands beside the board: the story and the card that is read; and the list of keys. */

import { say } from "../../base/words.js";
import { story } from "../../board/frame.js";
import { reader } from "../../board/reader.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { keysOf } from "../keys.js";
import { entryOf, sinceOwn } from "../scenes.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../scenes.js").TableScene} TableScene */

const STEPS = 2; // sentences of a recap: fewer are read at a glance

/**
 * @param {Play} play
 * @param {import("../scenes.js").TableScene} scene
 * @param {import("../../board/types.js").Pick | null} looked
 * @returns what happened since one's last decision, or the whole story as far as it is looked at
 */
export function rail(play, scene, looked) {
  const told = play.scenes.story;
  const shown = play.past?.frame ?? null;
  const now = shown ? told.filter((one) => entryOf(one) <= shown.n) : told;
  const fresh = sinceOwn(told, scene.seat);
  const some = scene.seat !== null && shown === null && fresh.length > 0 && fresh.length < told.length;
  return html`<h2>${some ? say("Since your last decision") : say("Story")}</h2>
    ${story(some ? fresh : now)} ${looked ? reader(looked) : nothing}`;
}

/**
 * @param {Play} play
 * @returns {import("../../base/dialog.js").Sheet}
 */
export function keySheet(play) {
  const line = (/** @type {{key: string, label: string}} */ { key, label }) =>
    html`<div><dt><kbd>${key}</kbd></dt><dd>${label}</dd></div>`;
  const read = { key: "i", label: say("read the card in focus") };
  return {
    name: "keys",
    title: say("Keys"),
    body: () => html`<dl class="keys">${[...keysOf(play), read].map(line)}</dl>`,
  };
}

/**
 * @param {import("../../board/types.js").Pick} pick
 * @param {() => void} close
 * @returns what is read, large, where there is no room beside the board
 */
export function large(pick, close) {
  return html`<div class="reading">
    <button type="button" class="button is-quiet" @click=${close}>${say("Close")}</button>${reader(pick)}
  </div>`;
}

/**
 * @param {Play} play
 * @param {TableScene} scene
 * @returns {import("../../board/frame.js").Button[]} a way to see step by step what happened while nobody looked
 */
export function recapButton(play, scene) {
  const { story: told } = play.scenes;
  const fresh = sinceOwn(told, scene.seat);
  const some = scene.seat !== null && fresh.length > STEPS && fresh.length < told.length;
  return some ? [{ label: say("What happened?"), press: () => play.recap() }] : [];
}
