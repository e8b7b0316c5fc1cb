/** The checks of the record beside its board: made when somebody asks for them, in this browser. */

import { Lost, Problem } from "../base/api.js";
import { told } from "../base/telling.js";
import { say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mood, table, verdictOf } from "../verify/told.js";

/** @typedef {import("../verify/record.js").Report} Report */
/** @typedef {(share: (done: number) => void) => Promise<Report>} Check gets the record and checks it */

export class Checking {
  /** @type {Report | null} */
  report = null;
  isBusy = false;
  /** whether the table went on when its record was asked for */
  isPart = false;
  /** why nothing was checked */
  why = "";
  share = 0; // of the work that is done

  /**
   * @param {{header: {over: boolean}}} stepper
   * @param {Check | null} check null where there is no record to check
   * @param {() => void} changed is told of each change
   */
  constructor(stepper, check, changed) {
    this.stepper = stepper;
    this.check = check;
    this.changed = changed;
  }

  /** Check the record as it is now. */
  async run() {
    if (this.check === null || this.isBusy) return;
    Object.assign(this, { isBusy: true, isPart: !this.stepper.header.over, report: null, why: "", share: 0 });
    this.changed();
    try {
      this.report = await this.check((done) => {
        this.share = done;
        this.changed();
      });
    } catch (error) {
      this.why =
        error instanceof Problem || error instanceof Lost ? told(error) : say("The record could not be checked.");
    }
    this.isBusy = false;
    this.changed();
  }
}

/** @param {Checking} checking */
export function checks(checking) {
  const { check, report, isBusy, share } = checking;
  if (check === null)
    return html`<p class="none">${say(
      "This file holds no record to check: download it where the table was played, and check it at /verify or with replay verify.",
    )}</p>`;
  const bar = html`<progress max="1" value=${share} aria-label=${say("Checked so far")}></progress>`;
  const line = (/** @type {number} */ number) => html`<span>${say("line {line}", { line: number })}</span>`;
  return html`<p><button class="button" type="button" aria-disabled=${isBusy ? "true" : "false"}
      @click=${() => checking.run()}>${say("Check the record")}</button></p>
    <p class="verdict ${report ? mood(report) : ""}" role="status">${sentence(checking)}</p>
    ${isBusy && share > 0 ? bar : nothing}
    ${report && checking.isPart ? html`<p class="hint">${say("The game goes on: only what is there so far was checked.")}</p>` : nothing}
    ${report ? table(report, line) : nothing}
    <p class="hint">${say("This browser checks; what needs the rules of the game is checked by replay verify.")}</p>`;
}

/** @param {Checking} checking */
function sentence({ report, isBusy, why }) {
  if (isBusy) return say("Checking the record …");
  return report ? verdictOf(report) : why;
}
