/** Why a round is paired as it is: by which rules, and why not with somebody else. */

import { say } from "../base/words.js";
import { act } from "../desk/fields.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { CRITERIA, refused, told } from "./labels.js";
import { named } from "./rounds.js";

/** @typedef {import("./cup.js").Cup} Cup */
/** @typedef {import("./service.js").Pairing} Pairing */

class Why {
  other = "";
  said = "";
  #asked = 0;

  /**
   * @param {Cup} cup
   * @param {Pairing} table
   * @param {() => void} changed
   */
  constructor(cup, table, changed) {
    this.cup = cup;
    this.table = table;
    this.changed = changed;
    this.round = cup.round?.round ?? 0;
    this.one = table.players[0]?.player ?? "";
  }

  /** @param {"one" | "other"} which @param {string} player */
  async choose(which, player) {
    this[which] = player;
    this.said = "";
    this.#asked += 1;
    const mine = this.#asked;
    this.changed();
    if (this.other === "") return;
    let said;
    try {
      said = told(CRITERIA, await this.cup.why(this.round, this.one, this.other));
    } catch (error) {
      said = refused(error);
    }
    if (mine !== this.#asked) return;
    this.said = said;
    this.changed();
  }

  body() {
    const { cup, table } = this;
    const others = [...cup.players.values()].filter(
      ({ player }) => !table.players.some((one) => one.player === player),
    );
    return html`<p>${reason(cup)}</p>
      <ul class="why-players">${table.players.map(({ player }, at) => html`<li>${named(cup, player)}${points(cup, player)}${at === 0 ? html` <span class="mark">${say("begins")}</span>` : nothing}</li>`)}</ul>
      <h3>${say("Why not with somebody else?")}</h3>
      <div class="fields">${this.#choice(
        say("Why does"),
        "one",
        table.players.map(({ player }) => player),
        "",
      )}
        ${this.#choice(
          say("not meet"),
          "other",
          others.map(({ player }) => player),
          say("Choose …"),
        )}</div>
      <p class="why-said" role="status">${this.said}</p>`;
  }

  /**
   * @param {string} label
   * @param {"one" | "other"} which
   * @param {string[]} players
   * @param {string} empty
   */
  #choice(label, which, players, empty) {
    const choose = (/** @type {Event} */ event) =>
      this.choose(which, /** @type {HTMLSelectElement} */ (event.currentTarget).value);
    return html`<label class="field"><span>${label}</span><select name=${which} @change=${choose}>
      ${empty === "" ? nothing : html`<option value="">${empty}</option>`}
      ${players.map((one) => html`<option value=${one} ?selected=${one === this[which]}>${this.cup.nameOf(one)}</option>`)}
    </select></label>`;
  }
}

/** @param {Cup} cup @param {string} player */
function points(cup, player) {
  const row = cup.before.get(player);
  return row === undefined ? nothing : html` <small>${say("{points} points", { points: row.shown })}</small>`;
}

/** @param {Cup} cup @returns {string} */
function reason({ tournament, round }) {
  if (round?.reason) return say("The organiser has paired this round by hand: {reason}", { reason: round.reason });
  const format = tournament?.format.format;
  if (format === "swiss")
    return say("Players with equal points meet, nobody twice; and everybody is to begin about as often as not.");
  if (format === "pods")
    return say(
      "Nobody sits out or at a short table twice, few meet again, and players with equal points sit together.",
    );
  if (format === "knock_out") return say("The bracket says who meets: the best seeds as late as they can.");
  return say("The schedule says who meets: everybody meets everybody, and begins about as often as not.");
}

/**
 * @param {Cup} cup
 * @param {import("../base/dialog.js").Dialogs} dialogs
 * @returns {(table: Pairing) => unknown} what asks why a table is paired so
 */
export function asking(cup, dialogs) {
  return (table) => {
    const title = say("Table {number}: why this pairing?", { number: table.pairing });
    const show = () => {
      const why = new Why(cup, table, () => dialogs.draw());
      dialogs.show({ name: "why", title, body: () => why.body() });
    };
    return act(say("Why?"), show, { weight: "quiet", named: title });
  };
}
