/** `/organiser`: whoever runs tournaments opens them and leads them from registration to the end. */

import { Problem } from "../base/api.js";
import { data } from "../base/data.js";
import { Dialogs } from "../base/dialog.js";
import { insist, isUnwanted } from "../base/insisting.js";
import { reloadFor, taken } from "../base/session.js";
import { visit } from "../base/visit.js";
import { count, language, say } from "../base/words.js";
import { Deeds } from "../desk/deeds.js";
import { act } from "../desk/fields.js";
import { Confirm } from "../tournaments/confirm.js";
import { MARKS, refused, STATUSES, titleOf, told } from "../tournaments/labels.js";
import { askAs, ORGANISER } from "../tournaments/service.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Creating } from "./create.js";
import { Running } from "./running.js";

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** @type {{games: import("./draft.js").Game[]}} */
const { games } = data("organiser");

class Console {
  /** @type {string | null} as entries call who works here */ me = null;
  /** @type {any[] | null} */ mine = null;
  /** @type {Running | null} */ open = null;
  /** @type {Creating | null} */ creating = null;
  key = "";
  trouble = "";
  done = "";
  dialogs = new Dialogs();
  confirm = new Confirm(this.dialogs);
  /** Ends with whoever was coming when somebody else comes in, or leaves. */ #coming = new AbortController();
  /** Ends when something else is shown. */ #showing = new AbortController();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.deeds = new Deeds({
      ask: (path, asking) => askAs(ORGANISER, path, asking),
      storage: visit(),
      place: "matchledger/organiser",
      wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
      changed: () => this.draw(),
    });
  }

  async begin() {
    const signal = this.#comes();
    const key = taken("key");
    await this.safely(async () => {
      const given = { signal, ...(key === null ? {} : { body: {}, token: key }) };
      const tell = (/** @type {unknown} */ error) => {
        this.trouble = refused(error);
        this.draw();
      };
      const answer = await insist(() => askAs(ORGANISER, "/organiser/session", given), tell, signal);
      this.me = answer.body.name;
      this.trouble = "";
      if (this.me !== null) await this.#work();
    });
  }

  /** @returns {AbortSignal} which ends when somebody else comes: who came last is who works here */
  #comes() {
    this.#coming.abort();
    this.#coming = new AbortController();
    return this.#coming.signal;
  }

  /** @param {Event} event */
  async enter(event) {
    event.preventDefault();
    const given = { signal: this.#comes(), body: {}, token: this.key.trim() };
    await this.safely(async () => {
      this.me = (await askAs(ORGANISER, "/organiser/session", given)).body.name;
      this.key = "";
      await this.#work();
    });
  }

  async #work() {
    await this.safely(async () => {
      await this.deeds.again(); // what was under way before the page was loaded
    });
    await this.show();
  }

  async leave() {
    this.#comes();
    this.#showing.abort(); // what still waits says no more
    await this.safely(() => askAs(ORGANISER, "/organiser/session", { method: "DELETE" }));
    this.#outside();
    this.draw();
  }

  #outside() {
    this.#showing.abort();
    this.open?.close();
    Object.assign(this, { me: null, mine: null, open: null, creating: null, done: "" });
  }

  /** Read the tournaments of whoever works here, until the service has said something. */
  list() {
    return this.#insist(async (signal) => {
      const { name } = (await askAs(ORGANISER, "/organiser/session", { signal })).body;
      const found = await askAs(ORGANISER, "/tournaments?own=true&limit=100", { signal });
      if (name === null)
        this.#outside(); // twelve hours are over, and nobody has none
      else this.mine = found.body.tournaments;
    });
  }

  /**
   * Do something that is shown until the service has said something, or something else is to be shown.
   *
   * @param {(signal: AbortSignal) => Promise<void>} work
   */
  #insist(work) {
    const { signal } = this.#showing;
    const tell = (/** @type {unknown} */ error) => {
      this.trouble = refused(error);
      this.draw();
    };
    return this.safely(async () => {
      await insist(() => work(signal), tell, signal);
      this.trouble = "";
    });
  }

  /** Show what the address names: a tournament, the form that opens one, or the list. */
  async show() {
    const name = location.hash.slice(1);
    if (this.me === null || (this.open !== null && this.open.cup.id === name)) return;
    this.open?.close();
    this.#showing.abort();
    this.#showing = new AbortController();
    const { signal } = this.#showing;
    const done = this.creating === null ? "" : this.done; // what was opened is shown, and said
    Object.assign(this, { open: null, creating: null, trouble: "", done });
    if (name === "new") this.creating = this.#creating();
    else if (ID.test(name)) {
      const open = new Running(name, {
        changed: () => this.draw(),
        dialogs: this.dialogs,
        confirm: this.confirm,
        send: (path, body, done) => this.send(path, body, done),
        safely: (work) => this.safely(work),
        games,
        me: this.me,
      });
      this.open = open;
      await this.#insist(() => open.begin());
    } else await this.list();
    if (signal.aborted) return;
    this.draw();
    const title = this.root.querySelector("h1");
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
  }

  #creating() {
    return new Creating(games, {
      changed: () => this.draw(),
      ask: (path, asking) => askAs(ORGANISER, path, asking),
      confirm: this.confirm,
      open: async (body) => {
        const made = await this.send("/tournaments", body, say("The tournament is open."));
        if (made !== null) location.hash = made.id;
      },
    });
  }

  /**
   * Do something that the service may refuse, and say why.
   *
   * @param {() => Promise<any>} work
   */
  async safely(work) {
    this.trouble = "";
    try {
      await work();
    } catch (error) {
      if (isUnwanted(error)) return;
      this.trouble = refused(error);
      if (error instanceof Problem && ["bad_credentials", "credentials_needed"].includes(error.code)) this.#outside();
    }
    this.draw();
  }

  /**
   * Send what must happen once.
   *
   * @param {string} path
   * @param {any} body
   * @param {string} done what is said when it is
   * @returns {Promise<any>} the answer; nothing where it was refused
   */
  async send(path, body, done) {
    if (this.deeds.state !== "idle") {
      this.trouble = say("Something else is still under way.");
      this.draw();
      return null;
    }
    this.done = "";
    let answer = null;
    await this.safely(async () => {
      answer = await this.deeds.send(path, body);
      this.done = done;
    });
    if (answer === null) await this.open?.cup.read(); // somebody else may have been faster
    return answer;
  }

  get #status() {
    if (this.deeds.state === "sending") return say("Sending …");
    if (this.deeds.state === "unknown")
      return say("No answer has come yet. It is asked again until one does; nothing happens twice.");
    return this.done;
  }

  draw() {
    document.title = `${say("The organiser’s console")} · Matchledger`;
    document.body.dataset.deed = this.deeds.state;
    document.body.dataset.n = `${this.open?.cup.tournament?.n ?? 0}`;
    render(this.me === null ? this.#door() : this.#inside(), this.root);
    this.dialogs.draw();
  }

  #trouble() {
    return html`<p class="trouble" role="alert">${this.trouble || nothing}</p>`;
  }

  #door() {
    const type = (/** @type {Event} */ event) => {
      this.key = /** @type {HTMLInputElement} */ (event.currentTarget).value;
    };
    return html`<section class="lead"><h1 tabindex="-1">${say("The organiser’s console")}</h1>
        <p>${say("Tournaments are opened and run here. The key stays in a cookie of this browser that no script reads, for twelve hours.")}</p>
        <p class="note">${say("Whoever runs the service makes one: {line}", { line: "matchledger keys add organiser" })}</p></section>
      <form class="site-panel door" @submit=${(/** @type {Event} */ event) => this.enter(event)}>
        <label class="field"><span>${say("Key of an organiser or operator")}</span>
          <input type="password" name="key" autocomplete="off" required .value=${this.key} @input=${type}></label>
        ${this.#trouble()}
        <p class="buttons"><button class="button is-primary" type="submit">${say("Come in")}</button></p></form>`;
  }

  #inside() {
    return html`<div class="console-status">
        <p class="console-said" role="status">${this.#status}</p>
        ${this.deeds.state === "unknown" ? act(say("Ask no more"), () => this.deeds.drop()) : nothing} ${this.#trouble()}</div>
      ${this.open !== null ? this.open.view() : this.creating !== null ? this.#new(this.creating) : this.#list()}`;
  }

  /** @param {Creating} creating */
  #new(creating) {
    return html`<header class="lead"><p><a class="back" href="#">${say("All my tournaments")}</a></p>
      <h1 tabindex="-1" data-home>${say("A new tournament")}</h1></header>${creating.form()}`;
  }

  #list() {
    const row = (/** @type {any} */ one) => {
      const title = titleOf(one, games.find(({ game }) => game === one.game)?.title ?? one.game);
      return html`<li class="site-panel"><h2><a href="#${one.id}"><bdi>${title}</bdi></a></h2>
        <p><span class="mark ${one.status === "running" ? "is-turn" : ""}">${told(STATUSES, one.status)}</span>${one.sandbox ? html`<span class="mark is-warning">${say(MARKS.sandbox)}</span>` : nothing}
          ${count("1 player", "{n} players", one.players)} · ${new Date(one.changed_at).toLocaleString(language())}</p></li>`;
    };
    return html`<header class="lead"><h1 tabindex="-1" data-home>${say("My tournaments")}</h1>
        <p class="buttons"><a class="button is-primary" href="#new">${say("Open a tournament")}</a>
          ${act(say("Leave the console"), () => this.leave(), { weight: "quiet" })}</p></header>
      ${this.mine?.length === 0 ? html`<p class="note">${say("There are none yet.")}</p>` : html`<ul class="cups">${(this.mine ?? []).map(row)}</ul>`}`;
  }
}

const main = document.getElementById("main");
if (main !== null) {
  const page = new Console(main);
  document.body.append(page.dialogs.element);
  reloadFor("key");
  addEventListener("hashchange", () => page.show());
  page.begin();
}
