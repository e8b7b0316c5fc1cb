/** What comes next in a tournament that one runs: one button for it, and beside it what is needed rarely. */

import { count, say } from "../base/words.js";
import { act, choice, line, prose } from "../desk/fields.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { exchanged, isCutDue, prizesIn } from "./pairing.js";

/** @typedef {import("./running.js").Running} Running */

export class Steps {
  one = "";
  other = "";
  reason = "";
  why = "";
  prizes = "";

  /** @param {Running} running */
  constructor(running) {
    this.running = running;
  }

  section() {
    const { tournament } = this.running.cup;
    if (tournament === null) return nothing;
    const { status, round, playing, rounds, reason } = tournament;
    if (status === "registration") return this.#start();
    if (status === "paused") return this.#resume(reason);
    if (status === "cancelled") return html`<p>${say("The tournament was given up.")} <bdi>${reason ?? ""}</bdi></p>`;
    if (status === "ended") return html`<p>${say("The tournament has ended. Its record is complete.")}</p>`;
    if (this.running.cup.rounds > round) return this.#publish(round + 1);
    if (playing) return this.#playing(round);
    if (isCutDue(tournament)) return this.#cut(tournament);
    if (rounds === null || round < rounds) return this.#pair(round + 1);
    return html`<p>${say("All rounds are played.")}</p><p class="buttons">${this.#end("primary")}</p>`;
  }

  #start() {
    const players = [...this.running.cup.players.values()].filter(({ status }) => status === "in");
    const there = players.filter(({ checked_in: here }) => here).length;
    const plays = there > 0 ? there : players.length;
    const said = [
      count("1 player plays.", "{n} players play.", plays),
      say("Registration closes. The initial order is by rating, then drawn."),
    ];
    if (there > 0 && there < players.length)
      said.push(
        count(
          "1 who has not checked in does not play.",
          "{n} who have not checked in do not play.",
          players.length - there,
        ),
      );
    const go = () => this.running.confirm(say("Start the tournament"), said, say("Start it"), "/start", {});
    return html`<p>${count("1 player is registered,", "{n} players are registered,", players.length)} ${count("1 is checked in.", "{n} are checked in.", there)}</p>
      <p class="buttons">${act(say("Start …"), go, { weight: "primary", disabled: plays < 2 })}</p>`;
  }

  /** @param {number} round */
  #pair(round) {
    const said = [say("Round {round} is paired for your eyes. Nobody else sees it until you publish it.", { round })];
    const go = () =>
      this.running.confirm(
        say("Pair round {round}", { round }),
        said,
        say("Pair it"),
        "/rounds",
        { round, publish: false },
        () => this.running.cup.show(0),
      );
    return html`<p>${round === 1 ? say("Everybody is ready.") : say("Round {round} has all its results.", { round: round - 1 })}</p>
      <p class="buttons">${act(say("Pair round {round} …", { round }), go, { weight: "primary" })}</p>`;
  }

  /** @param {import("../tournaments/service.js").Tournament} tournament */
  #cut({ cut, format, round }) {
    const players = cut?.players ?? 0;
    const said = [say("The standings are frozen. The first {n} of them go on in the knock-out.", { n: players })];
    const go = () => this.running.confirm(say("Make the cut"), said, say("Make it"), "/cut", {});
    return html`<p>${say("Round {round} has all its results.", { round })}</p>
      <p class="buttons">${act(say("Make the cut …"), go, { weight: "primary" })}</p>
      ${format.rounds === undefined ? this.#pair(round + 1) : nothing}`;
  }

  /** @param {string | null} reason */
  #resume(reason) {
    const said = [say("Rounds can begin and tables open again; whoever was awaited is awaited as much longer.")];
    const go = () => this.running.confirm(say("Go on"), said, say("Go on now"), "/resume", {});
    return html`<p>${say("The tournament is paused: no round begins, and no table is opened.")} <bdi>${reason ?? ""}</bdi></p>
      <p class="buttons">${act(say("Go on …"), go, { weight: "primary" })}</p>`;
  }

  /** @param {number} round */
  #publish(round) {
    const { running } = this;
    const tables = running.cup.round?.tables.length ?? 0;
    const publish = () =>
      running.confirm(
        say("Publish round {round}", { round }),
        [
          say("Everybody sees the pairings, and they stay."),
          count("1 table is opened.", "{n} tables are opened.", tables),
        ],
        say("Publish it"),
        "/rounds",
        { round, publish: true },
      );
    const again = () =>
      running.confirm(
        say("Pair anew"),
        [say("What the rules leave open is drawn anew. The record tells that this was another attempt.")],
        say("Pair anew"),
        "/rounds",
        { round, publish: false, again: true },
      );
    const { tables: paired = [], byes = [] } = running.cup.round ?? {};
    const isAway = [...paired.flatMap(({ players }) => players), ...byes].some(
      ({ player }) => (running.cup.players.get(player)?.status ?? "in") !== "in",
    );
    const said = isAway
      ? say("Somebody who is paired has left since. Pair the round anew.")
      : say("Round {round} is paired. Look at it; then publish it.", { round });
    return html`<p>${said}</p>
      <p class="buttons">${act(say("Publish round {round} …", { round }), publish, { weight: "primary", disabled: isAway })} ${act(say("Pair anew …"), again)}</p>
      ${this.#exchange(round)}`;
  }

  /** @param {number} round */
  #exchange(round) {
    const { running, one, other } = this;
    const shown = running.cup.round;
    if (shown === null || shown.status !== "paired") return nothing;
    const all = [
      ...shown.tables.flatMap(({ players }) => players),
      ...shown.byes.filter(({ kind }) => kind === "pairing"),
    ];
    const names = Object.fromEntries(all.map(({ player }) => [player, running.cup.nameOf(player)]));
    const set = (/** @type {"one" | "other" | "reason"} */ what) => (/** @type {string} */ typed) => {
      this[what] = typed;
      running.changed();
    };
    const reason = this.reason.trim();
    const go = () =>
      running.confirm(
        say("Exchange two players"),
        [
          say("{one} and {other} change places in round {round}.", {
            one: names[one] ?? "",
            other: names[other] ?? "",
            round,
          }),
          say("The record says that you paired this round by hand, and everybody reads the reason: “{reason}”", {
            reason,
          }),
        ],
        say("Exchange them"),
        "/rounds",
        { round, publish: false, ...exchanged(shown, one, other), reason },
        () => Object.assign(this, { one: "", other: "", reason: "" }),
      );
    const ready = one !== "" && other !== "" && one !== other && reason !== "";
    return html`<details><summary>${say("Exchange two players")}</summary><div class="adding"><div class="fields">
      ${choice(say("One of them"), names, one, set("one"))} ${choice(say("The other one"), names, other, set("other"))}
      ${line(say("Reason, for everybody to read"), this.reason, set("reason"), { most: 500 })}</div>
      <p class="buttons">${act(say("Exchange …"), go, { disabled: !ready })}</p></div></details>`;
  }

  /** @param {number} round */
  #playing(round) {
    const { cup } = this.running;
    const shown = cup.round?.round === round ? cup.round : null;
    const done = shown?.tables.filter(({ players }) => players.some(({ place }) => place !== null)).length ?? 0;
    const games = shown?.tables.some((table) => table.games.some(({ places }) => places.length > 0)) ?? false;
    const stays = done > 0 || games || (cup.tournament?.same_deal ?? false); // as the service refuses it
    const undecided = cup.tournament?.undecided ?? [];
    return html`<p>${shown === null ? say("Round {round} is being played.", { round }) : say("Round {round}: {done} of {all} tables have a result.", { round, done, all: shown.tables.length })}</p>
      ${undecided.map((one) => html`<p class="wrong">${say("Round {round}, table {number} waits for your word: it was given up.", { round: one.round, number: one.pairing })}</p>`)}
      <p class="note">${say("Results come in by themselves. Then the next round can be paired.")}</p>
      ${!stays && shown?.status === "playing" ? this.#takeBack(round) : nothing}`;
  }

  /** @param {number} round */
  #takeBack(round) {
    const { running } = this;
    const reason = this.reason.trim();
    const type = (/** @type {string} */ typed) => {
      this.reason = typed;
      running.changed();
    };
    const go = () =>
      running.confirm(
        say("Take round {round} back", { round }),
        [
          say("Its tables are given up, and nothing of them counts. It is paired anew for your eyes: publish it then."),
          say("Everybody reads the reason: “{reason}”", { reason }),
        ],
        say("Take it back"),
        "/rounds",
        { round, publish: false, again: true, reason },
        () => Object.assign(this, { reason: "" }),
      );
    return html`<details><summary>${say("It was published with a fault")}</summary><div class="adding">
      ${line(say("Reason, for everybody to read"), this.reason, type, { most: 500 })}
      <p class="buttons">${act(say("Take the round back …"), go, { disabled: reason === "" })}</p></div></details>`;
  }

  /** @param {string} weight */
  #end(weight) {
    const said = [
      say("The last standings are frozen; the lot parts who is tied to the end."),
      say("The secret of the draws opens. Nothing can be changed any more."),
    ];
    const go = () => this.running.confirm(say("End the tournament"), said, say("End it"), "/end", {});
    return act(say("End the tournament …"), go, { weight });
  }

  /** What is needed rarely. */
  rarely() {
    const { running } = this;
    const { tournament } = running.cup;
    if (tournament === null || !["registration", "running", "paused"].includes(tournament.status)) return nothing;
    const type = (/** @type {string} */ typed) => {
      this.why = typed;
      running.changed();
    };
    const reason = this.why.trim();
    const cancel = () =>
      running.confirm(
        say("Give the tournament up"),
        [
          say("Nothing more is counted, and no table is opened. Tables that are being played go on by themselves."),
          say("This cannot be taken back."),
          say("Everybody reads the reason: “{reason}”", { reason }),
        ],
        say("Give it up"),
        "/cancel",
        { reason },
      );
    const pause = () =>
      running.confirm(
        say("Pause the tournament"),
        [
          say("No round begins and no table is opened until it goes on. Games that run go on."),
          say("Everybody reads the reason: “{reason}”", { reason }),
        ],
        say("Pause it"),
        "/pause",
        { reason },
      );
    const early =
      tournament.status === "running" &&
      !tournament.playing &&
      tournament.round > 0 &&
      running.cup.rounds === tournament.round;
    return html`<details class="site-panel"><summary><h2>${say("Pause, end early, or give up")}</h2></summary><div class="adding">
      ${early ? html`<p class="buttons">${this.#end("plain")}</p>` : nothing}
      ${line(say("Reason, for everybody to read"), this.why, type, { most: 500 })}
      <p class="buttons">${tournament.status === "running" ? act(say("Pause …"), pause, { disabled: reason === "" }) : nothing}
        ${act(say("Give the tournament up …"), cancel, { disabled: reason === "" })}</p></div></details>
      ${early && tournament.prizes.length === 0 ? this.#prizing() : nothing}`;
  }

  #prizing() {
    const { running } = this;
    const type = (/** @type {string} */ typed) => {
      this.prizes = typed;
      running.changed();
    };
    const found = prizesIn(this.prizes);
    const said = [
      say("The standings are frozen, and the lot parts who is tied. This is done once."),
      ...(found ?? []).map(({ place, prize }) => say("Place {place}: {prize}", { place, prize })),
    ];
    const go = () => running.confirm(say("Give the prizes"), said, say("Give them"), "/prizes", { prizes: found });
    return html`<details class="site-panel"><summary><h2>${say("Prizes")}</h2></summary><div class="adding">
      ${prose(say("Prizes"), say("a line each: the place, then the prize"), this.prizes, type)}
      <p class="buttons">${act(say("Give the prizes …"), go, { disabled: found === null })}</p></div></details>`;
  }
}
