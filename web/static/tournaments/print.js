/**
 * `/tournaments/ID/print`: what hangs on the wall and lies on the tables, on A4. The QR codes lead to public pages and
 * carry no key, code or token: whoever photographs a sheet learns an address that everybody may know.
 */

import { data } from "../base/data.js";
import { language, say } from "../base/words.js";
import { act } from "../desk/fields.js";
import { qrCode } from "../inviting/invite.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { Cup } from "./cup.js";
import { BYES, formatOf, MARKS, refused, titleOf, told } from "./labels.js";
import { named, roundChoice } from "./rounds.js";
import { askAs, ORGANISER, playerOf, segment } from "./service.js";
import { standingsOf } from "./standings.js";

/** @typedef {import("./service.js").Pairing} Pairing */
/** @typedef {import("./service.js").Tournament} Tournament */

/** @type {{id: string, games: Record<string, string>}} */
const given = data("tournament");

/** @returns {Promise<string>} as whom this browser may see it: who runs it, who plays in it, or anybody */
async function viewer() {
  try {
    if ((await askAs(ORGANISER, "/organiser/session")).body.name !== null) return ORGANISER;
  } catch (error) {
    refused(error);
  }
  const player = playerOf(given.id);
  try {
    const found = await askAs(player, `/tournaments/${segment(given.id)}/session`);
    return found.body.player === null ? "" : player;
  } catch (error) {
    refused(error);
    return "";
  }
}

/** @param {string} zone of the tournament @returns {string} what the clock in the hall says */
function printed(zone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { dateStyle: "medium", timeStyle: "short" };
  try {
    return `${new Intl.DateTimeFormat(language(), { ...how, timeZone: zone }).format()} (${zone})`;
  } catch {
    return `${new Intl.DateTimeFormat(language(), { ...how, timeZone: "UTC" }).format()} (UTC)`; // no zone of this browser
  }
}

class PrintPage {
  parts = { pairings: true, slips: false, standings: false };

  /**
   * @param {HTMLElement} root
   * @param {string} as
   */
  constructor(root, as) {
    this.root = root;
    this.cup = new Cup(given.id, as, { changed: () => this.draw(), wrong: refused });
    const asked = location.hash.slice(1);
    if (asked in this.parts) this.parts = { ...{ pairings: false, slips: false, standings: false }, [asked]: true };
  }

  draw() {
    const { tournament } = this.cup;
    document.title = tournament === null ? say("For print") : this.#title(tournament);
    render(
      tournament === null
        ? html`<h1>${say("For print")}</h1><p class="trouble" role="alert">${this.cup.trouble || nothing}</p>`
        : html`${this.#choice()}${this.#sheets(tournament)}`,
      this.root,
    );
  }

  /** @param {Tournament} tournament */
  #title(tournament) {
    return titleOf(tournament, given.games[tournament.game] ?? tournament.game);
  }

  #choice() {
    const labels = {
      pairings: say("Pairings"),
      slips: say("Result slips"),
      standings: say("Standings"),
    };
    const names = /** @type {(keyof typeof labels)[]} */ (Object.keys(labels));
    const turn = (/** @type {keyof typeof labels} */ name) => {
      this.parts = { ...this.parts, [name]: !this.parts[name] };
      this.draw();
    };
    return html`<section class="site-panel print-choice"><h1>${say("For print")}</h1>
      <p><a class="back" href="/tournaments/${segment(given.id)}">${say("Back to the tournament")}</a></p>
      ${roundChoice(this.cup, (round) => this.cup.show(round))}
      <p class="buttons">${names.map(
        (name) =>
          html`<label class="tick"><input type="checkbox" .checked=${this.parts[name]} @change=${() => turn(name)}><span>${labels[name]}</span></label>`,
      )}</p>
      <p class="buttons">${act(say("Print"), () => print(), { weight: "primary" })}</p>
      <p class="note">${say("The QR codes lead to the public pages of the tournament and of its tables; nothing secret is in them.")}</p></section>`;
  }

  /** @param {Tournament} tournament */
  #sheets(tournament) {
    const { round } = this.cup;
    const { pairings, slips, standings } = this.parts;
    return html`${pairings && round !== null ? this.#sheet(tournament, say("Round {round}", { round: round.round }), this.#pairings()) : nothing}
      ${standings ? this.#sheet(tournament, say("Standings"), standingsOf(this.cup)) : nothing}
      ${slips && round !== null ? html`<section class="slips" aria-label=${say("Result slips")}>${round.tables.map((table) => this.#slip(tournament, table))}</section>` : nothing}
      ${round === null && (pairings || slips) ? html`<p class="note">${say("No round is paired yet.")}</p>` : nothing}`;
  }

  /**
   * @param {Tournament} tournament
   * @param {string} title
   * @param {unknown} body
   */
  #sheet(tournament, title, body) {
    const page = `${location.origin}/tournaments/${segment(given.id)}`;
    return html`<section class="paper"><header><div><h2><bdi>${this.#title(tournament)}</bdi></h2>
      <h3>${title}</h3><p class="note">${given.games[tournament.game] ?? tournament.game} · ${formatOf(tournament.format)}${tournament.sandbox ? html` · <b>${say(MARKS.sandbox)}</b>` : nothing}</p>
      <p class="note">${say("As of {time}", { time: printed(tournament.time_zone) })}</p></div>
      <figure>${qrCode(page)}<figcaption>${say("Live on this page")}</figcaption></figure></header>${body}</section>`;
  }

  #pairings() {
    const { cup } = this;
    const tables = cup.round?.tables ?? [];
    const score = (/** @type {string} */ player) => cup.before.get(player)?.shown ?? "";
    return html`<table class="wall"><thead><tr><th scope="col">${say("Table")}</th><th scope="col">${say("Players, who begins first")}</th>
        <th scope="col">${say("Points")}</th><th scope="col">${say("Result")}</th></tr></thead>
      ${tables.map(
        (table) =>
          html`<tbody>${table.players.map(
            (
              { player, points },
              at,
            ) => html`<tr>${at === 0 ? html`<th scope="rowgroup" rowspan=${table.players.length}>${table.pairing}</th>` : nothing}
            <td>${named(cup, player)}</td><td>${score(player)}</td><td class="to-fill">${points ?? ""}</td></tr>`,
          )}</tbody>`,
      )}</table>
      <ul class="byes">${(cup.round?.byes ?? []).map((bye) => html`<li>${named(cup, bye.player)} ${told(BYES, bye.kind)}</li>`)}</ul>`;
  }

  /** @param {Tournament} tournament @param {Pairing} table */
  #slip(tournament, table) {
    const { cup } = this;
    const where = table.table === null ? null : `${location.origin}/t/${segment(table.table)}`;
    return html`<article class="slip"><header><div><h2>${say("Round {round}, table {number}", { round: cup.round?.round ?? 0, number: table.pairing })}</h2>
        <p class="note"><bdi>${this.#title(tournament)}</bdi></p></div>
        ${where === null ? nothing : html`<figure>${qrCode(where)}<figcaption>${say("This table")}</figcaption></figure>`}</header>
      <table><thead><tr><th scope="col">${say("Player")}</th><th scope="col">${say("Place")}</th><th scope="col">${say("Signature")}</th></tr></thead>
        <tbody>${table.players.map(({ player }) => html`<tr><td>${named(cup, player)}</td><td></td><td></td></tr>`)}</tbody></table></article>`;
  }
}

const main = document.getElementById("main");
if (main !== null) viewer().then((as) => new PrintPage(main, as).cup.begin());
