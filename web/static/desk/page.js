/** `/desk`: cases, oldest first; one of them open, from the call to the ruling. */

import { Lost, Problem } from "../base/api.js";
import { data } from "../base/data.js";
import { Dialogs } from "../base/dialog.js";
import { taken } from "../base/session.js";
import { say } from "../base/words.js";
import { watchFocus } from "../board/focus.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Deeds } from "./deeds.js";
import { bodyOf, changes, lacks, sentences } from "./draft.js";
import { act } from "./fields.js";
import { everything, listAddress } from "./filters.js";
import { DISMISSALS, nameOf, refused, told } from "./labels.js";
import { listOf, narrowing } from "./list.js";
import { OpenCase } from "./open.js";
import { askDesk, enterDesk, followCases, leaveDesk, segment } from "./service.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./service.js").Listed} Listed */
/** @typedef {import("./service.js").Officer} Officer */

const LOOKS = 4_000; // ms between two looks at the list, while somebody sees it
const PAGE = 50; // cases, at first
const MOST = 100; // that the service lists at once
const HOUR = 3_600_000;

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
  /** @type {{close: () => void} | null} */ #stream = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.deeds = new Deeds({
      ask: (path, asking) => askDesk(path, asking),
      storage: sessionStorage,
      wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
      changed: () => this.draw(),
    });
  }

  /** Begin: with the key of the link, if it brings one, else with the session that is there. */
  async begin() {
    const key = taken("key");
    await this.#safely(async () => {
      const found = key === null ? (await askDesk("/desk/session")).body : await enterDesk(key);
      this.me = found.name === null ? null : found;
    });
    if (this.me !== null) await this.#work();
    this.draw();
  }

  async #work() {
    await this.list();
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
    await this.#safely(async () => {
      this.me = await enterDesk(this.key.trim());
      this.key = "";
      await this.#work();
    });
    this.draw();
  }

  async leave() {
    await this.#safely(leaveDesk);
    this.#outside();
    this.draw();
  }

  /** Nobody works here any more. */
  #outside() {
    this.#stream?.close();
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
    if (name === this.open?.case.case) return;
    Object.assign(this, { open: null, trouble: "", done: "", troubles: [] });
    this.draw();
    if (name === "" || this.me === null) return;
    await this.#safely(async () => {
      const open = await OpenCase.read(name, () => this.draw());
      if (location.hash.slice(1) !== name) return; // somebody went on meanwhile
      this.open = open;
      this.draw();
      document.getElementById("case-title")?.focus();
      await open.glance();
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

  /** @param {OpenCase} open @returns {import("./sheet.js").Acts} */
  #acts(open) {
    const path = (/** @type {string} */ step) => `/cases/${segment(open.case.case)}/${step}`;
    const table = `/tables/${segment(open.table.id)}`;
    const done = { claim: say("The case is yours."), release: say("The case is free."), close: say("It is closed.") };
    return {
      step: (step) => this.send(path(step), {}, done[step]),
      look: () => this.#safely(() => open.look()),
      ask: () =>
        this.#safely(async () => {
          await open.ask();
          this.draw();
          this.#focus("[data-report]");
        }),
      choose: (code) => {
        open.choose(code);
        this.#focus("[data-ruling]");
      },
      read: () => this.#read(open, path("rule")),
      dismiss: () => this.#dismiss(open, path("dismiss")),
      stop: (on) => {
        if (on) this.#stop(open, `${table}/pause`);
        else this.send(`${table}/resume`, { cause: `case:${open.case.case}` }, say("Play goes on."));
      },
    };
  }

  /** @param {string} selector */
  #focus(selector) {
    const found = this.root.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {OpenCase} open @param {string} path */
  #read(open, path) {
    const { draft, case: found } = open;
    const setting = {
      seats: open.names,
      stopped: open.stops,
      over: open.over,
      final: found.state === "reclaimed",
      n: found.n,
      hours: Math.max(1, Math.round(open.table.appeal_ms / HOUR)),
    };
    this.troubles = lacks(draft, setting);
    this.draw();
    if (this.troubles.length > 0) return;
    const body = bodyOf(draft);
    const match = changes(draft) ? `"${found.n}"` : undefined;
    const said = [...sentences(draft, setting), say("You have seen the table up to entry {n}.", { n: found.n })];
    this.#confirm(say("This will be written"), said, say("Write this ruling"), () =>
      this.send(path, body, say("It is ruled."), match),
    );
  }

  /** @param {OpenCase} open @param {string} path */
  #dismiss({ dismissal: { code, text } }, path) {
    const said = [say("The case is dismissed: {why}.", { why: told(DISMISSALS, code) })];
    const words = text.trim();
    if (words) said.push(say("Everybody reads at once: “{text}”", { text: words }));
    said.push(say("A seat may appeal."));
    const body = words ? { code, text: words } : { code };
    this.#confirm(say("This will be written"), said, say("Dismiss the case"), () =>
      this.send(path, body, say("It is dismissed.")),
    );
  }

  /** @param {OpenCase} open @param {string} path */
  #stop({ case: found }, path) {
    const said = [say("The play stands at once, and every clock; everybody sees that.")];
    if (found.quiet) said.push(say("The quiet case enters the record: everybody learns who called, and when."));
    this.#confirm(say("Stop the play"), said, say("Stop the play now"), () =>
      this.send(path, { reason: "dispute", ...(found.quiet ? { case: found.case } : {}) }, say("The play is stopped.")),
    );
  }

  /**
   * Say what will happen, and do it only then.
   *
   * @param {string} title
   * @param {string[]} said
   * @param {string} label
   * @param {() => void} then
   */
  #confirm(title, said, label, then) {
    const go = () => {
      this.dialogs.close();
      then();
    };
    const body = () => html`<ul class="will-be">${said.map((one) => html`<li>${one}</li>`)}</ul>
      <div class="sheet-foot">${act(label, go, { weight: "primary" })}</div>`;
    this.dialogs.show({ name: "confirm", title, body });
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
      </section>
      <div class="desk-case">
        <p class="desk-status" role="status">${this.status}</p>${this.#trouble()}
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
      acts: this.#acts(open),
    });
  }
}

const main = document.getElementById("main");
if (main !== null) {
  const desk = new Desk(main);
  document.body.append(desk.dialogs.element);
  addEventListener("hashchange", () => desk.show(location.hash.slice(1)));
  document.addEventListener("visibilitychange", () => desk.tick());
  setInterval(() => desk.tick(), LOOKS);
  watchFocus(main);
  desk.begin();
}
