/** The deck of whoever plays, where decks are registered: a ready-made one or a deck file, and what is registered so far. */

import { Lost, Problem } from "../base/api.js";
import { count, say } from "../base/words.js";
import { act, choice, prose } from "../desk/fields.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { askAs, segment } from "./service.js";

/** @typedef {import("./cup.js").Cup} Cup */
/** @typedef {import("./service.js").Tournament} Tournament */
/** @typedef {{id: string, name: string, text: string}} Ready */

const CARDS = /^(\d+) /gm; // of a line: so many copies

export class OwnDecks {
  /** @type {Ready[]} */ ready = [];
  /** @type {Map<number, string>} what is registered, by the round from which it is played */ own = new Map();
  text = "";
  chosen = "";
  round = 1;
  #seen = "";

  /**
   * @param {string} id of the tournament
   * @param {{as: string, changed: () => void, tell: (step: string, done: string, said: Record<string, unknown>) => Promise<void>}} mine
   */
  constructor(id, mine) {
    this.id = id;
    this.mine = mine;
  }

  /**
   * Look what is registered, when that may have changed.
   *
   * @param {Tournament} tournament
   * @param {string} player
   * @param {number[]} rounds where the player has a deck
   */
  async follow(tournament, player, rounds) {
    const seen = `${player} ${rounds} ${tournament.n}`;
    if (tournament.decks !== "registered" || seen === this.#seen) return;
    this.#seen = seen;
    try {
      const path = `/tournaments/${segment(this.id)}/players/${segment(player)}/deck`;
      const { decks } = (await askAs(this.mine.as, path)).body;
      this.own = new Map(decks.map((/** @type {{round: number, text: string}} */ one) => [one.round, one.text]));
      if (this.ready.length === 0)
        this.ready = (await askAs("", `/games/${segment(tournament.game)}/decks`)).body.decks;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
      this.#seen = "";
    }
    this.mine.changed();
  }

  /** @param {Tournament} tournament @returns {number[]} from which rounds on a deck may be registered now */
  #open({ status, paired, deck_rounds: rounds }) {
    if (["ended", "cancelled"].includes(status)) return [];
    return rounds.filter((round) => (round === 1 ? status === "registration" : round > paired) || !this.own.has(round));
  }

  /** @param {number[]} open @returns {number} the round that is spoken of */
  #now(open) {
    return open.includes(this.round) ? this.round : (open[0] ?? 1);
  }

  /** @param {Tournament} tournament */
  panel(tournament) {
    if (tournament.decks !== "registered") return nothing;
    const open = this.#open(tournament);
    return html`<section class="mine-deck" aria-label=${say("Your deck")}><h3>${say("Your deck")}</h3>
      ${[...this.own].map(([round, text]) => html`<details><summary>${this.#named(round, text)}</summary><pre>${text}</pre></details>`)}
      ${open.length === 0 ? nothing : this.#form(open)}</section>`;
  }

  /** @param {number} round @param {string} text */
  #named(round, text) {
    const cards = count("{n} card", "{n} cards", size(text));
    return round === 1
      ? say("Registered: {cards}", { cards })
      : say("From round {round} on: {cards}", { round, cards });
  }

  /** @param {number[]} open */
  #form(open) {
    const round = this.#now(open);
    const labels = this.ready.map(({ id, name, text }) => [
      id,
      `${name} · ${count("{n} card", "{n} cards", size(text))}`,
    ]);
    const pick = (/** @type {string} */ id) => {
      this.chosen = id;
      this.text = this.ready.find((one) => one.id === id)?.text ?? this.text;
      this.mine.changed();
    };
    const type = (/** @type {string} */ typed) => {
      this.text = typed;
    };
    const rounds = Object.fromEntries(open.map((one) => [`${one}`, say("From round {round} on", { round: one })]));
    const turn = (/** @type {string} */ chosen) => {
      this.round = Number(chosen);
      this.mine.changed();
    };
    const done = say("Your deck is registered and sealed.");
    const label = this.own.has(round) ? say("Register this one instead") : say("Register this deck");
    const send = () => (this.text.trim() === "" ? undefined : this.mine.tell("deck", done, { text: this.text, round }));
    return html`<p>${say("It is sealed: nobody else sees it until the tournament has ended, and every table of yours plays it.")}</p>
      <div class="fields">${open.length > 1 ? choice(say("Rounds"), rounds, `${round}`, turn) : nothing}
      ${choice(say("Ready-made decks"), Object.fromEntries(labels), this.chosen, pick)}
      ${prose(say("Deck file"), say("A ready-made one may be changed here."), this.text, type)}</div>
      <p>${act(label, send, { weight: this.own.has(round) ? "plain" : "primary" })}</p>`;
  }
}

/** @param {string} text of a deck file @returns {number} its cards */
function size(text) {
  return [...text.matchAll(CARDS)].reduce((sum, [, copies]) => sum + Number(copies), 0);
}
