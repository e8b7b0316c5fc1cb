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

/** What was asked for and is asked about once more. @type {"" | "concede" | "leave"} */
let sure = "";
/** Why what was asked for was not done, such as to leave the seat. */
let trouble = "";

/**
 * Open the menu of a table as if for the first time: a question that was left open is asked anew.
 *
 * @param {Play} play
 */
export function showMenu(play) {
  sure = "";
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
    ${conceding(play)} ${scene.acts ? leaving(play) : nothing}
    ${trouble === "" ? nothing : html`<p role="alert">${trouble}</p>`}`;
}

/**
 * @param {Play} play
 * @param {Setting} name
 */
function toggle(play, name) {
  const change = async (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const on = box.checked;
    const refused =
      name === "notifications" && on && (await globalThis.Notification?.requestPermission()) !== "granted";
    set(name, on && !refused);
    box.checked = on && !refused;
    trouble = refused ? say("This browser allows the page no notifications.") : "";
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
  const yes = () => {
    sure = "";
    trouble = "";
    play.acting.take({ type: "clear" });
    if (play.act(concede.tag, {}, true)) return;
    trouble = say("Something else is still under way.");
    play.dialogs.draw();
  };
  return askedTwice(play, "concede", concede.label, {
    ask: say("Really give up? This cannot be taken back."),
    no: say("No, play on"),
    yes: say("Yes, I give up"),
    act: yes,
  });
}

/**
 * Whoever leaves a seat before the end may be the only one who could play on there.
 *
 * @param {Play} play
 */
function leaving(play) {
  const label = say("Leave this browser's seat");
  if (!["open", "running"].includes(play.scene?.status ?? ""))
    return html`<button type="button" class="button" @click=${() => gone(play)}>${label}</button>`;
  return askedTwice(play, "leave", label, {
    ask: say("Only the link of this seat leads back to it. Without that link nobody plays on here for you."),
    no: say("No, stay"),
    yes: say("Yes, leave the seat"),
    act: () => gone(play),
  });
}

/**
 * @param {Play} play
 * @param {"concede" | "leave"} what
 * @param {string} label
 * @param {{ask: string, no: string, yes: string, act: () => void}} said
 */
function askedTwice(play, what, label, { ask, no, yes, act }) {
  const grave = what === "concede" ? "is-grave" : "";
  const turn = (/** @type {typeof sure} */ to) => () => {
    sure = to;
    play.dialogs.draw();
  };
  if (sure !== what) return html`<button type="button" class="button ${grave}" @click=${turn(what)}>${label}</button>`;
  return html`<div class="sure" role="group" aria-label=${label}>
    <p>${ask}</p>
    <button type="button" class="button" @click=${turn("")}>${no}</button>
    <button type="button" class="button is-grave" @click=${once(act)}>${yes}</button>
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
