/** Fields of the desk: a label above what is typed or chosen, and a value that goes where it belongs. */

import { say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @param {Event} event @returns {string} */
const typedIn = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/**
 * @param {string} label
 * @param {Record<string, string>} table codes with what people call them
 * @param {string} chosen
 * @param {(code: string) => void} choose
 * @param {{always?: boolean}} [more] `always`: what is chosen at first is in the table too, under no code
 */
export function choice(label, table, chosen, choose, { always = false } = {}) {
  return html`<label class="field"><span>${label}</span>
    <select .value=${chosen} @change=${(/** @type {Event} */ event) => choose(typedIn(event))}>
      ${chosen === "" && !always ? html`<option value="" selected>${say("Choose …")}</option>` : ""}
      ${Object.entries(table).map(
        ([code, words]) => html`<option value=${code} ?selected=${code === chosen}>${words}</option>`,
      )}
    </select></label>`;
}

/**
 * @param {string} label
 * @param {string} value
 * @param {(typed: string) => void} type
 * @param {{mode?: string, list?: string, most?: number}} [more]
 */
export function line(label, value, type, { mode = "text", list = "", most = 80 } = {}) {
  return html`<label class="field"><span>${label}</span>
    <input autocomplete="off" inputmode=${mode} list=${list} maxlength=${most} .value=${value}
      @input=${(/** @type {Event} */ event) => type(typedIn(event))}></label>`;
}

/**
 * @param {string} label
 * @param {string} hint who will read it
 * @param {string} value
 * @param {(typed: string) => void} type
 */
export function prose(label, hint, value, type) {
  return html`<label class="field"><span>${label}</span><small>${hint}</small>
    <textarea rows="3" maxlength="4000" .value=${value}
      @input=${(/** @type {Event} */ event) => type(typedIn(event))}></textarea></label>`;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {() => void} turn
 */
export function tick(label, on, turn) {
  return html`<label class="tick"><input type="checkbox" .checked=${on} @change=${turn}><span>${label}</span></label>`;
}

/**
 * A button that cannot be pressed now keeps the focus: it will be one again.
 *
 * @param {string} label
 * @param {() => void} press
 * @param {{weight?: string, disabled?: boolean, named?: string}} [more]
 */
export function act(label, press, { weight = "plain", disabled = false, named = label } = {}) {
  return html`<button type="button" class="button is-${weight}" aria-disabled=${disabled ? "true" : nothing}
    aria-label=${named} @click=${() => (disabled ? undefined : press())}>${label}</button>`;
}
