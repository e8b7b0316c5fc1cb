/**
 * One stream of a table, kept alive: what came last is where it goes on, two missed heartbeats are a lost connection,
 * and a page that wakes or finds the network again does not wait for either.
 *
 * Read by `fetch`, not by `EventSource`: that hides the status of an answer and gives up at the first refusal.
 */

import { Problem, problem } from "./api.js";
import { Events } from "./events.js";
import { cookies, seatHeader } from "./standing.js";

/** @typedef {import("./events.js").Told} Told */
/** @typedef {"connecting" | "live" | "waiting" | "closed"} State the last is told by `closed` */

/**
 * @typedef {object} Hearing what a stream tells
 * @property {(id: string, line: any) => void} entry
 * @property {(state: State) => void} [state]
 * @property {() => void} [beat] something was heard
 * @property {(reason: string, said: any) => void} [closed] it ended for good: `ended`, `viewer_changed`, a problem's code
 */

/**
 * @typedef {object} World what a stream stands on, so that tests need no time and no network
 * @property {typeof fetch} fetch
 * @property {() => number} now milliseconds that never go back
 * @property {(then: () => void, ms: number) => any} after
 * @property {(timer: any) => void} forget
 * @property {EventTarget} page tells `visibilitychange`
 * @property {EventTarget} network tells `online`
 * @property {() => boolean} seen whether the page is in sight
 * @property {() => number} chance from 0 to 1
 */

const HEARTBEAT = 15_000; // ms: api/requests/streaming.py
export const SILENCE = 2 * HEARTBEAT + 3_000; // ms: two heartbeats, and what a slow network adds
const STALE = HEARTBEAT + 3_000; // ms after which a page that wakes does not trust its connection
const SHORTEST = 500; // ms
const LONGEST = 4_000; // ms: a page is current five seconds after the service is back
const ANSWER = 8_000; // ms in which an answer begins; the network may return while a request hangs
const GOES_ON = new Set(["behind", "time", "stopping", "unavailable"]); // reasons after which a stream is asked for again

/** @returns {World} */
export function browser() {
  return {
    fetch: (...asked) => fetch(...asked),
    now: () => performance.now(),
    after: (then, ms) => setTimeout(then, ms),
    forget: (timer) => clearTimeout(timer),
    page: document,
    network: window,
    seen: () => document.visibilityState === "visible",
    chance: Math.random,
  };
}

export class Stream {
  #heard = 0;
  #tries = 0;
  /** @type {any} */
  #timer;
  /** @type {AbortController | null} */
  #connection = null;
  /** @type {State} */
  #state = "waiting";
  #listening = new AbortController();

  /**
   * @param {string} address of the stream, without a cursor
   * @param {string} last the cursor after which it begins
   * @param {Hearing} hearing
   * @param {World} [world]
   */
  constructor(address, last, hearing, world = browser()) {
    this.address = address;
    this.last = last;
    this.hearing = hearing;
    this.world = world;
    const { signal } = this.#listening;
    world.network.addEventListener("online", () => this.#again(0), { signal });
    world.page.addEventListener("visibilitychange", () => this.#woken(), { signal });
    this.#connect();
  }

  /** End it: nothing is told any more. */
  close() {
    this.#state = "closed";
    this.#listening.abort();
    this.world.forget(this.#timer);
    this.#connection?.abort();
  }

  #woken() {
    if (this.world.seen() && (this.#state === "waiting" || this.world.now() - this.#heard > STALE)) this.#again(0);
  }

  /** @param {number} ms after which to connect anew */
  #again(ms) {
    if (this.#state === "closed") return;
    this.#connection?.abort();
    this.#connection = null;
    this.#become("waiting");
    this.#wait(() => this.#connect(), ms);
  }

  #connect() {
    const connection = new AbortController();
    this.#connection = connection;
    this.#become("connecting");
    this.#listen(ANSWER);
    this.#read(connection.signal).then(
      () => this.#lost(connection, null),
      (error) => this.#lost(connection, error),
    );
  }

  /** @param {AbortSignal} signal */
  async #read(signal) {
    const headers = { Accept: "text/event-stream", "Last-Event-ID": this.last, ...seatHeader() };
    const answer = await this.world.fetch(this.address, { headers, signal, cache: "no-store", credentials: cookies() });
    if (!answer.ok || answer.body === null) throw await problem(answer);
    const events = new Events();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done && !signal.aborted; piece = await reader.read()) {
      this.#tries = 0;
      this.#become("live");
      this.#listen(SILENCE);
      for (const told of events.take(piece.value)) this.#tell(told, signal);
      this.hearing.beat?.();
    }
  }

  /**
   * From now on silence counts, and after so long the connection is lost.
   *
   * @param {number} ms
   */
  #listen(ms) {
    this.#heard = this.world.now();
    this.#wait(() => this.#again(0), ms);
  }

  /**
   * @param {Told} told
   * @param {AbortSignal} signal
   */
  #tell(told, signal) {
    if (signal.aborted) return;
    if (told.event === "message" && told.id !== null) {
      this.last = told.id;
      this.hearing.entry(told.id, JSON.parse(told.data));
    }
    if (told.event === "closed") {
      const said = JSON.parse(told.data);
      if (GOES_ON.has(said.reason)) this.#again(said.reason === "stopping" ? this.#pause() : 0);
      else this.#end(said.reason, said);
    }
  }

  /**
   * @param {AbortController} connection
   * @param {unknown} error
   */
  #lost(connection, error) {
    if (connection.signal.aborted || this.#connection !== connection) return;
    if (error instanceof Problem && error.after === null && error.status < 500) this.#end(error.code, error.document);
    else this.#again(error instanceof Problem ? Math.max(1000 * (error.after ?? 0), this.#pause()) : this.#pause());
  }

  /** @returns {number} ms to wait: longer each time, and not all pages at the same moment */
  #pause() {
    const most = Math.min(LONGEST, SHORTEST * 2 ** this.#tries);
    this.#tries += 1;
    return most * (0.5 + 0.5 * this.world.chance());
  }

  /**
   * @param {string} reason
   * @param {any} said
   */
  #end(reason, said) {
    this.close();
    this.hearing.closed?.(reason, said);
  }

  /**
   * @param {() => void} then
   * @param {number} ms
   */
  #wait(then, ms) {
    this.world.forget(this.#timer);
    this.#timer = this.world.after(then, ms);
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.hearing.state?.(state);
  }
}
