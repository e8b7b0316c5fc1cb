/** Calling an arbiter, what became of earlier calls, and whether one accepts that or appeals. */

import { ask, newKey, Problem } from "../../base/api.js";
import { told } from "../../base/telling.js";
import { language, message, say } from "../../base/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @typedef {import("../play.js").Play} Play */
/** @typedef {import("../scenes.js").TableScene} TableScene */
/** @typedef {{by: string, text: string}} Said */
/** @typedef {"rule" | "clock" | "connection" | "conduct" | "software" | "other"} About */
/** @typedef {"open" | "claimed" | "ruled" | "dismissed" | "appealed" | "reclaimed" | "closed"} State */
/** @typedef {"infraction" | "no_infraction" | "service_fault" | "undecided"} Finding */
/**
 * @typedef {object} Case as the service answers
 * @property {string} case
 * @property {State} state
 * @property {About} about
 * @property {string} moment
 * @property {boolean} quiet
 * @property {Finding | null} finding
 * @property {string | null} appeal_until
 * @property {boolean} final
 * @property {number[]} accepted seats that let stand what was decided
 * @property {string | null} waits_until play that was taken back stands so long, or until all have accepted
 * @property {Said[]} texts
 */

const LONGEST = 2_000; // letters

/** @type {Record<About, string>} */
const ABOUT = {
  rule: message("a rule"),
  clock: message("the clock"),
  connection: message("the connection"),
  conduct: message("how somebody behaves"),
  software: message("the program"),
  other: message("something else"),
};
const ABOUTS = /** @type {About[]} */ (Object.keys(ABOUT));

/** @type {Record<State, string>} */
const STATES = {
  open: message("waits for an arbiter"),
  claimed: message("an arbiter looks into it"),
  ruled: message("an arbiter has decided"),
  dismissed: message("there will be no decision"),
  appealed: message("appealed: waits for another arbiter"),
  reclaimed: message("appealed: another arbiter looks into it"),
  closed: message("closed"),
};

/** @type {Record<Finding, string>} */
const FINDINGS = {
  infraction: message("a rule was broken"),
  no_infraction: message("no rule was broken"),
  service_fault: message("the service was at fault"),
  undecided: message("it cannot be told"),
};

/** @param {string} time */
function when(time) {
  return new Date(time).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
}

class Calls {
  /** @type {Case[]} */ #cases = [];
  /** @type {string} none, quiet or stop; empty until it is known */ #way = "";
  #problem = "";
  #done = "";
  #busy = false;
  #key = newKey();

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Read how an arbiter is called here, and what was called before. */
  async read() {
    try {
      const [table, found] = await Promise.all(
        ["", "/cases"].map((path) => ask(`${this.play.address}${path}`, { language: language() })),
      );
      this.#way = table?.body.arbiter_call;
      this.#cases = found?.body.cases ?? [];
    } catch (error) {
      this.#problem = told(error);
    }
    this.play.dialogs.draw();
  }

  /**
   * @param {string} address
   * @param {Record<string, unknown>} body
   * @param {(answer: any) => string} done what is said then
   * @param {HTMLFormElement} [form] which is empty then
   */
  async #send(address, body, done, form) {
    if (this.#busy) return;
    this.#busy = true;
    this.#problem = this.#done = "";
    this.play.dialogs.draw();
    try {
      this.#done = done((await ask(address, { body, key: this.#key, language: language() })).body);
      this.#key = newKey();
      form?.reset();
    } catch (error) {
      if (error instanceof Problem) this.#key = newKey(); // what was lost is asked again, not done again
      this.#problem = told(error);
    }
    this.#busy = false;
    await this.read();
  }

  body() {
    const scene = /** @type {TableScene} */ (this.play.scene);
    return html`<p role="status">${this.#done}</p>
      <p role="alert">${this.#problem}</p>
      ${this.#way === "none" ? html`<p>${say("No arbiter can be called at this table.")}</p>` : nothing}
      ${["quiet", "stop"].includes(this.#way) ? this.#form(scene) : nothing}
      ${this.#cases.length > 0 ? html`<h3>${say("Calls at this table")}</h3>` : nothing}
      <ul class="cases">${this.#cases.map((one) => this.#case(one))}</ul>`;
  }

  /** @param {TableScene} scene */
  #form(scene) {
    const moment = this.play.past?.frame?.address ?? `${scene.n}`;
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const given = new FormData(form);
      const text = `${given.get("text")}`.trim();
      const said = { about: given.get("about"), moment, stops_play: given.get("stops") !== null };
      const done = (/** @type {{receipt: string | null}} */ { receipt }) =>
        receipt === null
          ? say("An arbiter was called.")
          : say("An arbiter was called. Receipt: {receipt}", { receipt });
      this.#send(`${this.play.address}/cases`, text === "" ? said : { ...said, text }, done, form);
    };
    const stops = this.#way === "stop" && scene.status === "running";
    return html`<form class="free" @submit=${submit}>
      <p>${say("This is about the moment {moment}; look back first to choose another one.", { moment })}</p>
      <label><span>${say("What it is about")}</span>
        <select name="about">${ABOUTS.map((one) => html`<option value=${one}>${say(ABOUT[one])}</option>`)}</select></label>
      <label><span>${say("What happened; everybody reads it after the end")}</span>
        <textarea name="text" rows="4" maxlength=${LONGEST}></textarea></label>
      ${stops ? html`<label class="setting"><input type="checkbox" name="stops" /> ${say("Stop the play until it is decided")}</label>` : nothing}
      <p>${say("Unless the play is stopped, nobody else hears of it before an arbiter acts or the game is over.")}</p>
      <button type="submit" class="button is-primary" ?disabled=${this.#busy}>${say("Call an arbiter")}</button>
    </form>`;
  }

  /** @param {Case} one */
  #case(one) {
    const { about, moment, state, finding } = one;
    return html`<li>
      <b>${moment}: ${say(ABOUT[about])}</b> · ${say(STATES[state])} ${finding === null ? nothing : html`· ${say(FINDINGS[finding])}`}
      ${one.texts.map(({ text }) => html`<blockquote>${text}</blockquote>`)}
      ${one.waits_until === null ? nothing : html`<p>${say("The play stands until every seat has accepted this, at the latest until {time}.", { time: when(one.waits_until) })}</p>`}
      ${one.accepted.includes(this.play.scene?.seat ?? -1) ? html`<p>${say("You have accepted this.")}</p>` : nothing}
      ${this.#appealable(one) && !one.quiet ? this.#acceptance(one) : nothing}
      ${this.#appealable(one) ? this.#appeal(one) : nothing}
    </li>`;
  }

  /** @param {Case} one */
  #appealable({ state, final, appeal_until, accepted }) {
    const { scene, ahead } = this.play;
    const open = appeal_until !== null && Date.parse(appeal_until) > Date.now() + ahead;
    const lets = accepted.includes(scene?.seat ?? -1);
    return scene?.acts && ["ruled", "dismissed"].includes(state) && !final && open && !lets;
  }

  /** @param {Case} one */
  #acceptance(one) {
    const address = `${this.play.address}/cases/${encodeURIComponent(one.case)}/accept`;
    const accept = () => this.#send(address, {}, () => say("You have accepted this."));
    return html`<p>${say("Whoever accepts appeals no more; once every seat has accepted the case is closed.")}</p>
      <button type="button" class="button is-primary" ?disabled=${this.#busy} @click=${accept}>${say("Accept this")}</button>`;
  }

  /** @param {Case} one */
  #appeal(one) {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const text = `${new FormData(form).get("text")}`.trim();
      const address = `${this.play.address}/cases/${encodeURIComponent(one.case)}/appeal`;
      this.#send(address, text === "" ? {} : { text }, () => say("Another arbiter will decide."), form);
    };
    const until = when(one.appeal_until ?? "");
    return html`<form class="free" @submit=${submit}>
      <label><span>${say("Why another arbiter should decide, until {until}", { until })}</span>
        <textarea name="text" rows="3" maxlength=${LONGEST}></textarea></label>
      <button type="submit" class="button" ?disabled=${this.#busy}>${say("Appeal")}</button>
    </form>`;
  }
}

/** @param {Play} play */
export function showCalls(play) {
  const calls = new Calls(play);
  play.dialogs.show({ name: "calls", title: say("Call an arbiter"), body: () => calls.body() });
  calls.read();
}
