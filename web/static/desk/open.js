/** The case that is open on the desk: what is known of it, what was looked at, and the ruling that is being written. */

import { blank } from "./draft.js";
import { goalOf, seenAt } from "./moments.js";
import { askDesk, segment } from "./service.js";

/** @typedef {import("./service.js").Case} Case */
/** @typedef {import("./service.js").Table} Table */
/** @typedef {import("./moments.js").Seen} Seen */
/** @typedef {{n: number, to: number, told: {heading: string, sentences: string[]}[],
 *   damage: {ways: {code: string, grade: string | null, obstacle: string | null}[]}}} Damage */

const SEATS_AT_ONCE = 4; // whose boards stand beside each other at first

export class OpenCase {
  /** @type {Seen | null} what anybody could see, before a look */ open = null;
  /** @type {Seen | null} the moment with every hand */ whole = null;
  /** @type {Map<number, Seen>} by seat */ seats = new Map();
  /** @type {Map<string, string>} by viewer, whose panel is open where there is room for one */ panels = new Map();
  /** @type {Set<number>} the seats whose boards are wanted */ wanted;
  /** @type {Damage | null} */ damage = null;
  /** @type {string} */ goal;
  /** @type {"" | "look" | "damage"} */ busy = "";
  draft = blank();
  typed = ""; // a rule that is not cited yet
  /** @type {{code: string, text: string}} */ dismissal = { code: "", text: "" };

  /**
   * @param {Case} found
   * @param {Table} table
   * @param {() => void} changed
   */
  constructor(found, table, changed) {
    this.case = found;
    this.table = table;
    this.changed = changed;
    this.moment = found.moment;
    this.goal = `${goalOf(found.moment, found.n)}`;
    const caller = /^seat:(\d+)$/.exec(found.opened_by);
    const first = caller === null ? [] : [Number(caller[1])];
    const all = [...new Set([...first, ...table.seats.map(({ seat }) => seat)])];
    this.wanted = new Set(all.slice(0, SEATS_AT_ONCE));
  }

  /**
   * Read a case and its table; raises `Problem` and `Lost`.
   *
   * @param {string} name
   * @param {() => void} changed
   */
  static async read(name, changed) {
    const found = (await askDesk(`/cases/${segment(name)}`)).body;
    const table = (await askDesk(`/tables/${segment(found.table)}`)).body;
    return new OpenCase(found, table, changed);
  }

  /** Read them again; raises `Problem` and `Lost`. */
  async again() {
    const found = (await askDesk(`/cases/${segment(this.case.case)}`)).body;
    const table = (await askDesk(`/tables/${segment(this.case.table)}`)).body;
    this.take(found, table);
  }

  /** @param {Case} found @param {Table} [table] */
  take(found, table = this.table) {
    if (JSON.stringify([found, table]) === JSON.stringify([this.case, this.table])) return;
    this.case = found;
    this.table = table;
    this.changed();
  }

  /** @returns {string[]} names of the seats, by their numbers where they have none */
  get names() {
    return this.table.seats.map(({ seat, name, bot }) => name ?? bot ?? `${seat}`);
  }

  /** @returns {boolean} whether this very case stops the play */
  get stops() {
    return this.table.paused?.causes.some(({ cause }) => cause === `case:${this.case.case}`) ?? false;
  }

  /**
   * @param {string} me as entries name whoever works here
   * @returns {string | null} what stops the play that this officer may take away: the case, or the own office
   */
  stoppedBy(me) {
    const causes = this.table.paused?.causes.map(({ cause }) => cause) ?? [];
    const own = me.startsWith("operator:") ? "ruler" : "arbiter";
    return [`case:${this.case.case}`, own].find((cause) => causes.includes(cause)) ?? null;
  }

  /** Cite the rule that is typed. */
  cite() {
    const rule = this.typed.trim();
    if (rule !== "" && !this.draft.grounds.includes(rule)) this.draft.grounds.push(rule);
    this.typed = "";
    this.changed();
  }

  get over() {
    return !["running", "open"].includes(this.table.status);
  }

  /** Show the moment as anybody could see it: no look, nothing is written down. */
  async glance() {
    this.open = await seenAt(this.table.id, "spectator", this.moment, null);
    this.changed();
  }

  /** Look at every hand; the service writes down who looked. */
  async look() {
    await this.#busy("look", async () => {
      this.whole = await seenAt(this.table.id, "all", this.moment, this.case.case);
      await this.#seats();
      await this.again();
    });
  }

  /** @param {number} seat whose board is to stand beside the others, or no more */
  async toggle(seat) {
    if (!this.wanted.delete(seat)) this.wanted.add(seat);
    this.changed();
    if (this.whole !== null) await this.#busy("look", () => this.#seats());
  }

  async #seats() {
    for (const seat of this.wanted)
      if (!this.seats.has(seat))
        this.seats.set(seat, await seenAt(this.table.id, `seat:${seat}`, this.moment, this.case.case));
  }

  /** Ask what going back costs, which is a look too. */
  async ask() {
    await this.#busy("damage", async () => {
      const body = { case: this.case.case, to: Number(this.goal), dry_run: true };
      const answer = await askDesk(`/tables/${segment(this.table.id)}/rewind`, { body, seconds: 60 });
      this.damage = answer.body;
      await this.again();
    });
  }

  /** @param {"look" | "damage"} what @param {() => Promise<void>} act */
  async #busy(what, act) {
    if (this.busy !== "") return;
    this.busy = what;
    this.changed();
    try {
      await act();
    } finally {
      this.busy = "";
      this.changed();
    }
  }

  /** @param {string} code of a way out: the ruling takes it up */
  choose(code) {
    const { draft } = this;
    draft.rewind =
      code === "keep" || code === "reshuffle"
        ? { to: `${this.damage?.to ?? this.goal}`, order: code, reason: "infraction", banks: this.#banks() }
        : null;
    draft.places = code === "adjust" ? this.table.seats.map(() => "") : null;
    draft.void = code === "void";
    this.changed();
  }

  /** @returns {string[]} empty fields, one a seat, where the table has banks */
  #banks() {
    return this.table.clock?.bank_ms ? this.table.seats.map(() => "") : [];
  }

  /** Begin to go back, or do not. */
  toggleRewind() {
    if (this.draft.rewind !== null) this.draft.rewind = null;
    else this.draft.rewind = { to: this.goal, order: "keep", reason: "infraction", banks: this.#banks() };
    this.changed();
  }
}
