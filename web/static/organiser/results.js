/** A result by ruling: places of everybody at a table, in words, and why. */

import { message, say } from "../base/words.js";
import { act, choice, line } from "../desk/fields.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { isRanking } from "./pairing.js";

/** @typedef {import("../tournaments/service.js").Pairing} Pairing */
/** @typedef {import("./running.js").Running} Running */

/** What may come of a table of two, as the places of its players. */
const OF_TWO = {
  "1,2": message("{first} wins"),
  "2,1": message("{second} wins"),
  "1,1": message("a draw"),
  "1,0": message("{second} did not come"),
  "0,1": message("{first} did not come"),
  "0,0": message("nobody came"),
};

export class Result {
  reason = "";
  /** @type {number[]} */ places;

  /**
   * @param {Running} running
   * @param {Pairing} table
   */
  constructor(running, table) {
    this.running = running;
    this.table = table;
    this.round = running.cup.round?.round ?? 0;
    this.counted = table.players.some(({ place }) => place !== null);
    this.places = table.players.map(({ place }) => place ?? -1);
  }

  get #names() {
    return this.table.players.map(({ player }) => this.running.cup.nameOf(player));
  }

  /** @returns {string[]} what the places say, in words */
  get #said() {
    const [first = "", second = ""] = this.#names;
    if (this.table.players.length === 2) {
      const known = /** @type {keyof typeof OF_TWO} */ (this.places.join(","));
      return Object.hasOwn(OF_TWO, known) ? [say(OF_TWO[known], { first, second })] : [];
    }
    return this.#names.map((name, seat) => {
      const place = this.places[seat] ?? 0;
      return place === 0 ? say("{name} did not come", { name }) : say("{name}: place {place}", { name, place });
    });
  }

  show() {
    const title = say("Table {number}: the result", { number: this.table.pairing });
    this.running.dialogs.show({ name: "result", title, body: () => this.#form() });
  }

  #form() {
    const set = (/** @type {string} */ typed) => {
      this.reason = typed;
      this.running.dialogs.draw();
    };
    const whole = this.places.every((place) => place >= 0) && isRanking(this.places);
    return html`${this.table.players.length === 2 ? this.#ofTwo() : this.#each()}
      ${line(say("Reason, for everybody to read"), this.reason, set, { most: 500 })}
      ${whole || this.places.some((place) => place < 0) ? "" : html`<p class="wrong" role="status">${say("These places are no ranking: 1, 2, 2, 4 is one.")}</p>`}
      <div class="sheet-foot">${act(say("Read what will be written"), () => this.#read(), { weight: "primary", disabled: !whole || this.reason.trim() === "" })}</div>`;
  }

  #ofTwo() {
    const [first = "", second = ""] = this.#names;
    const all = /** @type {(keyof typeof OF_TWO)[]} */ (Object.keys(OF_TWO));
    const words = Object.fromEntries(all.map((places) => [places, say(OF_TWO[places], { first, second })]));
    const known = this.places.join(",");
    return choice(say("What came of it"), words, Object.hasOwn(words, known) ? known : "", (places) => {
      this.places = places.split(",").map(Number);
      this.running.dialogs.draw();
    });
  }

  #each() {
    const seats = this.table.players.length;
    const words = Object.fromEntries([
      ["0", say("did not come")],
      ...Array.from({ length: seats }, (_, at) => [`${at + 1}`, say("place {place}", { place: at + 1 })]),
    ]);
    return html`<div class="fields">${this.#names.map((name, seat) => {
      const place = this.places[seat] ?? -1;
      return choice(name, words, place < 0 ? "" : `${place}`, (said) => {
        this.places = this.places.map((one, at) => (at === seat ? Number(said) : one));
        this.running.dialogs.draw();
      });
    })}</div>`;
  }

  #read() {
    const { table, round, running } = this;
    const reason = this.reason.trim();
    const said = [
      say("Round {round}, table {number}: {what}.", { round, number: table.pairing, what: this.#said.join("; ") }),
      this.counted
        ? say("The result that was counted changes. Standings follow; rounds that have begun stay.")
        : say("A game that goes on there is given up."),
      say("Everybody reads the reason: “{reason}”", { reason }),
    ];
    const path = `/rounds/${round}/tables/${table.pairing}/result`;
    running.confirm(say("This will be written"), said, say("Write this result"), path, { places: this.places, reason });
  }
}
