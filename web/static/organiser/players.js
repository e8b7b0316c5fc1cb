/** The players of a tournament that one runs: registered one by one or pasted, their links, and what is said of them. */

import { cleaned } from "../base/typed.js";
import { count, message, say } from "../base/words.js";
import { act, choice, line, prose } from "../desk/fields.js";
import { spoken } from "../desk/labels.js";
import { PLAYERS, told } from "../tournaments/labels.js";
import { named } from "../tournaments/rounds.js";
import { segment } from "../tournaments/service.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { pasted } from "./paste.js";

/** @typedef {import("../tournaments/service.js").Entrant} Entrant */
/** @typedef {import("./running.js").Running} Running */

const AT_ONCE = 200; // players in one request: api/wire/schemas/tournaments.py
const BYES = {
  full: message("a full point"),
  half: message("half a point"),
  zero: message("nothing"),
};

export class Players {
  name = "";
  rating = "";
  bot = "";
  points = "0";
  text = "";
  reason = "";
  penalty = "1/2";
  bye = "half";
  one = "";
  other = "";
  /** @type {string} whose line is open */ open = "";
  /** @type {Map<string, string>} codes of personal links that this page was told, by player */ codes = new Map();

  /** @param {Running} running */
  constructor(running) {
    this.running = running;
  }

  /** @param {any} answer that may hold codes */
  note(answer) {
    const told = Array.isArray(answer?.players) ? answer.players : [answer];
    for (const one of told)
      if (typeof one?.code === "string" && typeof one.player === "string") this.codes.set(one.player, one.code);
  }

  /** @param {string} player @returns {string} the personal link; nothing where this page does not know it */
  #link(player) {
    const code = this.codes.get(player);
    if (code === undefined) return "";
    const { cup } = this.running;
    return `${location.origin}/tournaments/${segment(cup.id)}#player=${segment(player)}&code=${encodeURIComponent(code)}`;
  }

  get #late() {
    return ["running", "paused"].includes(this.running.cup.tournament?.status ?? "");
  }

  /** @param {Event} event */
  #add(event) {
    event.preventDefault();
    const name = cleaned(this.name);
    if (name === "") return;
    const points = this.#late ? { points: this.points } : {};
    const rating = /^\d+$/.test(this.rating.trim()) ? { rating: Number(this.rating) } : {};
    const player = { name, ...rating, ...points, ...(this.bot === "" ? {} : { bot: this.bot }) };
    const said = [say("“{name}” is registered.", { name })];
    if (this.#late) said.push(say("They come in late, with {points} points.", { points: this.points }));
    this.running.confirm(say("Register a player"), said, say("Register"), "/players", { players: [player] }, () => {
      Object.assign(this, { name: "", rating: "" });
    });
  }

  #addAll() {
    const { players, faults } = pasted(this.text);
    if (faults.length > 0 || players.length === 0) return;
    const at = players.slice(0, AT_ONCE);
    const said = [
      count("1 player is registered.", "{n} players are registered.", at.length),
      say("The first is {first}, the last {last}.", { first: at[0]?.name ?? "", last: at.at(-1)?.name ?? "" }),
    ];
    if (players.length > AT_ONCE) said.push(say("The others stay in the field, for a second time."));
    this.running.confirm(say("Register these players"), said, say("Register"), "/players", { players: at }, () => {
      const rest = players.slice(AT_ONCE);
      this.text = rest.map(({ name, rating }) => `"${name.replaceAll('"', '""')}",${rating ?? ""}`).join("\n");
    });
  }

  section() {
    const { cup } = this.running;
    const going = cup.tournament?.status === "registration" || this.#late;
    const all = [...cup.players.values()];
    return html`<section class="site-panel" aria-labelledby="players-title"><h2 id="players-title">${say("Players ({n})", { n: all.length })}</h2>
      ${going ? this.#adding() : nothing} ${this.#links()}
      ${all.length === 0 ? html`<p class="note">${say("Nobody is registered yet.")}</p>` : nothing}
      <ol class="entrants">${all.map((one) => this.#row(one))}</ol>
      ${going && all.length > 2 ? this.#apart(all) : nothing}</section>`;
  }

  #adding() {
    const set =
      (/** @type {"name" | "rating" | "bot" | "points" | "text"} */ what) => (/** @type {string} */ typed) => {
        this[what] = typed;
        this.running.changed();
      };
    const { players, faults } = pasted(this.text);
    const bots = Object.fromEntries(this.running.game.bots.map((bot) => [bot, say("the bot {name}", { name: bot })]));
    return html`<form class="adding" @submit=${(/** @type {Event} */ event) => this.#add(event)}><div class="fields">
        ${line(say("Name"), this.name, set("name"), { most: 40 })} ${line(say("Rating (if there is one)"), this.rating, set("rating"), { mode: "numeric", most: 6 })}
        ${this.#late ? line(say("Points that they come in with"), this.points, set("points"), { most: 12 }) : nothing}
        <label class="field"><span>${say("Who plays")}</span><select @change=${(/** @type {Event} */ event) => set("bot")(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
          <option value="" ?selected=${this.bot === ""}>${say("a person, by a personal link")}</option>
          ${Object.entries(bots).map(([bot, words]) => html`<option value=${bot} ?selected=${bot === this.bot}>${words}</option>`)}</select></label></div>
        <p class="buttons"><button class="button" type="submit">${say("Register …")}</button></p></form>
      <details><summary>${say("Paste many, from a spreadsheet")}</summary><div class="adding">
        ${prose(say("Players"), say("a line each: name, then the rating if there is one"), this.text, set("text"))}
        <ul class="wrong" role="status">${faults.slice(0, 8).map((fault) => html`<li>${fault}</li>`)}</ul>
        <p class="buttons">${act(
          count("Register 1 player …", "Register {n} players …", players.length),
          () => this.#addAll(),
          {
            disabled: players.length === 0 || faults.length > 0,
          },
        )}</p></div></details>`;
  }

  #links() {
    if (this.codes.size === 0) return nothing;
    const { cup } = this.running;
    const rows = [...this.codes.keys()].filter((one) => cup.players.has(one));
    const text = rows.map((one) => `${cup.nameOf(one)}\t${this.#link(one)}`).join("\n");
    return html`<div class="links-told"><h3>${say("Personal links")}</h3>
      <p class="note">${say("Send each to its player alone: it works once, and nobody else may have it. This page forgets them when it is closed; a new one can be given.")}</p>
      <p class="buttons">${act(count("Copy 1 link", "Copy all {n} links, with names", rows.length), () => navigator.clipboard?.writeText(text))}</p></div>`;
  }

  /** @param {Entrant} one */
  #row(one) {
    const { cup } = this.running;
    const waiting = cup.tournament?.status === "registration";
    const toggle = (/** @type {Event} */ event) => {
      const open = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
      if (open === (this.open === one.player)) return;
      this.open = open ? one.player : "";
      this.running.changed();
    };
    const checkIn = () =>
      this.running.confirm(
        say("Check in"),
        [
          say("{name} is there.", { name: cup.nameOf(one.player) }),
          say("Once anybody has checked in, only those play who have."),
        ],
        say("Check in"),
        `/players/${segment(one.player)}/check-in`,
        {},
      );
    const letIn = () =>
      this.running.confirm(
        say("Let in late"),
        [
          say("{name} plays from the next round on.", { name: cup.nameOf(one.player) }),
          say("They come in late, with {points} points.", { points: this.points }),
        ],
        say("Let in late"),
        `/players/${segment(one.player)}/check-in`,
        { points: this.points },
      );
    return html`<li class="entrant"><details ?open=${this.open === one.player} @toggle=${toggle}><summary>
        <span class="entrant-name">${named(cup, one.player)}</span>
        ${one.rating === null ? nothing : html`<small>${one.rating}</small>`}
        ${one.bot === null ? nothing : html`<span class="mark">${say("bot")}</span>`}
        ${one.status === "in" ? nothing : html`<span class="mark is-warning">${told(PLAYERS, one.status)}</span>`}
        ${waiting && one.checked_in ? html`<span class="mark is-good">${say("checked in")}</span>` : nothing}
      </summary>${this.open === one.player ? this.#acts(one) : nothing}</details>
      ${waiting && !one.checked_in && one.status === "in" ? act(say("Check in"), checkIn, { named: say("Check in {name}", { name: cup.nameOf(one.player) }) }) : nothing}
      ${this.#misses(one) ? act(say("Let in late …"), letIn, { named: say("Let {name} in late", { name: cup.nameOf(one.player) }) }) : nothing}</li>`;
  }

  /**
   * @param {Entrant} one
   * @returns {boolean} whether somebody is registered, was not there at the start, and may still come in
   */
  #misses({ number, status }) {
    const { tournament } = this.running.cup;
    const takes = ["swiss", "pods"].includes(tournament?.format.format) && tournament?.cut_made === null;
    return this.#late && takes && number === null && status === "in";
  }

  /** @param {Entrant} one */
  #acts(one) {
    const { running } = this;
    const { cup } = running;
    const name = cup.nameOf(one.player);
    const path = `/players/${segment(one.player)}`;
    const going = ["registration", "running", "paused"].includes(cup.tournament?.status ?? "");
    const link = this.#link(one.player);
    const renew = () =>
      running.confirm(
        say("Give a new link"),
        [
          say("{name} gets a new personal link.", { name }),
          say("The old one, and whatever came in by it, is worth nothing from then on."),
        ],
        say("Give a new link"),
        `${path}/link`,
        {},
      );
    const copy = () => navigator.clipboard?.writeText(link);
    return html`<div class="entrant-acts">
      ${link === "" ? nothing : html`<label class="field"><span>${say("Personal link")}</span><input readonly .value=${link}></label>${act(say("Copy the link"), copy)}`}
      ${one.bot === null && going ? act(say("Give a new link …"), renew) : nothing}
      ${going ? this.#standing(one, name, path) : nothing}</div>`;
  }

  /** @param {Entrant} one @param {string} name @param {string} path */
  #standing(one, name, path) {
    const { running } = this;
    const out = () =>
      running.confirm(
        say("Withdraw a player"),
        [say("{name} is paired no more.", { name }), say("A table that is being played is not touched.")],
        say("Withdraw"),
        `${path}/withdraw`,
        {},
      );
    const back = () =>
      running.confirm(
        say("Let a player return"),
        [say("{name} is paired again; the rounds between give nothing.", { name })],
        say("Let return"),
        `${path}/return`,
        {},
      );
    if (one.status === "disqualified") return nothing;
    return html`<p class="buttons">${one.status === "in" ? act(say("Withdraw …"), out) : act(say("Let return …"), back)}</p>
      ${this.#sitsOut(name, path)} ${this.#grave(name, path)}`;
  }

  /** @param {string} name @param {string} path */
  #sitsOut(name, path) {
    const round = (this.running.cup.tournament?.round ?? 0) + 1;
    const words = spoken(BYES);
    const set = (/** @type {string} */ bye) => {
      this.bye = bye;
    };
    const go = () =>
      this.running.confirm(
        say("A bye"),
        [say("{name} sits out round {round}, for {worth}.", { name, round, worth: words[this.bye] ?? "" })],
        say("Give this bye"),
        `${path}/bye`,
        { round, bye: this.bye },
      );
    return html`<fieldset><legend>${say("Sit out round {round}", { round })}</legend>${choice(say("Worth"), words, this.bye, set)}${act(say("Give a bye …"), go)}</fieldset>`;
  }

  /** @param {string} name @param {string} path */
  #grave(name, path) {
    const { running } = this;
    const set = (/** @type {"reason" | "penalty"} */ what) => (/** @type {string} */ typed) => {
      this[what] = typed;
      running.changed();
    };
    const reason = this.reason.trim();
    const told = say("Everybody reads the reason: “{reason}”", { reason });
    const penalise = () =>
      running.confirm(
        say("Subtract points"),
        [
          say("{name} loses {points} points, in the standings and in the next pairing.", {
            name,
            points: this.penalty,
          }),
          told,
        ],
        say("Subtract them"),
        `${path}/penalty`,
        { points: this.penalty.trim(), reason },
      );
    const disqualify = () =>
      running.confirm(
        say("Disqualify"),
        [say("{name} is disqualified: places close up, and this cannot be taken back.", { name }), told],
        say("Disqualify {name}", { name }),
        `${path}/disqualify`,
        { reason },
      );
    return html`<details><summary>${say("A rule was broken")}</summary><div class="adding">
      ${line(say("Reason, for everybody to read"), this.reason, set("reason"), { most: 500 })}
      ${line(say("Points, such as 1 or 1/2"), this.penalty, set("penalty"), { most: 24 })}
      <p class="buttons">${act(say("Subtract these points …"), penalise, { disabled: reason === "" })}
        ${act(say("Disqualify …"), disqualify, { disabled: reason === "" })}</p></div></details>`;
  }

  /** @param {Entrant[]} all */
  #apart(all) {
    const names = Object.fromEntries(all.map(({ player }) => [player, this.running.cup.nameOf(player)]));
    const set = (/** @type {"one" | "other"} */ what) => (/** @type {string} */ player) => {
      this[what] = player;
      this.running.changed();
    };
    const { one, other } = this;
    const go = () =>
      this.running.confirm(
        say("Keep two players apart"),
        [
          say("{one} and {other} are not paired with each other from now on.", {
            one: names[one] ?? "",
            other: names[other] ?? "",
          }),
        ],
        say("Keep them apart"),
        "/forbidden-pairs",
        { players: [one, other] },
      );
    return html`<details><summary>${say("Keep two players apart")}</summary><div class="adding"><div class="fields">
      ${choice(say("One of them"), names, one, set("one"))} ${choice(say("The other one"), names, other, set("other"))}</div>
      <p class="buttons">${act(say("Keep them apart …"), go, { disabled: one === "" || other === "" || one === other })}</p></div></details>`;
  }
}
