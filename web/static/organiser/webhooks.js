/** Webhooks of a tournament that one runs: where its letters go, what became of each, a new secret, a letter to try. */

import { Lost, Problem } from "../base/api.js";
import { count, message, say } from "../base/words.js";
import { act, choice, line } from "../desk/fields.js";
import { spoken } from "../desk/labels.js";
import { told } from "../tournaments/labels.js";
import { askAs, ORGANISER, segment } from "../tournaments/service.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { lettersOf, moment } from "./letters.js";

/** @typedef {import("./letters.js").Letter} Letter */
/** @typedef {import("./running.js").Running} Running */

/**
 * @typedef {{id: string, url: string, status: "on" | "gone", n: number, failures: number, retry_at: string | null,
 *   deliveries: {waiting: number, delivered: number, dead: number}, created_at: string}} Webhook
 */

const LOOKS = 5_000; // ms between two looks while letters are on their way
const PAGE = 50; // letters at once
const STATUSES = {
  on: message("letters go there"),
  gone: message("it answered that it is gone (410)"),
};
const WHICH = {
  all: message("all letters"),
  waiting: message("those that wait"),
  delivered: message("those that were taken"),
  dead: message("those that were given up"),
};

export class Webhooks {
  /** @type {Webhook[] | null} */ all = null;
  /** @type {string} the webhook whose letters are in sight */ open = "";
  /** @type {keyof typeof WHICH} */ which = "all";
  /** @type {Letter[]} */ letters = [];
  /** @type {number | null} where the next page of them begins */ next = null;
  /** @type {Map<string, string>} secrets that this page was told, by webhook */ secrets = new Map();
  url = "";
  /** @type {any} */ #timer;

  /** @param {Running} running */
  constructor(running) {
    this.running = running;
  }

  close() {
    clearInterval(this.#timer);
  }

  /** @param {string} [id] @returns {string} below the tournament */
  #path(id) {
    return `/webhooks${id === undefined ? "" : `/${segment(id)}`}`;
  }

  /** @param {string} rest @param {import("../tournaments/service.js").Asking} [asking] */
  async #ask(rest, asking) {
    return (await askAs(ORGANISER, this.running.cup.path(rest), asking)).body;
  }

  /** Read the webhooks, and the letters that are in sight. */
  read() {
    return this.running.page.safely(() => this.#all());
  }

  async #all() {
    this.all = (await this.#ask(this.#path())).webhooks;
    if (this.open !== "") await this.#readLetters(0, Math.max(PAGE, this.letters.length));
  }

  /** @param {number} after @param {number} limit */
  async #readLetters(after, limit) {
    const state = this.which === "all" ? "" : `&state=${this.which}`;
    const path = `${this.#path(this.open)}/deliveries?after=${after}&limit=${Math.min(limit, 200)}${state}`;
    const { deliveries, next } = await this.#ask(path);
    this.letters = after === 0 ? deliveries : [...this.letters, ...deliveries];
    this.next = next;
  }

  /** @param {string} id @param {keyof typeof WHICH} which */
  #show(id, which) {
    Object.assign(this, { open: id, which, letters: [], next: null });
    return this.running.page.safely(() => this.#readLetters(0, PAGE));
  }

  /** Look now and then, as long as somebody sees it and something is on its way. */
  async #glance() {
    const waits = this.all?.some(({ deliveries, status }) => deliveries.waiting > 0 && status === "on");
    if (!waits || document.visibilityState !== "visible") return;
    try {
      await this.#all();
      this.running.changed();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error; // it is looked at again soon
    }
  }

  /** @param {Event} event */
  #turned(event) {
    clearInterval(this.#timer);
    if (!(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)) return;
    this.#timer = setInterval(() => this.#glance(), LOOKS);
    this.read();
  }

  /**
   * Say what will be done, and do it once that is read.
   *
   * @param {string} title
   * @param {string[]} said
   * @param {string} label
   * @param {string} path
   * @param {any} [body]
   */
  #confirm(title, said, label, path, body = {}) {
    this.running.confirm(title, said, label, path, body, (answer) => {
      if (typeof answer?.secret === "string") this.secrets.set(answer.id, answer.secret);
      this.read();
    });
  }

  /** @param {Event} event */
  #add(event) {
    event.preventDefault();
    const url = this.url.trim();
    if (url === "") return;
    const said = [
      say("Everything that everybody may read of this tournament is sent to {url}, as it happens.", { url }),
      say("Its secret is shown once, on this page. With it the receiver knows that a letter is ours."),
    ];
    this.#confirm(say("Have letters sent"), said, say("Send them there"), this.#path(), { url });
    this.url = "";
  }

  section() {
    const { all } = this;
    const type = (/** @type {string} */ typed) => {
      this.url = typed;
      this.running.changed();
    };
    return html`<details class="site-panel webhooks" @toggle=${(/** @type {Event} */ event) => this.#turned(event)}><summary><h2>${say("Webhooks")}</h2></summary>
      <p class="note">${say("What happens is sent to your own site as signed letters, until it takes them; after three days a letter is given up and can be read here.")}</p>
      <form class="adding" @submit=${(/** @type {Event} */ event) => this.#add(event)}>
        ${line(say("Address of your site, beginning with https://"), this.url, type, { mode: "url", most: 500 })}
        <p class="buttons"><button class="button" type="submit">${say("Have letters sent …")}</button></p></form>
      ${all === null ? nothing : all.length === 0 ? html`<p class="note">${say("There are none yet.")}</p>` : html`<ul class="hooks">${all.map((one) => this.#hook(one))}</ul>`}</details>`;
  }

  /** @param {Webhook} one */
  #hook(one) {
    const { waiting, delivered, dead } = one.deliveries;
    const counts = [
      say("{n} taken", { n: delivered }),
      say("{n} waiting", { n: waiting }),
      say("{n} given up", { n: dead }),
    ];
    const rest =
      one.retry_at === null
        ? nothing
        : html`<p class="wrong">${count("Nobody answered there. It is tried again at {time}.", "Nobody answered there, {n} times in a row. It is tried again at {time}.", one.failures, { time: moment(one.retry_at) })}</p>`;
    return html`<li class="hook"><h3><bdi>${one.url}</bdi></h3>
      <p><span class="mark ${one.status === "on" ? "is-good" : "is-warning"}">${told(STATUSES, one.status)}</span>${counts.join(" · ")}</p>
      ${rest} ${this.#secret(one)} ${this.#acts(one)}
      ${this.open === one.id ? this.#letters(one) : nothing}</li>`;
  }

  /** @param {Webhook} one */
  #secret({ id }) {
    const secret = this.secrets.get(id);
    if (secret === undefined) return nothing;
    return html`<div class="links-told"><label class="field"><span>${say("Secret of this webhook")}</span><input readonly .value=${secret}></label>
      <p class="note">${say("Give it to your site now: this page forgets it when it is closed, and nobody can read it again.")}</p>
      <p class="buttons">${act(say("Copy the secret"), () => navigator.clipboard?.writeText(secret))}</p></div>`;
  }

  /** @param {Webhook} one */
  #acts({ id, url, status, failures, deliveries }) {
    const path = this.#path(id);
    const test = () =>
      this.#confirm(
        say("Send a letter to try it"),
        [say("A letter of the type webhook.test goes to {url}. It tells nothing else.", { url })],
        say("Send it"),
        `${path}/test`,
      );
    const renew = () =>
      this.#confirm(
        say("Give a new secret"),
        [say("For a day letters are signed with the new secret and the old one, then with the new one alone.")],
        say("Give a new secret"),
        `${path}/secret`,
      );
    const again = () =>
      this.#confirm(
        say("Try again at once"),
        [say("All letters that wait go out now, without a further pause.")],
        say("Try now"),
        `${path}/resume`,
      );
    const stuck = status === "gone" || failures > 0 || deliveries.waiting > 0;
    const shown = this.open === id;
    return html`<p class="buttons">${act(shown ? say("Hide the letters") : say("Show the letters"), () => (shown ? this.#hide() : this.#show(id, "all")))}
      ${act(say("Try it …"), test)} ${stuck ? act(say("Try again at once …"), again) : nothing}
      ${act(say("New secret …"), renew)} ${act(say("Remove …"), () => this.#remove(id, url), { weight: "quiet" })}</p>`;
  }

  #hide() {
    Object.assign(this, { open: "", letters: [], next: null });
    this.running.changed();
  }

  /** @param {string} id @param {string} url */
  #remove(id, url) {
    const said = [
      say("Nothing more is sent to {url}.", { url }),
      say("Its letters are forgotten, those that wait too."),
    ];
    this.running.page.confirm.ask(say("Remove a webhook"), said, say("Remove it"), async () => {
      await this.running.page.safely(async () => {
        this.all = (await this.#ask(this.#path(id), { method: "DELETE" })).webhooks;
        this.secrets.delete(id);
        if (this.open === id) this.#hide();
      });
    });
  }

  /** @param {Webhook} one */
  #letters({ id }) {
    const pick = (/** @type {string} */ which) => this.#show(id, /** @type {keyof typeof WHICH} */ (which));
    const more = () => this.running.page.safely(() => this.#readLetters(this.next ?? 0, PAGE));
    return html`<div class="letters">${choice(say("Which letters"), spoken(WHICH), this.which, pick)}
      ${this.letters.length === 0 ? html`<p class="note">${say("There are none yet.")}</p>` : lettersOf(this.letters, (letter) => this.#readLetter(letter))}
      ${this.next === null ? nothing : html`<p class="buttons">${act(say("More letters"), more)}</p>`}</div>`;
  }

  /** @param {Letter} letter */
  #readLetter({ number }) {
    return this.running.page.safely(async () => {
      const { payload, id } = await this.#ask(`${this.#path(this.open)}/deliveries/${number}`);
      const body = () => html`<p class="note">webhook-id: <code>${id}</code></p>
        <pre class="payload">${JSON.stringify(payload, null, 2)}</pre>`;
      this.running.dialogs.show({ name: "letter", title: say("Letter {number}", { number }), body });
    });
  }
}
