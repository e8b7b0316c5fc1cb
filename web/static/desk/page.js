/** `/desk`: cases, oldest first; one of them open, from the call to the ruling. */

import { Lost, Problem } from "../base/api.js";
import { data } from "../base/data.js";
import { Dialogs } from "../base/dialog.js";
import { insist, isUnwanted } from "../base/insisting.js";
import { taken } from "../base/session.js";
import { visit } from "../base/visit.js";
import { say } from "../base/words.js";
import { watchFocus } from "../board/focus.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { actsOf } from "./acts.js";
import { Deeds } from "./deeds.js";
import { act } from "./fields.js";
import { everything, listAddress } from "./filters.js";
import { nameOf, refused } from "./labels.js";
import { listOf, narrowing } from "./list.js";
import { OpenCase } from "./open.js";
import { askDesk, enterDesk, followCases, leaveDesk } from "./service.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./service.js").Listed} Listed */
/** @typedef {import("./service.js").Officer} Officer */

const LOOKS = 4_000; // ms between two looks at the list, while somebody sees it
const PAGE = 50; // cases, at first
const MOST = 100; // that the service lists at once
const CASE = /^[a-z0-9][a-z0-9_-]{0,63}$/; // as cases are called

/** @type {{costumes: Record<string, Record<string, string>>, rules: Record<string, import("./ruling.js").Rule[]>}} */
const given = data("desk");

/** @param {unknown} error @returns {boolean} whether the key has ended, or its session */
function isOutside(error) {
  return error instanceof Problem && ["bad_credentials", "credentials_needed"].includes(error.code);
}

class Desk {
  /** @type {Officer | null} */ me = null;
  /** @type {Listed[] | null} */ cases = null;
  /** @type {string | null} */ next = null;
  /** @type {OpenCase | null} */ open = null;
  filters = everything();
  limit = PAGE;
  /** @type {string} what went wrong */ trouble = "";
  /** @type {string} what was done */ done = "";
  /** @type {string[]} what the ruling lacks */ troubles = [];
  lost = false; // the service does not answer
  key = "";
  dialogs = new Dialogs();
  #asked = 0;
  /** Ends with whoever was coming when somebody else comes in, or leaves. */ #coming = new AbortController();
  /** Ends with the case that is read when another one is wanted, or nobody is here. */ #reading =
    new AbortController();
  /** @type {Map<string, OpenCase>} those that were open */ #kept = new Map();
  /** @type {{close: () => void} | null} */ #stream = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.deeds = new Deeds({
      ask: (path, asking) => askDesk(path, asking),
      storage: visit(),
      wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
      changed: () => this.draw(),
    });
  }

  /** Begin: with the key of the link, if it brings one, else with the session that is there. */
  async begin() {
    const signal = this.#comes();
    const key = taken("key");
    await this.#safely(async () => {
      const known = async () => (await askDesk("/desk/session", { signal })).body;
      const found = await this.#insist(key === null ? known : () => enterDesk(key, signal), signal);
      this.me = found.name === null ? null : found;
      if (this.me !== null) await this.#work(signal);
    });
  }

  /** @returns {AbortSignal} which ends when somebody else comes: who came last is who works here */
  #comes() {
    this.#coming.abort();
    this.#coming = new AbortController();
    return this.#coming.signal;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @param {AbortSignal} signal
   * @returns {Promise<T>} once it is answered; until then it says why it is not
   */
  async #insist(work, signal) {
    const tell = (/** @type {unknown} */ error) => {
      this.trouble = refused(error);
      this.draw();
    };
    const answer = await insist(work, tell, signal);
    this.trouble = "";
    return answer;
  }

  /** The link is another one: of a case, or with a key, which is in no address that is asked for. */
  async linked() {
    const key = taken("key");
    if (key === null) return this.show(location.hash.slice(1));
    const signal = this.#comes();
    return this.#safely(async () => {
      const found = await this.#insist(() => enterDesk(key, signal), signal);
      this.#outside();
      this.me = found;
      await this.#work(signal);
    });
  }

  /** @param {AbortSignal} signal */
  async #work(signal) {
    await this.#insist(() => this.list(), signal);
    this.#follow();
    this.#resume();
    await this.show(location.hash.slice(1));
  }

  /** What was under way before the page was loaded is brought to its end. */
  #resume() {
    const waiting = this.deeds.again();
    if (waiting !== null) this.#safely(async () => this.#after(await waiting, say("It was done.")));
  }

  /** @param {Event} event */
  async enter(event) {
    event.preventDefault();
    const signal = this.#comes();
    await this.#safely(async () => {
      this.me = await enterDesk(this.key.trim(), signal);
      this.key = "";
      await this.#work(signal);
    });
  }

  async leave() {
    this.#comes();
    await this.#safely(leaveDesk);
    this.#outside();
    this.draw();
  }

  /** Nobody works here any more. */
  #outside() {
    this.#reading.abort();
    this.#stream?.close();
    this.#kept.clear();
    Object.assign(this, { me: null, cases: null, open: null, done: "" });
  }

  /** Be told of calls, claims and what becomes overdue. */
  #follow() {
    this.#stream?.close();
    this.#stream = followCases({
      entry: () => this.tick(),
      state: (state) => {
        this.lost = state === "waiting";
        this.draw();
      },
      closed: () => this.tick(), // whose key has ended is told so
    });
  }

  /** Read the list; what is asked last wins. */
  async list() {
    this.#asked += 1;
    const mine = this.#asked;
    const { body } = await askDesk(listAddress(this.filters, this.limit));
    if (mine !== this.#asked) return;
    this.cases = body.cases;
    this.next = body.next;
    this.lost = false;
  }

  /** Look whether there is anything new. */
  async tick() {
    if (this.me === null || document.visibilityState !== "visible") return;
    try {
      await this.list();
      if (this.open !== null && this.deeds.state === "idle" && this.open.busy === "") await this.open.again();
    } catch (error) {
      if (isOutside(error)) {
        this.trouble = refused(error);
        this.#outside();
      } else if (error instanceof Lost) this.lost = true;
      else if (!(error instanceof Problem)) throw error;
    }
    this.draw();
  }

  /** @param {string} name of a case, or nothing */
  async show(name) {
    if (this.me === null || name === this.open?.case.case) return;
    Object.assign(this, { open: null, trouble: "", done: "", troubles: [] });
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.draw();
    if (!CASE.test(name)) return;
    await this.#safely(async () => {
      const read = () => OpenCase.read(name, () => this.draw());
      const open = this.#kept.get(name) ?? (await this.#insist(read, signal));
      this.#kept.set(name, open); // what was written there is still there when one comes back
      if (location.hash.slice(1) !== name) return; // somebody went on meanwhile
      this.open = open;
      this.draw();
      document.getElementById("case-title")?.focus();
      if (open.open === null) await open.glance();
      else await open.again();
    });
    this.draw();
  }

  /**
   * Do something that the service may refuse, and say why.
   *
   * @param {() => Promise<any>} work
   */
  async #safely(work) {
    this.trouble = "";
    try {
      await work();
    } catch (error) {
      if (isUnwanted(error)) return;
      this.trouble = refused(error);
      if (isOutside(error)) this.#outside();
    } finally {
      this.draw();
    }
  }

  /**
   * Send what must happen once.
   *
   * @param {string} path
   * @param {any} body
   * @param {string} done what is said when it is
   * @param {string} [match]
   */
  async send(path, body, done, match) {
    if (this.deeds.state !== "idle") {
      this.trouble = say("Something else is still under way.");
      this.draw();
      return;
    }
    this.done = "";
    await this.#safely(async () => this.#after(await this.deeds.send(path, body, match), done));
    await this.#refresh(); // also after a refusal: somebody else may have been faster
  }

  /** @param {any} answer @param {string} done */
  #after(answer, done) {
    this.done = done;
    if (this.open !== null && answer.case === this.open.case.case) this.open.take(answer);
  }

  async #refresh() {
    try {
      await this.open?.again();
      await this.list();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error; // the next look says so
    }
    this.draw();
  }

  /** @returns {import("./acts.js").Page} */
  get #page() {
    return {
      send: (...sent) => this.send(...sent),
      safely: (work) => this.#safely(work),
      focus: (selector) => this.#focus(selector),
      lacking: (troubles) => {
        this.troubles = troubles;
        this.draw();
      },
      dialogs: this.dialogs,
    };
  }

  /** @param {string} selector */
  #focus(selector) {
    this.draw();
    const found = this.root.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /** @returns {string} what is to be told to whoever does not see it */
  get status() {
    if (this.deeds.state === "sending") return say("Sending …");
    if (this.deeds.state === "unknown")
      return say("No answer has come yet. It is asked again until one does; nothing happens twice.");
    return this.lost ? say("The service does not answer. The list may be old.") : this.done;
  }

  draw() {
    document.body.dataset.desk = this.me === null ? "outside" : this.open === null ? "list" : "case";
    document.body.dataset.deed = this.deeds.state;
    document.title = `${say("The desk")} · Matchledger`;
    const focused = this.root.contains(document.activeElement);
    render(this.me === null ? this.#door() : this.#inside(this.me), this.root);
    this.dialogs.draw();
    if (focused && document.activeElement === document.body) this.#home(); // what had the focus is gone
  }

  #home() {
    const home = this.root.querySelector("#case-title, h1");
    if (home instanceof HTMLElement) home.focus({ preventScroll: true });
  }

  #trouble() {
    return html`<p class="trouble" role="alert">${this.trouble || nothing}</p>`;
  }

  #door() {
    const type = (/** @type {Event} */ event) => {
      this.key = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    };
    return html`<section class="lead"><h1 tabindex="-1">${say("The desk of arbiters")}</h1>
        <p>${say("Cases are decided here by arbiters and operators. The key stays in a cookie of this browser that no script reads, for twelve hours.")}</p></section>
      <form class="site-panel door" @submit=${(/** @type {Event} */ event) => this.enter(event)}>
        <label class="field"><span>${say("Key of an arbiter or operator")}</span>
          <input type="password" name="key" autocomplete="off" required .value=${this.key} @input=${type}></label>
        ${this.#trouble()}
        <button class="button is-primary" type="submit">${say("Come in")}</button></form>`;
  }

  /** @param {Officer} me */
  #inside(me) {
    const { open } = this;
    const changed = () => this.#safely(() => this.list());
    const more = () => {
      this.limit = MOST;
      changed();
    };
    const around = { me: me.name, open: open?.case.case ?? null, now: Date.now() };
    return html`<div class="desk ${open === null ? "" : "has-case"}">
      <section class="desk-list" aria-label=${say("Cases")}>
        <div class="desk-head"><h1 tabindex="-1">${say("The desk")}</h1>
          ${act(say("Leave the desk"), () => this.leave(), { weight: "quiet" })}</div>
        <p class="note">${say("You are {name}.", { name: nameOf(me.name, []) })}</p>
        ${narrowing(this.filters, changed)}
        ${
          this.cases === null
            ? html`<p class="note">${say("Reading the list …")}</p>`
            : listOf(this.cases, { ...around, more: this.next !== null && this.limit < MOST ? more : null })
        }
        ${
          this.next !== null && this.limit === MOST
            ? html`<p class="note">${say("There are more: narrow the list to find them.")}</p>`
            : nothing
        }
      </section>
      <div class="desk-case">
        <p class="desk-status" role="status">${this.status}</p>
        ${this.deeds.state === "unknown" ? act(say("Ask no more"), () => this.deeds.drop()) : nothing} ${this.#trouble()}
        ${open === null ? html`<p class="note desk-none">${say("Choose a case.")}</p>` : this.#sheet(open, me)}
      </div></div>`;
  }

  /** @param {OpenCase} open @param {Officer} me */
  #sheet(open, me) {
    return sheet(open, {
      me: me.name,
      busy: this.deeds.state !== "idle",
      marks: given.costumes[open.table.game] ?? {},
      rules: given.rules[open.table.game] ?? [],
      troubles: this.troubles,
      acts: actsOf(open, this.#page),
    });
  }
}

const main = document.getElementById("main");
if (main !== null) {
  const desk = new Desk(main);
  document.body.append(desk.dialogs.element);
  addEventListener("hashchange", () => desk.linked());
  document.addEventListener("visibilitychange", () => desk.tick());
  setInterval(() => desk.tick(), LOOKS);
  watchFocus(main);
  desk.begin();
}
