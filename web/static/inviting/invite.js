/** Links by which somebody takes a seat, as text and as a picture for another phone's camera. */

import { say } from "../base/words.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";
import { modules } from "./qr.js";

/** @typedef {{seat: number, join: string}} Invitation the code of a seat, as the page that opened the table keeps it */

const KEY = "matchledger/invitations/";
const LONGEST = 64; // characters of a code, and more
const QUIET = 4; // modules around a code: ISO/IEC 18004, 6.3.8

/**
 * @param {string} table
 * @returns {Invitation[]} what whoever opened the table in this browser may hand out
 */
export function invitations(table) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + table) ?? "[]");
    return Array.isArray(found)
      ? found.filter((one) => typeof one?.join === "string" && one.join.length <= LONGEST)
      : [];
  } catch {
    return []; // no storage, or not ours
  }
}

/**
 * Keep what may be handed out, for the page of the table.
 *
 * @param {string} table
 * @param {Invitation[]} given
 */
export function keepInvitations(table, given) {
  try {
    localStorage.setItem(KEY + table, JSON.stringify(given));
  } catch {
    // a browser that keeps nothing: the links stand on the page that opened the table
  }
}

/** @param {string} table that has begun: its codes open nothing any more */
export function forgetInvitations(table) {
  try {
    localStorage.removeItem(KEY + table);
  } catch {
    // then there are none either
  }
}

/**
 * @param {string} table
 * @param {Invitation | null} one nothing for a seat that is open to whoever comes
 * @param {import("./copying.js").Copying} copying
 */
export function invitation(table, one, copying) {
  const link = `${location.origin}/t/${encodeURIComponent(table)}${one === null ? "" : `#join=${encodeURIComponent(one.join)}`}`;
  const copy = (/** @type {Event} */ event) => copying.copy(link, event);
  return html`<div class="invitation">
    ${qrCode(link)}
    <label><span>${say("Link for inviting")}</span><input readonly .value=${link} /></label>
    <button type="button" class="button" @click=${copy}>${copying.label(link, say("Copy link"))}</button>
  </div>`;
}

/** @param {string} text */
export function qrCode(text) {
  const rows = modules(text);
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${say("The link as a QR code")}>
    ${svg`<rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path>`}
  </svg>`;
}
