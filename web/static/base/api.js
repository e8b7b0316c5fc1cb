/**
 * Requests to the service: JSON in and out. What it refuses is a `Problem` (RFC 9457), what may or may not have arrived
 * is `Lost`: such a request is sent again with the same key, and then happens once.
 */

import { cookies, noteProblem, seatHeader } from "./standing.js";

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body
 * @property {string | null} tag the entity tag, as `If-Match` sends it back
 */

/**
 * @typedef {object} Asking
 * @property {string} [method]
 * @property {unknown} [body] sent as JSON
 * @property {string} [key] the idempotency key of what must not happen twice
 * @property {string} [match] the tag of the decision that is answered
 * @property {string} [language] in which sentences are asked for, else the browser's own
 * @property {string} [token] a seat's token or a key, where no cookie holds it
 * @property {string} [session] whose cookie is meant: `desk`, or else the table's
 * @property {number} [seconds] after which the request counts as lost
 * @property {AbortSignal} [signal]
 */

const SECONDS = 20; // whoever asks for an answer that waits says how long
const PROBLEM = "application/problem+json";
export const UNDECIDED = new Set([408, 425, 429, 500, 502, 503, 504]); // statuses that do not say what became of it

/** What the service answers instead of doing it; `code` is stable, `message` is for people, in the page's language. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {any} document
   * @param {number | null} after
   */
  constructor(status, document, after = null) {
    super(document.detail ?? document.title ?? "");
    this.name = "Problem";
    this.status = status;
    /** @type {string} */
    this.code = document.code ?? "";
    /** @type {string} */
    this.category = document.category ?? "";
    /** @type {string | undefined} the rule that a refusal rests on */
    this.rule = document.rule;
    this.document = document;
    /** @type {number | null} seconds after which it may be asked again */
    this.after = after;
  }
}

/** A request without an answer: nobody knows whether it arrived. */
export class Lost extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super("no answer", { cause });
    this.name = "Lost";
  }
}

/**
 * @param {unknown} error
 * @returns {boolean} whether nobody knows what became of a request, so that it may be sent again
 */
export function isUndecided(error) {
  return error instanceof Lost || (error instanceof Problem && UNDECIDED.has(error.status));
}

/** @returns {string} a new idempotency key; `randomUUID` is for secure origins alone, and a service may be in a home */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Send one request; raises `Problem`, `Lost`, or the reason of the caller's own signal.
 *
 * @param {string} address
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export function ask(address, asking = {}) {
  return sent(address, asking, "application/json", async (answer) => ({
    status: answer.status,
    body: await answer.json(),
    tag: answer.headers.get("ETag"),
  }));
}

/**
 * Get a record; raises as `ask` does.
 *
 * @param {string} address
 * @param {Asking} [asking]
 * @returns {Promise<ArrayBuffer>}
 */
export function download(address, asking = {}) {
  return sent(address, asking, "application/x-ndjson", (answer) => answer.arrayBuffer());
}

/**
 * @template T
 * @param {string} address
 * @param {Asking} asking
 * @param {string} media what is accepted
 * @param {(answer: Response) => Promise<T>} read
 * @returns {Promise<T>}
 */
async function sent(address, asking, media, read) {
  const limit = AbortSignal.timeout((asking.seconds ?? SECONDS) * 1000);
  const signal = asking.signal ? AbortSignal.any([asking.signal, limit]) : limit;
  try {
    const answer = await fetch(address, { ...request(asking, media), signal });
    if (!answer.ok) throw await problem(answer);
    return await read(answer);
  } catch (error) {
    if (error instanceof Problem || error instanceof Lost) throw error;
    asking.signal?.throwIfAborted();
    throw new Lost(error);
  }
}

/**
 * @param {Asking} asking
 * @param {string} media
 * @returns {RequestInit}
 */
function request(asking, media) {
  const headers = new Headers({ Accept: media, ...(asking.token === undefined ? seatHeader() : {}) });
  if (asking.body !== undefined) headers.set("Content-Type", "application/json");
  if (asking.key !== undefined) headers.set("Idempotency-Key", asking.key);
  if (asking.match !== undefined) headers.set("If-Match", asking.match);
  if (asking.language !== undefined) headers.set("Accept-Language", asking.language);
  if (asking.token !== undefined) headers.set("Authorization", `Bearer ${asking.token}`);
  if (asking.session !== undefined) headers.set("Matchledger-Session", asking.session);
  const method = asking.method ?? (asking.body === undefined ? "GET" : "POST");
  const body = asking.body === undefined ? null : JSON.stringify(asking.body);
  return { method, headers, body, credentials: cookies(), cache: "no-store" };
}

/**
 * @param {Response} answer an answer that is no success
 * @returns {Promise<Problem | Lost>} the problem it tells; one of a proxy in between tells nothing of what happened
 */
export async function problem(answer) {
  if (!answer.headers.get("Content-Type")?.startsWith(PROBLEM)) return new Lost(`status ${answer.status}`);
  const seconds = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  const document = await answer.json();
  noteProblem(document);
  return new Problem(answer.status, document, Number.isFinite(seconds) ? seconds : null);
}
