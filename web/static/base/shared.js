/**
 * One stream for all tabs of a viewer: browsers keep six connections to a service, and the seventh tab would stall.
 *
 * Whoever holds the lock reads the stream and tells the others what it hears. A tab that closes gives the lock up; one
 * that the system froze tells nothing any more, and whoever misses it takes the lock away.
 */

import { browser, SILENCE, Stream } from "./stream.js";

/** @typedef {import("./stream.js").Hearing} Hearing */
/** @typedef {import("./stream.js").State} State */
/** @typedef {import("./stream.js").World} World */

/**
 * @typedef {{ kind: "entry", id: string, line: any } | { kind: "beat" } | { kind: "state", state: State } |
 *   { kind: "closed", reason: string, said: any } | { kind: "hello", last: string } |
 *   { kind: "kept", entries: [string, any][], last: string, state: State }} Message
 */

/**
 * @typedef {object} Tabs
 * @property {Pick<LockManager, "request">} locks
 * @property {(name: string) => BroadcastChannel} channel
 */

const KEPT = 256; // entries that a tab remembers for those that come later
const TAKEN = "AbortError"; // a lock's: another tab has it now, or this one is gone
const ANSWER = 2_000; // ms in which a tab that is awake answers another

/** @returns {Tabs | null} what tabs meet by; nothing in a browser without it, or without a secure context */
export function meeting() {
  if (!navigator.locks || typeof BroadcastChannel === "undefined") return null;
  return { locks: navigator.locks, channel: (name) => new BroadcastChannel(name) };
}

/**
 * Follow a table together with the other tabs; entries come in order and once. Tabs that see as different viewers follow
 * different addresses. `closed` with reason `behind` says that entries are missing: read the table again.
 *
 * @param {string} address
 * @param {string} last
 * @param {Hearing} hearing
 * @param {World} [world]
 * @param {Tabs | null} [tabs]
 * @returns {{ close: () => void }}
 */
export function follow(address, last, hearing, world = browser(), tabs = meeting()) {
  return tabs === null ? new Stream(address, last, hearing, world) : new Tab(address, last, hearing, world, tabs);
}

class Tab {
  /** @type {[string, any][]} */
  #kept = [];
  /** @type {Stream | null} */
  #stream = null;
  /** @type {State} */
  #state = "connecting";
  #queued = false;
  /** @type {any} */
  #timer;
  #leaving = new AbortController();

  /**
   * @param {string} address
   * @param {string} last
   * @param {Hearing} hearing
   * @param {World} world
   * @param {Tabs} tabs
   */
  constructor(address, last, hearing, world, tabs) {
    this.address = address;
    this.last = last;
    this.hearing = hearing;
    this.world = world;
    this.tabs = tabs;
    this.name = `matchledger ${address}`;
    this.channel = tabs.channel(this.name);
    this.channel.onmessage = (event) => this.#hear(event.data);
    world.page.addEventListener("visibilitychange", () => this.#greet(), { signal: this.#leaving.signal });
    this.#stand();
    this.#greet();
  }

  close() {
    this.world.forget(this.#timer);
    this.#leaving.abort();
    this.#stream?.close();
    this.#stream = null;
    this.channel.close();
  }

  /** Stand in line for the lead. */
  #stand() {
    if (this.#queued) return;
    this.#queued = true;
    this.#request({ signal: this.#leaving.signal }, () => {
      this.#queued = false;
    });
  }

  /**
   * @param {LockOptions} options
   * @param {() => void} [granted]
   */
  #request(options, granted) {
    const lead = () => {
      granted?.();
      return this.#leaving.signal.aborted ? undefined : this.#lead();
    };
    const follow = () => this.#follow();
    const refused = (/** @type {any} */ error) => (error?.name === TAKEN ? this.#follow() : this.#alone());
    this.tabs.locks.request(this.name, options, lead).then(follow, refused);
  }

  /** Read the stream without a lock: a browser that blocks all storage gives none. */
  #alone() {
    if (this.#stream === null && !this.#leaving.signal.aborted) this.#lead();
  }

  /** @returns {Promise<void>} that ends when this tab leaves */
  #lead() {
    this.world.forget(this.#timer);
    this.#stream = new Stream(this.address, this.last, this.#telling(), this.world);
    this.#tell("0");
    return new Promise((done) => {
      this.#leaving.signal.addEventListener("abort", () => done());
    });
  }

  /** Somebody else has taken the lead, or this tab is gone. */
  #follow() {
    this.#stream?.close();
    this.#stream = null;
    if (this.#leaving.signal.aborted) return;
    this.#stand();
    this.#expect(SILENCE);
  }

  /** @returns {Hearing} what the leader hears: for itself, and for the others */
  #telling() {
    return {
      entry: (id, line) => {
        this.#entry(id, line);
        this.#say({ kind: "entry", id, line });
      },
      beat: () => {
        this.hearing.beat?.();
        this.#say({ kind: "beat" });
      },
      state: (state) => {
        this.#become(state);
        this.#say({ kind: "state", state });
      },
      closed: (reason, said) => {
        this.#say({ kind: "closed", reason, said });
        this.#closed(reason, said);
      },
    };
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.kind === "hello") return this.#stream === null ? undefined : this.#tell(message.last);
    if (this.#stream !== null) return;
    this.#expect(SILENCE);
    if (message.kind === "kept") this.#catchUp(message.entries, message.last, message.state);
    if (message.kind === "entry") this.#entry(message.id, message.line);
    if (message.kind === "beat") this.hearing.beat?.();
    if (message.kind === "state") this.#become(message.state);
    if (message.kind === "closed") this.#closed(message.reason, message.said);
  }

  /**
   * Tell the others what they may have missed.
   *
   * @param {string} after
   */
  #tell(after) {
    const entries = this.#kept.filter(([id]) => Number(id) > Number(after));
    this.#say({ kind: "kept", entries, last: this.last, state: this.#state });
  }

  /**
   * @param {[string, any][]} entries
   * @param {string} last
   * @param {State} state
   */
  #catchUp(entries, last, state) {
    for (const [id, line] of entries) this.#entry(id, line);
    if (this.#leaving.signal.aborted) return;
    if (Number(last) > Number(this.last)) this.#closed("behind", { reason: "behind", n: Number(last) });
    else this.#become(state);
  }

  /**
   * @param {string} id
   * @param {any} line
   */
  #entry(id, line) {
    if (Number(id) <= Number(this.last)) return;
    if (Number(id) > Number(this.last) + 1) return this.#closed("behind", { reason: "behind", n: Number(id) });
    this.last = id;
    this.#kept.push([id, line]);
    if (this.#kept.length > KEPT) this.#kept.shift();
    this.hearing.entry(id, line);
  }

  /**
   * @param {string} reason
   * @param {any} said
   */
  #closed(reason, said) {
    this.close();
    this.hearing.closed?.(reason, said);
  }

  /** Ask who leads; a tab that was out of sight may have missed much, and so may the one that leads. */
  #greet() {
    if (this.#stream !== null || !this.world.seen()) return;
    this.#say({ kind: "hello", last: this.last });
    this.#expect(ANSWER);
  }

  /**
   * Take the lead from a tab that stays silent so long; a tab that nobody sees has time.
   *
   * @param {number} ms
   */
  #expect(ms) {
    this.world.forget(this.#timer);
    if (this.#stream !== null || this.#leaving.signal.aborted) return;
    const take = () => (this.world.seen() ? this.#request({ steal: true }) : undefined);
    this.#timer = this.world.after(take, ms);
  }

  /** @param {State} state */
  #become(state) {
    if (state !== this.#state) this.hearing.state?.(state);
    this.#state = state;
  }

  /** @param {Message} message */
  #say(message) {
    if (!this.#leaving.signal.aborted) this.channel.postMessage(message);
  }
}
