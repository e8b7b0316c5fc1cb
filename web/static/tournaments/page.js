/** `/tournaments/ID`: rounds, pairings and standings as they come, and a player's own place by a personal link. */

import { Lost, Problem } from "../base/api.js";
import { data } from "../base/data.js";
import { Dialogs } from "../base/dialog.js";
import { insist } from "../base/insisting.js";
import { reloadFor } from "../base/session.js";
import { language, say } from "../base/words.js";
import { act } from "../desk/fields.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Confirm } from "./confirm.js";
import { Cup } from "./cup.js";
import { formatOf, MARKS, PLAYERS, refused, STATUSES, titleOf, told } from "./labels.js";
import { Mine } from "./mine.js";
import { named, roundChoice, roundOf } from "./rounds.js";
import { segment } from "./service.js";
import { explanation, groupsOf, standingsOf } from "./standings.js";
import { asking } from "./why.js";

/** @type {{id: string, games: Record<string, string>}} */
const given = data("tournament");
const SHEETS = ["players", "pairings", "results", "standings"];

class TournamentPage {
  dialogs = new Dialogs();
  confirm = new Confirm(this.dialogs);
  #ready = false;
  #again = () => {}; // asks at once for what has not come, while it is waited for

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.cup = this.#newCup("");
    this.mine = new Mine(given.id, {
      changed: () => this.changed(),
      confirm: this.confirm,
      entered: () => this.#entered(),
      waits: (error, again) => this.#waits(error, again),
    });
  }

  /** @param {Problem | Lost} error @param {() => void} again */
  #waits(error, again) {
    this.cup.trouble = refused(error);
    this.#again = again;
    this.draw();
  }

  /** @param {string} as */
  #newCup(as) {
    return new Cup(given.id, as, { changed: () => this.changed(), wrong: refused });
  }

  /** Look as whoever plays here from now on. */
  async #entered() {
    this.cup.close();
    this.cup = this.#newCup(this.mine.as);
    await this.cup.begin();
  }

  async begin() {
    await this.mine.begin();
    try {
      await insist(
        () => this.#read(),
        (error, again) => this.#waits(error, again),
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // which the page says
    }
    this.#ready = true;
    this.changed();
  }

  /** Read the tournament as whoever plays here, unless it was read; raises `Problem` and `Lost`. */
  async #read() {
    if (this.cup.tournament !== null) return;
    await (this.mine.player === null ? this.cup.begin() : this.#entered());
    if (this.cup.tournament === null && this.cup.failed !== null) throw this.cup.failed;
  }

  changed() {
    if (!this.#ready) return;
    this.mine.follow(this.cup);
    this.draw();
  }

  /** @param {string} player */
  async explain(player) {
    try {
      const row = (await this.cup.explained()).rows.find((one) => one.player === player);
      if (row === undefined) return;
      this.dialogs.show({ name: "explain", title: this.cup.nameOf(player), body: () => explanation(this.cup, row) });
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
      this.cup.trouble = refused(error);
      this.draw();
    }
  }

  draw() {
    const { tournament } = this.cup;
    const title = tournament === null ? say("A tournament") : this.#title(tournament);
    document.title = `${title} · Matchledger`;
    document.body.dataset.n = `${tournament?.n ?? 0}`;
    render(tournament === null ? this.#nothing() : this.#whole(tournament), this.root);
    this.dialogs.draw();
  }

  /** @param {import("./service.js").Tournament} tournament */
  #title(tournament) {
    return titleOf(tournament, given.games[tournament.game] ?? tournament.game);
  }

  #nothing() {
    const again = () => (this.#ready ? this.cup.begin() : this.#again());
    return html`<section class="lead"><h1 tabindex="-1" data-home>${say("A tournament")}</h1>
      ${this.mine.link === null ? html`<p class="trouble" role="alert">${this.cup.trouble || nothing}</p>` : this.mine.panel(this.cup)}
      <p class="buttons">${act(say("Try again"), again)} <a class="button" href="/tournaments">${say("All tournaments")}</a></p></section>`;
  }

  /** @param {import("./service.js").Tournament} tournament */
  #whole(tournament) {
    const { cup, mine } = this;
    return html`<header class="lead cup-head"><h1 tabindex="-1" data-home><bdi>${this.#title(tournament)}</bdi></h1>
        <p class="cup-facts">${this.#facts(tournament)}</p>
        ${tournament.reason === null ? nothing : html`<p class="cup-reason"><bdi>${tournament.reason}</bdi></p>`}
        <p class="trouble" role="alert">${cup.trouble || nothing}</p></header>
      ${mine.panel(cup)}
      ${tournament.status === "registration" ? nothing : this.#round()}
      ${this.#prizes(tournament)} ${this.#players(tournament)} ${this.#files(tournament)}`;
  }

  #round() {
    const { cup, mine } = this;
    const show = (/** @type {number} */ round) => cup.show(round);
    const explain = (/** @type {string} */ player) => this.explain(player);
    return html`<div class="cup-columns">
        <section class="site-panel" aria-labelledby="round-title"><h2 id="round-title">${cup.round === null ? say("Rounds") : say("Round {round}", { round: cup.round.round })}</h2>
          ${roundChoice(cup, show)} ${roundOf(cup, { me: mine.player, more: asking(cup, this.dialogs) })}</section>
        <section class="site-panel with-standings" aria-labelledby="standings-title"><h2 id="standings-title">${say("Standings")}</h2>
          ${standingsOf(cup, { me: mine.player, explain })} ${groupsOf(cup)}</section>
      </div>`;
  }

  /** @param {import("./service.js").Tournament} tournament */
  #facts({ game, format, status, rounds, round, players, sandbox, tables, best_of: games, next_round_at: next }) {
    const facts = [given.games[game] ?? game, formatOf(format), say("Players: {n}", { n: players })];
    if (games > 1) facts.push(say("best of {n}", { n: games }));
    if (round > 0)
      facts.push(
        rounds === null ? say("Round {round}", { round }) : say("Round {round} of {rounds}", { round, rounds }),
      );
    if (next !== null)
      facts.push(
        say("the next round begins at {time}", {
          time: new Date(next).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" }),
        }),
      );
    const mark = html`<span class="mark ${status === "running" ? "is-turn" : ""}">${told(STATUSES, status)}</span>`;
    const warning = (/** @type {string} */ text) => html`<span class="mark is-warning">${text}</span>`;
    const tried = sandbox ? warning(say(MARKS.sandbox)) : nothing;
    const seen = tables.seat_tokens ? warning(say(MARKS.tokens)) : nothing;
    return html`${mark}${tried}${seen} ${facts.join(" · ")}${this.cup.live ? html` <span class="mark is-live">${say("live")}</span>` : nothing}`;
  }

  /** @param {import("./service.js").Tournament} tournament */
  #prizes({ prizes }) {
    if (prizes.length === 0) return nothing;
    return html`<section class="site-panel"><h2>${say("Prizes")}</h2><ul class="mine-results">${prizes.map(
      (one) =>
        html`<li><span>${say("place {place}", { place: one.place })}: ${named(this.cup, one.player)}</span><b>${one.prize}</b></li>`,
    )}</ul></section>`;
  }

  /** @param {import("./service.js").Tournament} tournament */
  #players({ status }) {
    const { cup } = this;
    const waiting = status === "registration";
    const row = (/** @type {import("./service.js").Entrant} */ one) => html`<li>${named(cup, one.player)}
      ${one.rating === null ? nothing : html`<small>${one.rating}</small>`}
      ${one.status === "in" ? nothing : html`<span class="mark">${told(PLAYERS, one.status)}</span>`}
      ${waiting && one.checked_in ? html`<span class="mark is-good">${say("checked in")}</span>` : nothing}</li>`;
    return html`<details class="site-panel" ?open=${waiting}><summary><h2>${say("Players")}</h2></summary>
      ${cup.players.size === 0 ? html`<p class="note">${say("Nobody is registered yet.")}</p>` : nothing}
      <ol class="cup-players">${[...cup.players.values()].map(row)}</ol></details>`;
  }

  /** @param {import("./service.js").Tournament} tournament */
  #files({ id, visibility, format, round }) {
    const api = `/api/v1/tournaments/${segment(id)}`;
    const files =
      visibility === "private" ? [] : SHEETS.map((one) => ({ href: `${api}/sheets/${one}.csv`, text: `${one}.csv` }));
    if (files.length > 0 && format.format !== "pods" && round > 0)
      files.push({ href: `${api}/sheets/trf26.trf`, text: "trf26.trf" });
    if (visibility !== "private") files.push({ href: `${api}/record`, text: say("Record (file)") });
    return html`<section class="site-panel"><h2>${say("To take along")}</h2>
      <p class="cup-files"><a href="/tournaments/${segment(id)}/print">${say("Print")}</a>
        ${files.map(({ href, text }) => html`<a href=${href} download>${text}</a>`)}</p>
      <p class="note">${say("Whoever has the record can compute every pairing and every line of the standings again:")}
        <code>matchledger tournament check FILE</code></p></section>`;
  }
}

const main = document.getElementById("main");
if (main !== null) {
  const page = new TournamentPage(main);
  document.body.append(page.dialogs.element);
  reloadFor("key", "code");
  page.begin();
}
