/** Dialogs of the page: one at a time, drawn again with the page as long as it is open, the focus back where it was. */

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { land } from "./landing.js";
import { say } from "./words.js";

/** @typedef {{name: string, title: string, body: () => unknown}} Sheet */

export class Dialogs {
  /** @type {Sheet | null} */ #open = null;
  /** @type {HTMLElement | null} */ #before = null;

  constructor() {
    this.element = document.createElement("dialog");
    this.element.className = "sheet";
    this.element.addEventListener("close", () => this.#closed());
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close(); // beside it
    });
  }

  /** @returns {string | null} which one is open */
  get open() {
    return this.element.open ? (this.#open?.name ?? null) : null;
  }

  /** @param {Sheet} sheet */
  show(sheet) {
    if (!this.element.open) this.#before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.#open = sheet;
    this.draw();
    if (!this.element.open) this.element.showModal();
    const first = this.element.querySelector("[autofocus]") ?? this.element.querySelector("h2");
    if (first instanceof HTMLElement) first.focus();
  }

  close() {
    if (this.element.open) this.element.close();
  }

  /** Draw again what is open. */
  draw() {
    if (this.#open === null) return;
    const { title, body, name } = this.#open;
    this.element.dataset.name = name;
    this.element.setAttribute("aria-labelledby", "sheet-title");
    render(
      html`<header>
          <h2 id="sheet-title" tabindex="-1">${title}</h2>
          <button type="button" class="button is-quiet" @click=${() => this.close()}>${say("Close")}</button>
        </header>
        <div class="sheet-body">${body()}</div>`,
      this.element,
    );
  }

  #closed() {
    if (this.element.open) return; // another one was opened before the event of the first one came
    this.#open = null;
    render(nothing, this.element);
    if (this.#before?.isConnected) this.#before.focus();
    land();
  }
}
