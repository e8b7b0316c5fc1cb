/** Forms: for what is written freely, and for choices that are too many to list. */

import { say } from "../../base/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @typedef {import("../../choosing/types.js").Field} Field */
/** @typedef {import("../../choosing/types.js").Offer} Offer */
/** @typedef {import("../scenes.js").TableScene} TableScene */

/**
 * @param {TableScene} scene
 * @param {string} tag
 * @param {(body: Record<string, unknown>) => void} send
 * @returns a form for each way in which a command can be filled
 */
export function formBody(scene, tag, send) {
  const free = (/** @type {Offer} */ offer) => Object.values(offer.fields).some((field) => field.domain === "free");
  const offers = scene.offers.filter((offer) => offer.command === tag && (scene.truncated || free(offer)));
  return html`${offers.map((offer) => form(scene, offer, send))}`;
}

/**
 * @param {TableScene} scene
 * @param {Offer} offer
 * @param {(body: Record<string, unknown>) => void} send
 */
function form(scene, offer, send) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const given = /** @type {HTMLFormElement} */ (event.target);
    const body = bodyOf(given, offer);
    if (body !== null) send(body);
  };
  return html`<form class="free" @submit=${submit}>
    ${offer.hint ? html`<p>${offer.hint}</p>` : nothing}
    ${Object.entries(offer.fields).map(([path, field]) => labelled(scene, path, field))}
    <button type="submit" class="button is-primary">${offer.label}</button>
  </form>`;
}

/**
 * @param {TableScene} scene
 * @param {string} path
 * @param {Field} field
 */
function labelled(scene, path, field) {
  const values = field.values ?? field.of ?? [];
  const named = (/** @type {unknown} */ value) => scene.words[`${value}`]?.full ?? `${value}`;
  const options = values.map((value) => html`<option value=${JSON.stringify(value)}>${named(value)}</option>`);
  const many = field.domain === "subset" || field.domain === "sequence";
  const input =
    field.domain === "free"
      ? html`<textarea name=${path} rows="6" required spellcheck="false" placeholder="{}"></textarea>
        <small>${field.schema?.description ?? ""}</small>`
      : field.domain === "range"
        ? html`<input type="number" name=${path} min=${field.min ?? 0} max=${field.max ?? 0} required />`
        : field.domain === "flag"
          ? html`<select name=${path}><option value="true">${say("yes")}</option><option value="false">${say("no")}</option></select>`
          : html`<select name=${path} ?multiple=${many}>${options}</select>`;
  return html`<label><span>${field.label}</span>${input}</label>`;
}

/**
 * @param {HTMLFormElement} given
 * @param {Offer} offer
 * @returns {Record<string, unknown> | null} nothing where something written is not understood, which the form says
 */
function bodyOf(given, offer) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const [path, field] of Object.entries(offer.fields)) {
    const input = /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (
      given.elements.namedItem(path)
    );
    try {
      put(body, path, valueIn(input, field));
    } catch {
      input.setCustomValidity(say("This is not understood: write it as JSON."));
      input.addEventListener("input", () => input.setCustomValidity(""), { once: true });
      input.reportValidity();
      return null;
    }
  }
  return body;
}

/**
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {Field} field
 * @returns {unknown}
 */
function valueIn(input, field) {
  if (input instanceof HTMLSelectElement && input.multiple)
    return [...input.selectedOptions].map((option) => JSON.parse(option.value));
  return field.domain === "range" ? Number(input.value) : JSON.parse(input.value);
}

/**
 * @param {Record<string, unknown>} body
 * @param {string} path such as `targets/0/unit`
 * @param {unknown} value
 */
function put(body, path, value) {
  const steps = path.split("/");
  /** @type {any} */
  let here = body;
  steps.forEach((step, place) => {
    if (place === steps.length - 1) here[step] = value;
    else here = here[step] ??= /^\d+$/.test(steps[place + 1]) ? [] : {};
  });
}
