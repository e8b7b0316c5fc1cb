/** To show others a moment: a link that leads to it, and its picture, copied or saved. */

import { say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { save } from "./browser.js";
import { shown } from "./dialogs.js";
import { copied, drawnBy, png } from "./picture.js";
import { link } from "./place.js";
import { viewerName } from "./viewers.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {{address: string, name: string, isDrawn: boolean}} Moment where a picture is, and what its file is called */

/**
 * Ask what to do with this moment.
 *
 * @param {Review} review
 */
export function sharing(review) {
  const moment = pictureOf(review);
  const { frame, viewer } = review.stepper;
  const address = new URL(link(frame.address, viewer), location.href).href; // the bar may have it a little later
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  const press = (/** @type {string} */ label, /** @type {() => Promise<unknown>} */ act, /** @type {string} */ done) =>
    html`<button class="button" type="button" @click=${async () => tell(dialog, await outcome(act, done))}>${label}</button>`;
  const copy = press(say("Copy link"), () => copyText(address, dialog), say("The link is copied."));
  const title = say("Show this moment to others");
  dialog = shown(
    title,
    html`<h2>${title}</h2>
      <label>${say("Link")} <input readonly .value=${address} @focus=${select} /></label>
      ${
        moment === null
          ? html`<p class="none">${say("Nothing is dealt yet.")}</p>`
          : html`<img class="moment" src=${moment.address} alt=${say("The board of this moment")} />`
      }
      <div class="shares">${copy}${moment === null ? nothing : pictures(moment, press)}</div>
      <p class="hint" role="status"></p>
      <form method="dialog"><button class="button is-primary" type="submit">${say("Close")}</button></form>`,
  );
}

/**
 * @param {Review} review
 * @returns {Moment | null} nothing before the deal
 */
function pictureOf({ stepper, root }) {
  const { frame, header, viewer } = stepper;
  if (frame.picture === null) return null;
  const drawn = drawnBy(stepper, root.clientWidth);
  const caption = `#${frame.address} · ${viewerName(viewer, header.seats)}`;
  const name = [header.table, frame.address, viewer.replaceAll(":", "").replaceAll(",", "-")].join(".");
  return { address: drawn ?? copied(root, caption), name, isDrawn: drawn !== null };
}

/**
 * @param {Moment} moment
 * @param {(label: string, act: () => Promise<unknown>, done: string) => unknown} press
 */
function pictures({ address, name, isDrawn }, press) {
  const copy = press(say("Copy picture"), () => copyPicture(address), say("The picture is copied."));
  const saved = async () => save(`${name}.png`, await png(address));
  return html`${canCopyPictures() ? copy : nothing} ${press(say("Save as PNG"), saved, say("The picture is saved."))}
    ${isDrawn ? html`<a class="button" href=${address} download="${name}.svg">${say("Save as SVG")}</a>` : nothing}`;
}

/**
 * @param {() => Promise<unknown>} act
 * @param {string} done
 * @returns {Promise<string>} what came of it
 */
async function outcome(act, done) {
  try {
    await act();
    return done;
  } catch (error) {
    return say("The browser did not do it: {why}", { why: error instanceof Error ? error.message : `${error}` });
  }
}

/**
 * @param {HTMLDialogElement | undefined} dialog
 * @param {string} text
 */
function tell(dialog, text) {
  const status = dialog?.querySelector("[role=status]");
  if (status) status.textContent = text;
}

/** @param {FocusEvent} event */
function select(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}

/**
 * Copy a text; a page that is no secure context has no clipboard, and copies what is selected instead.
 *
 * @param {string} text
 * @param {HTMLDialogElement | undefined} dialog whose field holds the text
 */
async function copyText(text, dialog) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  dialog?.querySelector("input")?.select();
  if (!document.execCommand("copy")) throw new Error(text);
}

/** @returns {boolean} */
function canCopyPictures() {
  return "ClipboardItem" in globalThis && navigator.clipboard !== undefined;
}

/** @param {string} address */
async function copyPicture(address) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png(address) })]); // made within the press of a key
}
