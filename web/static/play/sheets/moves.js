/** All moves as sentences: every game can be played from this list alone. */

import { count, say } from "../../base/words.js";
import { sentences } from "../../choosing/sentences.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { once } from "../choice.js";

/** @typedef {import("../../choosing/machine.js").Machine} Machine */
/** @typedef {import("../../choosing/types.js").Command} Command */

export class Moves {
  #search = "";
  /** @type {Command | null} what a press has selected */ chosen = null;
  /** @type {string | null} */ #decision = null;

  /**
   * @param {() => Machine | null} machine what is chosen from now
   * @param {(command: Command) => void} send
   * @param {() => void} changed
   * @param {() => boolean} settled whether what is selected has been in sight long enough to be sent
   */
  constructor(machine, send, changed, settled) {
    this.machine = machine;
    this.send = send;
    this.changed = changed;
    this.settled = settled;
  }

  /** Begin with an empty search. */
  begin() {
    this.#search = "";
    this.chosen = null;
  }

  /** @returns the list; a first press selects a sentence, its button below sends it */
  body() {
    const machine = this.machine();
    if (machine === null || machine.model.scene.decision === null)
      return html`<p class="none">${say("You are not asked to do anything now.")}</p>`;
    this.#check(machine);
    const found = sentences(machine.choice, this.#search);
    const type = (/** @type {Event} */ event) => {
      this.#search = /** @type {HTMLInputElement} */ (event.target).value;
      this.changed();
    };
    const picked =
      machine.picks.length > 0 ? html`<p>${say("Only moves that go with what you have picked.")}</p>` : nothing;
    return html`<label class="search">${say("Search")}
        <input type="search" autocomplete="off" ?autofocus=${hasKeys()} .value=${this.#search} @input=${type} /></label>
      ${picked}
      <p class="found" role="status">${count("{n} move", "{n} moves", found.length)}</p>
      <ul class="moves">${found.map((command) => this.#line(command))}</ul>
      ${this.#button()}`;
  }

  /** @param {Machine} machine what was chosen for an older decision is forgotten */
  #check(machine) {
    const tag = machine.model.scene.decision?.tag ?? null;
    if (tag !== this.#decision) this.chosen = null;
    this.#decision = tag;
  }

  /** @param {Command} command */
  #line(command) {
    const chosen = this.chosen?.say === command.say;
    const press = () => {
      if (chosen) return this.#send();
      this.chosen = command;
      return this.changed();
    };
    return html`<li><button type="button" class="move ${chosen ? "is-selected" : ""}" aria-pressed=${chosen ? "true" : "false"}
      @click=${press}>${command.say}</button></li>`;
  }

  #button() {
    const chosen = this.chosen;
    if (chosen === null) return nothing;
    return html`<div class="sheet-foot"><button type="button" class="button is-primary"
      aria-disabled=${this.settled() ? nothing : "true"} @click=${once(() => this.#send())}>
      ${say("Do it: {move}", { move: chosen.say })}</button></div>`;
  }

  #send() {
    if (this.chosen !== null) this.send(this.chosen);
  }
}

/** @returns {boolean} whether there are keys, likely: those of a phone would cover half of the list */
function hasKeys() {
  return matchMedia("(pointer: fine)").matches;
}
