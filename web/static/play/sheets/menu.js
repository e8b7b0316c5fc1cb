/** The menu: what is done seldom, and settings. */

import { Problem } from "../../base/api.js";
import { leave } from "../../base/session.js";
import { OTHER, onlyWatches, show } from "../../base/standing.js";
import { told } from "../../base/telling.js";
import { message, say } from "../../base/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { once } from "../choice.js";
import { isSet, set } from "../settings.js";
import { showCalls } from "./calls.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../settings.js").Setting} Setting */

/** @type {Record<Setting, string>} */
const LABELS = {
  oneTap: message("One tap plays a card, never one that gives something up"),
  sound: message("A sound when it is your turn"),
  vibration: message("Vibrate when it is your turn"),
  notifications: message("Notify me when it is my turn and the page is hidden"),
  noCharacterKeys: message("No keys of a single letter"),
};

let sure = false;
/** Why the seat was not left. */
let trouble = "";

/**
 * Open the menu of a table as if for the first time: a question that was left open is asked anew.
 *
 * @param {Play} play
 */
export function showMenu(play) {
  sure = false;
  trouble = "";
  play.dialogs.show({ name: "menu", title: say("Menu"), body: () => menu(play) });
}

/**
 * @param {Play} play
 * @returns the menu of a table
 */
function menu(play) {
  const { scene } = play;
  if (scene === null) return nothing;
  const link = (/** @type {string} */ href, /** @type {string} */ label) =>
    html`<a class="button" href=${href}>${label}</a>`;
  const plain = (/** @type {string} */ label, /** @type {() => void} */ press) =>
    html`<button type="button" class="button" @click=${press}>${label}</button>`;
  const began = scene.began !== null;
  const back = () => {
    play.dialogs.close();
    play.look(-1);
  };
  return html`<div class="menu">
      ${began ? plain(say("Look back"), back) : nothing}
      ${play.scenes.story.length > 0 ? plain(say("The story so far"), () => play.showStory()) : nothing}
      ${began ? link(`/t/${scene.table}/review`, say("Review")) : nothing}
      ${began ? link(`/api/v1/tables/${scene.table}/record`, say("Download the record")) : nothing}
      ${settable(scene).map((one) => plain(one.label, () => play.showSetting(one)))}
      ${plain(say("How to play"), () => play.showHelp())} ${plain(say("Keys"), () => play.showKeys())}
      ${onlyWatches() ? link(`/t/${scene.table}`, say("Back to the seat of this browser")) : nothing}
      ${scene.acts && began && !scene.hints ? plain(say("Call an arbiter"), () => showCalls(play)) : nothing}
      ${play.seating.share()} ${link("/", say("All tables"))}
    </div>
    <fieldset class="settings"><legend>${say("Settings of this browser")}</legend>
      ${Object.keys(LABELS).map((name) => toggle(play, /** @type {Setting} */ (name)))}
    </fieldset>
    ${conceding(play)} ${scene.acts ? plain(say("Leave this browser's seat"), () => gone(play)) : nothing}
    ${trouble === "" ? nothing : html`<p role="alert">${trouble}</p>`}`;
}

/**
 * @param {Play} play
 * @param {Setting} name
 */
function toggle(play, name) {
  const change = async (/** @type {Event} */ event) => {
    const on = /** @type {HTMLInputElement} */ (event.target).checked;
    const refused =
      name === "notifications" && on && (await globalThis.Notification?.requestPermission()) !== "granted";
    set(name, on && !refused);
    if (name === "oneTap") play.acting.take({ type: "oneTap", oneTap: on });
    if (name === "sound" && on) play.alerts.sound();
    play.dialogs.draw();
  };
  return html`<label class="setting"><input type="checkbox" .checked=${isSet(name)} @change=${change} /> ${say(LABELS[name])}</label>`;
}

/** @param {import("../scenes.js").TableScene} scene */
function settable(scene) {
  return scene.acts && scene.status === "running" ? scene.anytime.filter(({ form }) => form !== undefined) : [];
}

/**
 * Giving up is asked twice, whatever is set.
 *
 * @param {Play} play
 */
function conceding(play) {
  const { scene } = play;
  const concede =
    scene?.acts && scene.status === "running" ? scene.anytime.find(({ tag }) => tag === "concede") : undefined;
  if (!concede) return nothing;
  const ask = (/** @type {boolean} */ asked) => () => {
    sure = asked;
    play.dialogs.draw();
  };
  if (!sure) return html`<button type="button" class="button is-grave" @click=${ask(true)}>${concede.label}</button>`;
  const yes = () => {
    sure = false;
    play.acting.take({ type: "clear" });
    play.act(concede.tag, {}, true);
  };
  return html`<div class="sure" role="group" aria-label=${concede.label}>
    <p>${say("Really give up? This cannot be taken back.")}</p>
    <button type="button" class="button" @click=${ask(false)}>${say("No, play on")}</button>
    <button type="button" class="button is-grave" @click=${once(yes)}>${say("Yes, I give up")}</button>
  </div>`;
}

/** @param {Play} play */
async function gone(play) {
  try {
    await leave(play.table);
  } catch (error) {
    if (error instanceof Problem && error.code === OTHER) return; // which is said already
    trouble = told(error);
    play.dialogs.draw();
    return;
  }
  show(null);
  location.reload();
}
