/** The two questions of the review: where to go, and which keys there are. */

import { say } from "../base/words.js";
import { legend } from "../board/timeline.js";
import { html, render, svg } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("./keys.js").Bound} Bound */

/**
 * @param {string} name
 * @param {unknown} content
 * @returns {HTMLDialogElement} open, and gone once it is closed
 */
export function shown(name, content) {
  const dialog = document.createElement("dialog");
  dialog.className = "asked";
  dialog.setAttribute("aria-label", name);
  render(content, dialog);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

/** @param {(typed: string) => boolean} go returns whether the place is known */
export function asking(go) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("place"));
    input.setCustomValidity(go(input.value) ? "" : say("There is no such place."));
    if (!form.reportValidity()) event.preventDefault();
  };
  const typing = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).setCustomValidity("");
  shown(
    say("go to an entry or a turn"),
    html`<form method="dialog" @submit=${submit}>
      <label>${say("Entry (41), fact (41.3) or turn (turn 5)")}
        <input name="place" autocomplete="off" autofocus @input=${typing} /></label>
      <button class="button is-primary" type="submit">${say("Go")}</button>
    </form>`,
  );
}

/** @param {string} kind @param {string} drawn */
const drawnAs = (kind, drawn) => svg`<path class="tl-${kind}" d=${drawn} />`;

/** @param {Bound[]} keys */
export function helping(keys) {
  const dialog = shown(
    say("Keys"),
    html`<h2>${say("Keys")}</h2>
      <dl class="keys">
        ${keys.map(({ shown: key, label }) => html`<div><dt><kbd>${key}</kbd></dt><dd>${label}</dd></div>`)}
      </dl>
      <h2>${say("Signs")}</h2>
      <dl class="keys is-signs">
        ${legend().map(({ kind, drawn, label }) => html`<div><dt><svg viewBox="0 0 24 24" aria-hidden="true">${drawnAs(kind, drawn)}</svg></dt><dd>${label}</dd></div>`)}
      </dl>
      <form method="dialog"><button class="button is-primary" type="submit">${say("Close")}</button></form>`,
  );
  dialog.focus();
  dialog.scrollTop = 0;
}
