/** Whoever plays, by a personal link: check in, find the table and sit down, see the own results, withdraw. */

import { ask, Lost, Problem } from "../base/api.js";
import { insist } from "../base/insisting.js";
import { taken } from "../base/session.js";
import { visit } from "../base/visit.js";
import { say } from "../base/words.js";
import { Deeds } from "../desk/deeds.js";
import { act, line } from "../desk/fields.js";
import { entropy } from "../lobby/opening.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { OwnDecks } from "./deck.js";
import { fraction, refused } from "./labels.js";
import { named } from "./rounds.js";
import { askAs, playerOf, segment } from "./service.js";

/** @typedef {import("./cup.js").Cup} Cup */
/** @typedef {import("./confirm.js").Confirm} Confirm */
/** @typedef {import("./service.js").Round} Round */
/** @typedef {{round: number, table: string | null, seat: number | null, join_code: string | null, seated: boolean}} Seat */

const API = "/api/v1";
const GOING = new Set(["running", "paused"]);
const AGAIN = 2_500; // ms until a table that is being set up is looked for once more

export class Mine {
  /** @type {string | null} as whom this browser plays here */ player = null;
  /** @type {{player: string, code: string} | null} a personal link that nobody has used yet */ link = null;
  /** @type {Seat | null} */ seat = null;
  /** @type {Round[] | null} */ rounds = null;
  /** @type {string} a link for another device, as long as the page knows the key */ device = "";
  name = "";
  code = "";
  trouble = "";
  done = "";
  #seen = "";
  /** @type {any} */ #timer;

  /**
   * @param {string} id
   * @param {{changed: () => void, confirm: Confirm, entered: () => Promise<void>,
   *   waits: (error: Problem | Lost, again: () => void) => void}} page
   */
  constructor(id, page) {
    this.id = id;
    this.page = page;
    this.as = playerOf(id);
    this.decks = new OwnDecks(id, {
      as: this.as,
      changed: () => page.changed(),
      tell: (step, done, said) => this.#tell(step, done, said),
    });
    this.deeds = new Deeds({
      ask: (path, asking) => askAs(this.as, path, asking),
      storage: visit(),
      place: `matchledger/tournament/${id}`,
      wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
      changed: () => page.changed(),
    });
  }

  /** Begin with what the link brings, or with the session that is there. */
  async begin() {
    const [player, code, key] = [taken("player"), taken("code"), taken("key")];
    if (key !== null) await this.safely(() => insist(() => this.#enter(key), this.page.waits));
    if (this.player === null) this.player = await this.#known();
    if (code !== null && player !== null && this.player === null) this.link = { player, code };
    else if (code !== null) this.code = code;
    if (this.player !== null) await this.safely(async () => this.deeds.again());
  }

  /** @returns {Promise<string | null>} whose session there is */
  async #known() {
    try {
      const asking = () => askAs(this.as, `/tournaments/${segment(this.id)}/session`);
      return (await insist(asking, this.page.waits)).body.player;
    } catch (error) {
      if (error instanceof Problem) return null; // the page says what it may see
      throw error;
    }
  }

  /** @param {string} key */
  async #enter(key) {
    const { body } = await ask(`${API}/tournaments/${segment(this.id)}/session`, { body: {}, token: key });
    this.player = body.player;
    this.link = null;
    this.device = `${location.origin}/tournaments/${segment(this.id)}#key=${encodeURIComponent(key)}`;
    await this.page.entered();
  }

  /** Use the personal link, once. */
  claim() {
    return this.safely(async () => {
      const { player, code } = /** @type {{player: string, code: string}} */ (this.link);
      const path = `${API}/tournaments/${segment(this.id)}/players/${segment(player)}/claim`;
      await this.#enter((await ask(path, { body: { code } })).body.key);
    });
  }

  /** Register with the code that the organiser gave out. */
  register() {
    return this.safely(async () => {
      const body = { code: this.code.trim(), name: this.name.trim(), entropy: entropy() };
      const { key } = (await ask(`${API}/tournaments/${segment(this.id)}/registration`, { body })).body;
      await this.#enter(key);
    });
  }

  /** Nobody plays in this browser any more; the personal link cannot be used again. */
  async leave() {
    await this.safely(async () => {
      await askAs(this.as, `/tournaments/${segment(this.id)}/session`, { method: "DELETE" });
      Object.assign(this, { player: null, seat: null, rounds: null, device: "" });
    });
  }

  /**
   * @param {() => Promise<any>} work
   */
  async safely(work) {
    Object.assign(this, { trouble: "", done: "" });
    try {
      await work();
    } catch (error) {
      this.trouble = refused(error);
      if (error instanceof Problem && ["bad_credentials", "credentials_needed"].includes(error.code))
        this.player = null;
    }
    this.page.changed();
  }

  /**
   * Look where I sit, when the tournament has moved on or a table is being set up.
   *
   * @param {Cup} cup
   */
  async follow(cup) {
    const { tournament } = cup;
    if (this.player === null || tournament === null) return;
    const seen = `${this.player} ${tournament.n}`;
    if (seen === this.#seen) return;
    this.#seen = seen;
    if (this.rounds !== null) this.rounds = null;
    await this.#look(tournament.playing);
    await this.decks.follow(tournament, this.player, cup.players.get(this.player)?.decks ?? []);
  }

  /** @param {boolean} playing */
  async #look(playing) {
    clearTimeout(this.#timer);
    try {
      this.seat = (await askAs(this.as, `/tournaments/${segment(this.id)}/seat`)).body;
      if (playing && this.seat?.table === null) this.#timer = setTimeout(() => this.#look(playing), AGAIN);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
      this.#seen = "";
    }
    this.page.changed();
  }

  /** @param {string} step @param {string} done @param {Record<string, unknown>} [said] */
  #tell(step, done, said = {}) {
    return this.safely(async () => {
      await this.deeds.send(`/tournaments/${segment(this.id)}/players/${segment(this.player ?? "")}/${step}`, said);
      this.done = done;
    });
  }

  /** Sit down if I do not sit yet, and go there with a session of that table. */
  sit() {
    return this.safely(async () => {
      const { table, join_code: code } = /** @type {Seat} */ (this.seat);
      const path = `/tables/${segment(table ?? "")}`;
      if (code !== null) await this.deeds.send(`${path}/seats`, { join_code: code, entropy: entropy() });
      await askAs(this.as, `${path}/session`, { body: {} });
      location.assign(`/t/${segment(table ?? "")}`);
    });
  }

  /** @param {Event} event */
  async #results(event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.currentTarget).open) || this.rounds !== null) return;
    await this.safely(async () => {
      this.rounds = (await askAs(this.as, `/tournaments/${segment(this.id)}/rounds`)).body.rounds;
    });
  }

  /** @param {Cup} cup */
  panel(cup) {
    if (this.player !== null) return this.#mine(cup);
    if (this.link !== null) return this.#welcome(cup);
    const { tournament } = cup;
    if (tournament?.registration === "code" && tournament.status === "registration") return this.#joining();
    return this.trouble === "" ? nothing : html`<section class="site-panel mine">${this.#trouble()}</section>`;
  }

  /** @param {Cup} cup */
  #welcome(cup) {
    const name = cup.players.get(this.link?.player ?? "")?.name ?? "";
    return html`<section class="site-panel mine"><h2>${say("Your personal link")}</h2>
      <p>${say("This link is for one player alone, and works once:")} <b><bdi>${name}</bdi></b></p>
      ${this.#trouble()}
      <p>${act(say("That is me: come in"), () => this.claim(), { weight: "primary" })}</p></section>`;
  }

  #joining() {
    const type = (/** @type {"name" | "code"} */ what) => (/** @type {string} */ typed) => {
      this[what] = typed;
    };
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.register();
    };
    return html`<section class="site-panel mine"><h2>${say("Register")}</h2>
      <form @submit=${send}><div class="fields">${line(say("Your name"), this.name, type("name"), { most: 40 })}
        ${line(say("Code of the tournament"), this.code, type("code"), { most: 40 })}</div>
      ${this.#trouble()}<p><button class="button is-primary" type="submit">${say("Register")}</button></p></form></section>`;
  }

  /** @param {Cup} cup */
  #mine(cup) {
    const own = cup.players.get(this.player ?? "");
    const out = own !== undefined && own.status !== "in";
    return html`<section class="site-panel mine" aria-label=${say("You")}>
      <h2><bdi>${cup.nameOf(this.player ?? "")}</bdi></h2>
      <p class="mine-now">${this.#now(cup, out)}</p>
      ${this.#trouble()}<p class="note" role="status">${this.done}</p>
      <p class="buttons">${this.#acts(cup, out)}</p>
      ${cup.tournament === null || out ? nothing : this.decks.panel(cup.tournament)}
      ${(cup.tournament?.round ?? 0) === 0 ? nothing : this.#played(cup)} ${this.#more(cup, out)}</section>`;
  }

  /** @param {Cup} cup @param {boolean} out @returns {string} */
  #now({ tournament, players }, out) {
    if (tournament === null) return "";
    if (tournament.status === "cancelled") return say("The tournament was given up.");
    if (tournament.status === "ended") return say("The tournament has ended.");
    if (out) return say("You play no more in this tournament.");
    if (tournament.status === "registration" && this.#lacksDeck(tournament, players))
      return say("You are registered. Register your deck, then check in.");
    if (tournament.status === "registration")
      return players.get(this.player ?? "")?.checked_in
        ? say("You are checked in. Your table stands here when a round begins.")
        : say("You are registered. Check in when you are there.");
    if (!tournament.playing) return say("Wait for the next round: your table will stand here.");
    if (this.seat === null) return "";
    const { round, table, seated } = this.seat;
    if (table === null) return say("Round {round}: you sit out, or your table is being set up.", { round });
    return seated
      ? say("Round {round}: you have sat down.", { round })
      : say("Round {round}: your table waits for you.", { round });
  }

  /** @param {NonNullable<Cup["tournament"]>} tournament @param {Cup["players"]} players */
  #lacksDeck({ decks }, players) {
    return decks === "registered" && !players.get(this.player ?? "")?.decks.includes(1);
  }

  /** @param {Cup} cup @param {boolean} out */
  #acts(cup, out) {
    const { tournament } = cup;
    const busy = this.deeds.state !== "idle";
    if (tournament?.status === "registration" && !out && !cup.players.get(this.player ?? "")?.checked_in)
      return act(say("Check in"), () => this.#tell("check-in", say("You are checked in.")), {
        weight: "primary",
        disabled: busy || this.#lacksDeck(tournament, cup.players),
      });
    if (!GOING.has(tournament?.status ?? "") || !tournament?.playing || this.seat?.table == null) return nothing;
    const label = this.seat.seated ? say("Go to my table") : say("Sit down at my table");
    return html`${act(label, () => this.sit(), { weight: "primary", disabled: busy })} ${this.#atTable(cup)}`;
  }

  /** @param {Cup} cup @returns {unknown} what a player says of the own table, where the tournament has it */
  #atTable({ tournament, round }) {
    const table = round?.tables.find(({ players }) => players.some(({ player }) => player === this.player));
    const own = table?.players.find(({ player }) => player === this.player);
    if (tournament === null || round?.round !== tournament.round || own === undefined || own.place !== null)
      return nothing;
    const path = { round: round.round };
    const offer = () =>
      this.page.confirm.ask(
        say("Offer a draw"),
        [say("Once everybody at your table has offered it, all share the first place, and the game is given up.")],
        say("Offer it"),
        () => this.#tell("draw", say("You have offered a draw."), path),
      );
    const back = () => this.#tell("draw", say("Your offer is taken back."), { ...path, stands: false });
    const concede = () =>
      this.page.confirm.ask(
        say("Concede"),
        [say("In the tournament you stand behind the others of your table, whatever the game that has ended says.")],
        say("Concede the result"),
        () => this.#tell("concede", say("You have conceded."), path),
      );
    const draws =
      tournament.draw_by_agreement === "any_time" ||
      (tournament.draw_by_agreement === "before_start" && table?.status === "open");
    return html`${draws ? (own.offers_draw ? act(say("Take the draw offer back"), back) : act(say("Offer a draw …"), offer)) : nothing}
      ${table?.status === "finished" && !own.concedes ? act(say("Concede …"), concede) : nothing}`;
  }

  /** @param {Cup} cup @returns {unknown} */
  #ownBye({ tournament }) {
    const { own_byes: byes, round, status } = tournament ?? {};
    const next = (round ?? 0) + 1;
    if (!byes || !GOING.has(status ?? "") || next > (byes.last ?? next)) return nothing;
    const ask = (/** @type {"half" | "zero"} */ bye, /** @type {string} */ worth) => () =>
      this.page.confirm.ask(
        say("Sit out round {round}", { round: next }),
        [say("You sit out round {round}, for {worth}.", { round: next, worth })],
        say("Sit it out"),
        () => this.#tell("bye", say("You sit out round {round}.", { round: next }), { round: next, bye }),
      );
    return html`${byes.half ? act(say("Sit out round {round}, for half a point …", { round: next }), ask("half", say("half a point"))) : nothing}
      ${byes.zero ? act(say("Sit out round {round}, for nothing …", { round: next }), ask("zero", say("nothing"))) : nothing}`;
  }

  /** @param {Cup} cup */
  #played(cup) {
    return html`<details @toggle=${(/** @type {Event} */ event) => this.#results(event)}><summary>${say("My results")}</summary>
      <ul class="mine-results">${(this.rounds ?? []).map((round) => this.#result(cup, round))}</ul></details>`;
  }

  /** @param {Cup} cup @param {Round} round */
  #result(cup, { round, tables, byes }) {
    const table = tables.find(({ players }) => players.some(({ player }) => player === this.player));
    const own = table?.players.find(({ player }) => player === this.player);
    const others = (table?.players ?? []).filter(({ player }) => player !== this.player);
    const bye = byes.some(({ player }) => player === this.player);
    if (own === undefined && !bye) return nothing;
    return html`<li><span>${say("Round {round}", { round })}: ${bye ? say("sat out") : others.map((one, at) => html`${at > 0 ? ", " : ""}${named(cup, one.player)}`)}</span>
      <b>${own?.points == null ? "" : fraction(own.points)}</b></li>`;
  }

  /** @param {Cup} cup @param {boolean} out */
  #more(cup, out) {
    const withdraw = () =>
      this.page.confirm.ask(
        say("Withdraw"),
        [
          say("You are paired no more. A table that you play at now is not touched."),
          say("Only the organiser can let you return."),
        ],
        say("Withdraw from the tournament"),
        () => this.#tell("withdraw", say("You have withdrawn.")),
      );
    const leave = () =>
      this.page.confirm.ask(
        say("Leave this browser"),
        [
          say(
            "This browser forgets who you are. The personal link works once: to come back, ask the organiser for a new one.",
          ),
        ],
        say("Forget me here"),
        () => this.leave(),
      );
    const { status = "" } = cup.tournament ?? {};
    const going = (status === "registration" || GOING.has(status)) && !out;
    const copy = () => navigator.clipboard?.writeText(this.device);
    return html`<details><summary>${say("More")}</summary><div class="mine-more">
      ${
        this.device === ""
          ? nothing
          : html`<div class="field"><span>${say("On another device of yours: this link, and nobody else")}</span>
            <p class="buttons">${act(say("Copy the link"), copy)}</p></div>`
      }
      ${going ? this.#ownBye(cup) : nothing} ${going ? act(say("Withdraw …"), withdraw) : nothing} ${act(say("Leave this browser …"), leave, { weight: "quiet" })}</div></details>`;
  }

  #trouble() {
    return html`<p class="trouble" role="alert">${this.trouble || nothing}</p>`;
  }
}
