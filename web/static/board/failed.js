/** What stands in the place of a page that cannot be shown: why, and the ways on. */

import { say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { button } from "./frame.js";

/**
 * @param {string} why
 * @param {import("./frame.js").Button[]} ways what may help; the start page is always one
 * @param {string} [more] what else there is to say
 */
export function failed(why, ways, more = "") {
  return html`<div class="failed" role="alert"><h1>${why}</h1>${more === "" ? nothing : html`<p>${more}</p>`}
    <p class="buttons">${ways.map(button)}<a class="button" href="/">${say("To the start page")}</a></p></div>`;
}
