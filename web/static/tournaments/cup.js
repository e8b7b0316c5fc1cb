/**
 * A tournament as a page shows it, one round of it in sight: what an entry of its stream has changed is read anew, at
 * most once a second.
 */

import { Lost, Problem } from "../base/api.js";
import { say } from "../base/words.js";
import { askAs, followTournament, segment } from "./service.js";
import { ALL, touched } from "./touched.js";

/** @typedef {import("./touched.js").Part} Part */
/** @typedef {import("./service.js").Entrant} Entrant */
/** @typedef {import("./service.js").Round} Round */
/** @typedef {import("./service.js").Row} Row */
/** @typedef {import("./service.js").Standings} Standings */
/** @typedef {import("./service.js").Tournament} Tournament */

const SOON = 400; // ms in which entries are gathered before anything is read anew
const SPREAD = 800; // ms over which readers spread
const APART = 1_000; // ms between the beginnings of two readings
const LOOKS = 15_000; // ms between two looks at tables that are played: sitting down leaves no entry here

export class Cup {
  /** @type {Tournament | null} */ tournament = null;
  /** @type {Map<string, Entrant>} */ players = new Map();
  /** @type {Round | null} that is in sight */ round = null;
  /** @type {Standings | null} */ standings = null;
  /** @type {Map<string, Row>} lines of the standings before the round in sight */ before = new Map();
  /** @type {string} what was wrong when it was last read */ trouble = "";
  /** @type {Problem | Lost | null} the same, for whoever asks again */ failed = null;
  live = false;
  /** Nobody looks at it any more. */ #closed = false;
  /** The round that was asked for; 0 is the newest. */
  #wanted = 0;
  /** @type {{n: number, told: Standings} | null} */ #explained = null;
  /** @type {{close: () => void} | null} */ #stream = null;
  /** @type {any} */ #timer = null;
  #asked = 0;
  #began = 0; // when it was last read: ms of a clock that never goes back
  #heard = 0; // the last entry that the stream told of
  /** @type {Set<Part>} what entries have changed since it was last asked for */ #stale = new Set();
  /** @type {Set<Part>} what was asked for and has not come yet */ #due = new Set();

  /**
   * @param {string} id
   * @param {string} as
   * @param {{changed: () => void, wrong: (error: unknown) => string}} page
   */
  constructor(id, as, page) {
    this.id = id;
    this.as = as;
    this.page = page;
    this.#look = setInterval(() => this.#glance(), LOOKS);
  }

  /** @type {any} */ #look;

  /** @param {string} [rest] @returns {string} */
  path(rest = "") {
    return `/tournaments/${segment(this.id)}${rest}`;
  }

  /** Read it, and hear of whatever happens from then on. */
  async begin() {
    await this.read();
    if (this.tournament !== null && !this.#closed) this.#follow(this.tournament.n);
  }

  close() {
    this.#closed = true;
    this.#stream?.close();
    clearTimeout(this.#timer);
    clearInterval(this.#look);
  }

  /** @param {number} after */
  #follow(after) {
    this.#stream?.close(); // it may be begun more than once where it could not be read
    this.#stream = followTournament(this.as, this.id, after, {
      entry: (id, told) => {
        this.#heard = Number(id);
        this.#soon(touched(told.entry.kind));
      },
      state: (state) => {
        this.live = state === "live";
        this.page.changed();
      },
      closed: (reason) => {
        this.live = false;
        if (reason === "ended" || reason === "unknown_cursor") this.read();
      },
    });
  }

  /** @param {readonly Part[]} parts */
  #soon(parts) {
    for (const part of parts) this.#stale.add(part);
    if (this.#timer !== null) return;
    const rest = this.#began + APART - performance.now();
    this.#timer = setTimeout(() => this.#freshen(), Math.max(SOON + SPREAD * Math.random(), rest));
  }

  /** Read what entries have changed, unless it was read since. */
  #freshen() {
    this.#timer = null;
    if (this.#heard > (this.tournament?.n ?? 0)) this.#read();
    else this.#stale.clear();
  }

  /** Look at the round in sight, if something may have changed there. */
  async #glance() {
    if (document.visibilityState !== "visible" || this.round?.status !== "playing") return;
    const asked = this.#asked;
    const found = await this.#safely(() => this.#get(`/rounds/${this.round?.round}`));
    if (found !== null && asked === this.#asked && found.round === this.round?.round) this.round = found;
    this.page.changed();
  }

  /** @param {number} round that is to be in sight; 0 is the newest */
  async show(round) {
    this.#wanted = round;
    await this.read();
  }

  /** @returns {boolean} whether the newest round is in sight, whichever that is */
  get newest() {
    return this.#wanted === 0;
  }

  /** Read all that is in sight; what is asked last wins. */
  read() {
    return this.#read(ALL);
  }

  /** @param {readonly Part[]} [parts] beside what has changed and what was asked for in vain */
  async #read(parts = []) {
    this.#asked += 1;
    const mine = this.#asked;
    const due = new Set([...this.#due, ...this.#stale, ...parts]);
    this.#began = performance.now();
    this.#due = due;
    this.#stale.clear();
    const found = await this.#safely(() => this.#found(due));
    if (mine !== this.#asked) return;
    if (found !== null) {
      Object.assign(this, found);
      this.#due = new Set();
    }
    this.page.changed();
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T | null>} nothing where it was refused or lost
   */
  async #safely(work) {
    try {
      const found = await work();
      this.trouble = "";
      this.failed = null;
      return found;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
      this.trouble = this.page.wrong(error);
      this.failed = error;
      return null;
    }
  }

  /** @param {Set<Part>} parts */
  async #found(parts) {
    const tournament = await this.#get("");
    const shown = this.#wanted === 0 ? tournament.paired : Math.min(this.#wanted, tournament.paired);
    const another = shown !== (this.round?.round ?? 0);
    const scored = parts.has("standings") || (parts.has("complete") && !tournament.playing) || this.standings === null;
    const [players, round, standings] = await Promise.all([
      parts.has("players") ? this.#players() : this.players,
      shown > 0 && (another || parts.has("round")) ? this.#get(`/rounds/${shown}`) : shown > 0 ? this.round : null,
      scored && tournament.round > 0 ? this.#get("/standings") : this.standings,
    ]);
    const before = another || parts.has("before") ? await this.#before(shown, standings) : this.before;
    return { tournament, players, round, standings, before };
  }

  async #players() {
    const { players } = await this.#get("/players");
    return new Map(players.map((/** @type {Entrant} */ one) => [one.player, one]));
  }

  /** @returns {number} how many rounds can be looked at */
  get rounds() {
    return this.tournament?.paired ?? 0;
  }

  /**
   * @param {number} round
   * @param {Standings | null} newest
   * @returns {Promise<Map<string, Row>>} the standings that a round was paired by
   */
  async #before(round, newest) {
    if (round < 2 || newest === null || newest.round < round - 1) return new Map();
    const told = newest.round === round - 1 ? newest : await this.#get(`/standings?round=${round - 1}`);
    return new Map(told.rows.map((/** @type {Row} */ row) => [row.player, row]));
  }

  /** @returns {Promise<Standings>} with what tie-breaks are made of; raises `Problem` and `Lost` */
  async explained() {
    const n = this.tournament?.n ?? 0;
    if (this.#explained?.n !== n) this.#explained = { n, told: await this.#get("/standings?explain=true") };
    return this.#explained.told;
  }

  /**
   * @param {number} round
   * @param {string} one
   * @param {string} other
   * @returns {Promise<string>} the criterion by which two do not meet; raises `Problem` and `Lost`
   */
  async why(round, one, other) {
    return (await this.#get(`/rounds/${round}/why/${segment(one)}/${segment(other)}`)).criterion;
  }

  /** @param {string} rest @returns {Promise<any>} */
  async #get(rest) {
    return (await askAs(this.as, this.path(rest))).body;
  }

  /** @param {string} player @returns {string} */
  nameOf(player) {
    const found = this.players.get(player);
    return found?.name ?? say("A player whose name is forgotten");
  }
}
