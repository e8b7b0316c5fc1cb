/** Forms: for what is written freely, for choices that are too many to list, and for what a seat may set at any time. */

import { say } from "../../base/words.js";
import { filledBody, isCounted, written } from "../../choosing/filling.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @typedef {import("../../choosing/types.js").Field} Field */
/** @typedef {import("../../choosing/types.js").Offer} Offer */
/** @typedef {import("../scenes.js").TableScene} TableScene */
/** @typedef {(body: Record<string, unknown>) => void} Send */
/** @typedef {Map<string, string>} Kept what was written, by the names of the fields: a form that is opened again has it */

/**
 * @param {TableScene} scene
 * @param {string} tag
 * @param {Send} send
 * @param {Kept} kept
 * @returns a form for each way in which a command can be filled
 */
export function formBody(scene, tag, send, kept) {
  const free = (/** @type {Offer} */ offer) => Object.values(offer.fields).some((field) => field.domain === "free");
  const offers = scene.offers.filter((offer) => offer.command === tag && (scene.truncated || free(offer)));
  const whole = (/** @type {HTMLFormElement} */ given, /** @type {Offer} */ offer) => bodyOf(given, offer, () => true);
  return html`${offers.map((offer) => form(scene, offer, send, offer.label, whole, kept))}`;
}

/**
 * @param {TableScene} scene
 * @param {Offer} offer of each field what holds now comes first
 * @param {Send} send is given what changes
 * @param {boolean} waits something else has to end first
 */
export function settingForm(scene, offer, send, waits) {
  const changes = (/** @type {HTMLFormElement} */ given) =>
    bodyOf(given, offer, (path, field) => valueIn(input(given, path), field) !== field.values?.[0]);
  return html`${form(scene, offer, send, say("Keep these settings"), changes)}${waits ? busy() : nothing}`;
}

/** @returns what is told to whoever asks for a second thing while the first one is on its way */
export function busy() {
  return html`<p role="alert">${say("Something else is still under way.")}</p>`;
}

/**
 * @param {TableScene} scene
 * @param {Offer} offer
 * @param {Send} send
 * @param {string} label
 * @param {(given: HTMLFormElement, offer: Offer) => Record<string, unknown> | null} read
 * @param {Kept} kept
 */
function form(scene, offer, send, label, read, kept = new Map()) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const body = read(/** @type {HTMLFormElement} */ (event.target), offer);
    if (body !== null) send(body);
  };
  const keep = (/** @type {Event} */ event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    kept.set(name, value);
  };
  return html`<form class="free" @submit=${submit} @input=${keep}>
    ${offer.hint ? html`<p>${offer.hint}</p>` : nothing}
    ${Object.entries(offer.fields).map(([path, field]) => labelled(scene, path, field, kept.get(path)))}
    <button type="submit" class="button is-primary">${label}</button>
  </form>`;
}

/**
 * @param {TableScene} scene
 * @param {string} path
 * @param {Field} field
 * @param {string | undefined} kept
 */
function labelled(scene, path, field, kept) {
  return html`<label><span>${field.label}</span>${inputFor(scene, path, field, kept)}</label>`;
}

/**
 * @param {TableScene} scene
 * @param {string} path
 * @param {Field} field
 * @param {string | undefined} kept
 */
function inputFor(scene, path, field, kept) {
  const many = field.domain === "subset" || field.domain === "sequence";
  switch (field.domain) {
    case "free":
      return html`<textarea name=${path} rows="6" required spellcheck="false" placeholder=${isCounted(field) ? "3 …" : "{}"} .value=${kept ?? ""}></textarea>
        <small>${isCounted(field) ? say("A line for each: how many, and of what. Or JSON.") : (field.schema?.description ?? "")}</small>`;
    case "range":
      return html`<input type="number" name=${path} min=${field.min ?? 0} max=${field.max ?? 0} required .value=${kept ?? ""} />`;
    case "flag":
      return html`<select name=${path}>${[true, false].map((value) => option(scene, value, kept))}</select>`;
    default:
      return html`<select name=${path} ?multiple=${many}>
        ${(field.values ?? field.of ?? []).map((value) => option(scene, value, many ? undefined : kept))}
      </select>`;
  }
}

/**
 * @param {TableScene} scene
 * @param {unknown} value
 * @param {string | undefined} kept
 */
function option(scene, value, kept) {
  const plain = value === true ? say("yes") : value === false ? say("no") : `${value}`;
  const written = JSON.stringify(value);
  return html`<option value=${written} ?selected=${written === kept}>${scene.words[`${value}`]?.full ?? plain}</option>`;
}

/**
 * @param {HTMLFormElement} given
 * @param {Offer} offer
 * @param {(path: string, field: Field) => boolean} isSaid which fields the command has
 * @returns {Record<string, unknown> | null} nothing where something written is not understood, which the form says
 */
function bodyOf(given, offer, isSaid) {
  /** @type {HTMLInputElement | null} */
  let here = null;
  let counted = false;
  try {
    return filledBody(offer, (path, field) => {
      here = input(given, path);
      counted = isCounted(field);
      return isSaid(path, field) ? valueIn(here, field) : undefined;
    });
  } catch {
    const wrong = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (here));
    const list = say("This is not understood: write a line for each, how many and of what.");
    wrong.setCustomValidity(counted ? list : say("This is not understood: write it as JSON."));
    wrong.addEventListener("input", () => wrong.setCustomValidity(""), { once: true });
    wrong.reportValidity();
    return null;
  }
}

/**
 * @param {HTMLFormElement} given
 * @param {string} path
 * @returns {HTMLInputElement}
 */
function input(given, path) {
  return /** @type {HTMLInputElement} */ (given.elements.namedItem(path));
}

/**
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {Field} field
 * @returns {unknown}
 */
function valueIn(input, field) {
  if (input instanceof HTMLSelectElement && input.multiple)
    return [...input.selectedOptions].map((option) => JSON.parse(option.value));
  if (field.domain === "range") return Number(input.value);
  return field.domain === "free" ? written(input.value, field) : JSON.parse(input.value);
}
