/** What is about to be sent stands as sentences first, and is sent by a press that was meant for them. */

import { say } from "../base/words.js";
import { act } from "../desk/fields.js";
import { Meant } from "../play/meant.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

export class Confirm {
  #turn = 0;

  /** @param {import("../base/dialog.js").Dialogs} dialogs */
  constructor(dialogs) {
    this.dialogs = dialogs;
    this.meant = new Meant(() => this.#settle());
  }

  #settle() {
    this.dialogs.element.toggleAttribute("data-settled", this.meant.settled);
    this.dialogs.draw();
  }

  /**
   * @param {string} title
   * @param {string[]} said what will be done
   * @param {string} label of the button that does it
   * @param {() => void} then
   */
  ask(title, said, label, then) {
    this.#turn += 1;
    const go = () => {
      this.dialogs.close();
      then();
    };
    const body = () => html`<ul class="will-be">${said.map((one) => html`<li>${one}</li>`)}</ul>
      <p class="note" role="status">${this.meant.missed ? say("That was too quick to be meant: press once more to do it.") : nothing}</p>
      <div class="sheet-foot">${act(label, this.meant.only(go), { weight: "primary" })}
        ${act(say("Do nothing"), () => this.dialogs.close(), { weight: "quiet" })}</div>`;
    this.dialogs.show({ name: "confirm", title, body });
    this.meant.show(`confirm ${this.#turn}`);
    this.#settle();
  }
}
