/** One tournament in the console: what comes next, the round, the standings, the players, files. */

import { say } from "../base/words.js";
import { act } from "../desk/fields.js";
import { Cup } from "../tournaments/cup.js";
import { formatOf, MARKS, refused, STATUSES, titleOf, told } from "../tournaments/labels.js";
import { roundChoice, roundOf } from "../tournaments/rounds.js";
import { ORGANISER, save, segment } from "../tournaments/service.js";
import { groupsOf, standingsOf } from "../tournaments/standings.js";
import { asking } from "../tournaments/why.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Players } from "./players.js";
import { Result } from "./results.js";
import { Steps } from "./steps.js";
import { Webhooks } from "./webhooks.js";

/** @typedef {import("../tournaments/service.js").Pairing} Pairing */
/** @typedef {import("./draft.js").Game} Game */

/**
 * @typedef {object} Page
 * @property {() => void} changed
 * @property {import("../base/dialog.js").Dialogs} dialogs
 * @property {import("../tournaments/confirm.js").Confirm} confirm
 * @property {(path: string, body: any, done: string) => Promise<any>} send what must happen once; nothing where it was
 * refused
 * @property {(work: () => Promise<any>) => Promise<void>} safely
 * @property {Game[]} games
 * @property {string} me who works here, as entries call it
 */

const SHEETS = ["players", "pairings", "results", "standings"];
const REPORTS = ["trf26", "trf16"]; // of FIDE, for tables of two

export class Running {
  /**
   * @param {string} id
   * @param {Page} page
   */
  constructor(id, page) {
    this.page = page;
    this.dialogs = page.dialogs;
    this.cup = new Cup(id, ORGANISER, { changed: () => page.changed(), wrong: refused });
    this.players = new Players(this);
    this.steps = new Steps(this);
    this.webhooks = new Webhooks(this);
  }

  /** Read the tournament; raises `Lost` and `Problem`. */
  async begin() {
    await this.cup.begin();
    if (this.cup.tournament === null && this.cup.failed !== null) throw this.cup.failed;
  }

  close() {
    this.cup.close();
    this.webhooks.close();
  }

  changed() {
    this.page.changed();
  }

  /** @returns {Game} */
  get game() {
    const name = this.cup.tournament?.game ?? "";
    const known = this.page.games.find((one) => one.game === name);
    return known ?? { game: name, title: name, seats: [], bots: [], schema: "{}", decks: false, begins: [], words: {} };
  }

  /**
   * Say what will be done, and do it once that is read.
   *
   * @param {string} title
   * @param {string[]} said
   * @param {string} label
   * @param {string} path below the tournament
   * @param {any} body
   * @param {(answer: any) => void} [then]
   */
  confirm(title, said, label, path, body, then = () => undefined) {
    this.page.confirm.ask(title, said, label, async () => {
      const answer = await this.page.send(this.cup.path(path), body, say("Done: {what}.", { what: title }));
      if (answer === null) return;
      this.players.note(answer);
      then(answer);
      await this.cup.read();
    });
  }

  view() {
    const { cup } = this;
    const { tournament } = cup;
    const back = html`<p><a class="back" href="#">${say("All my tournaments")}</a></p>`;
    if (tournament === null)
      return html`<header class="lead">${back}<h1 tabindex="-1" data-home>${say("A tournament")}</h1></header>`;
    const waits = tournament.status === "registration";
    return html`<header class="lead cup-head">${back}
        <h1 tabindex="-1" data-home><bdi>${titleOf(tournament, this.game.title)}</bdi></h1>
        <p class="cup-facts">${this.#facts()}</p></header>
      <p class="trouble" role="alert">${cup.trouble || nothing}</p>
      <section class="site-panel next" aria-labelledby="next-title"><h2 id="next-title">${say("What comes next")}</h2>${this.steps.section()}</section>
      ${waits ? this.players.section() : this.#round(tournament)} ${waits ? nothing : this.players.section()}
      ${this.#files()} ${this.webhooks.section()} ${this.#arbiters()} ${this.steps.rarely()}`;
  }

  /** @param {import("../tournaments/service.js").Tournament} tournament */
  #round(tournament) {
    const { cup } = this;
    const why = asking(cup, this.dialogs);
    const result = (/** @type {Pairing} */ table) =>
      !["running", "paused"].includes(tournament.status) || table.table === null
        ? nothing
        : act(say("Result …"), () => new Result(this, table).show(), {
            weight: "quiet",
            named: say("Table {number}: the result", { number: table.pairing }),
          });
    return html`<div class="cup-columns">
        <section class="site-panel" aria-labelledby="round-title"><h2 id="round-title">${cup.round === null ? say("Rounds") : say("Round {round}", { round: cup.round.round })}</h2>
          ${roundChoice(cup, (round) => cup.show(round))} ${roundOf(cup, { runs: true, more: (table) => html`${why(table)}${result(table)}` })}</section>
        <section class="site-panel with-standings" aria-labelledby="standings-title"><h2 id="standings-title">${say("Standings")}</h2>${standingsOf(cup)} ${groupsOf(cup)}</section>
      </div>`;
  }

  #facts() {
    const { tournament, live } = this.cup;
    if (tournament === null) return nothing;
    const { status, format, registration_code: code, sandbox } = tournament;
    const facts = [this.game.title, formatOf(format)];
    if (code !== null) facts.push(say("Code for registering: {code}", { code }));
    return html`<span class="mark ${status === "running" ? "is-turn" : ""}">${told(STATUSES, status)}</span>${sandbox ? html`<span class="mark is-warning">${say(MARKS.sandbox)}</span>` : nothing} ${facts.join(" · ")}
      ${live ? html`<span class="mark is-live">${say("live")}</span>` : nothing}`;
  }

  #arbiters() {
    const [role = "", key = ""] = this.page.me.split(":");
    const line = `matchledger keys add arbiter --name NAME --organiser ${role === "organiser" ? key : "ID"} --tournament ${this.cup.id}`;
    return html`<details class="site-panel"><summary><h2>${say("Arbiters")}</h2></summary>
      <p>${say("Arbiters of this tournament decide its cases at the desk, and rule on results. Who enters decides nothing.")}</p>
      <p>${say("Their keys see hands, so whoever runs the service makes them, not the organiser:")} <code>${line}</code></p>
      <p>${say("One is withdrawn by the id of its key:")} <code>matchledger keys revoke KEY</code></p></details>`;
  }

  #files() {
    const { id, tournament } = this.cup;
    const reports = tournament?.format.format === "pods" || !tournament?.round ? [] : REPORTS;
    const take = (/** @type {string} */ path, /** @type {string} */ name) => () =>
      this.page.safely(() => save(ORGANISER, this.cup.path(path), name));
    return html`<section class="site-panel"><h2>${say("Pages and files")}</h2>
      <p class="cup-files"><a href="/tournaments/${segment(id)}">${say("The page for everybody")}</a>
        <a href="/tournaments/${segment(id)}/print">${say("Print: pairings, standings, result slips")}</a></p>
      <p class="buttons">${SHEETS.map((one) => act(`${one}.csv`, take(`/sheets/${one}.csv`, `${one}.csv`)))}
        ${reports.map((one) => act(`${one}.trf`, take(`/sheets/${one}.trf`, `${one}.trf`)))}
        ${act(say("Record (file)"), take("/record", `${id}.ndjson`))}</p></section>`;
  }
}
