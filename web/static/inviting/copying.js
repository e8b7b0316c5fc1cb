/** Links to take along: a button copies one and says so; where the browser copies nothing, the link stands in its place. */

import { say } from "../base/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

export class Copying {
  #copied = "";
  /** The link that stands there, to be copied by hand. */
  #shown = "";

  /** @param {() => void} changed draws anew */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * @param {string} link
   * @param {string} label of the button that copies it
   */
  button(link, label) {
    if (this.#shown === link) return html`<input readonly aria-label=${say("Link")} .value=${link} />`;
    const press = (/** @type {Event} */ event) => this.copy(link, event);
    return html`<button type="button" class="button" @click=${press}>${this.label(link, label)}</button>`;
  }

  /**
   * @param {string} link
   * @param {string} label as long as it is not copied
   * @returns {string}
   */
  label(link, label) {
    return this.#copied === link ? say("The link is copied.") : label;
  }

  /**
   * Copy a link, or select it where it stands; a page that is no secure context has no clipboard.
   *
   * @param {string} link
   * @param {Event} event of the button beside it, or that it takes the place of
   */
  async copy(link, event) {
    const place = /** @type {Element} */ (event.currentTarget).parentElement;
    try {
      await navigator.clipboard.writeText(link);
      this.#copied = link;
      this.changed();
    } catch {
      this.#shown = link;
      this.changed();
      const field = place?.querySelector("input[readonly]");
      if (field instanceof HTMLInputElement) {
        field.focus();
        field.select();
      }
    }
  }
}
