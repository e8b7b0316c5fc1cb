/** Letters of a webhook as lines of a list: what each tells, and what became of it. */

import { count, language, message, say } from "../base/words.js";
import { act } from "../desk/fields.js";
import { told } from "../tournaments/labels.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/**
 * @typedef {{number: number, id: string, type: string, n: number | null, state: "waiting" | "delivered" | "dead",
 *   attempts: number, status: number | null, fault: string | null, created_at: string, tried_at: string | null,
 *   expires_at: string}} Letter
 */

/** What became of a letter. */
export const STATES = {
  waiting: message("waits"),
  delivered: message("was taken"),
  dead: message("not delivered, given up"),
};
/** Why nobody answered. */
export const FAULTS = {
  scheme: message("the address is not https"),
  malformed: message("the address is none"),
  credentials: message("the address has a name or a password in it"),
  address: message("the address is not public"),
  unresolved: message("the name leads nowhere"),
  unreachable: message("nobody is there"),
  certificate: message("the certificate is not valid"),
  timeout: message("the answer took too long"),
  no_answer: message("the connection broke off"),
};

/** @param {string} time @returns {string} for people */
export function moment(time) {
  return new Date(time).toLocaleString(language());
}

/** @param {Letter} letter @returns {string} what the last attempt met */
export function met({ attempts, status, fault }) {
  if (attempts === 0) return say("not tried yet");
  const answer = fault === null ? say("it answered {status}", { status: status ?? 0 }) : told(FAULTS, fault);
  return `${count("tried once", "tried {n} times", attempts)}: ${answer}`;
}

/**
 * @param {Letter[]} letters
 * @param {(letter: Letter) => void} read
 */
export function lettersOf(letters, read) {
  const row = (
    /** @type {Letter} */ letter,
  ) => html`<li class="letter"><div><b>${letter.number}</b> <code>${letter.type}</code>
      ${letter.n === null ? nothing : html`<small>${say("entry {n}", { n: letter.n })}</small>`}</div>
    <p><span class="mark ${letter.state === "dead" ? "is-warning" : letter.state === "delivered" ? "is-good" : ""}">${told(STATES, letter.state)}</span>${met(letter)}
      <time datetime=${letter.tried_at ?? letter.created_at}>${moment(letter.tried_at ?? letter.created_at)}</time></p>
    ${act(say("Read"), () => read(letter), { weight: "quiet", named: say("Read letter {number}", { number: letter.number }) })}</li>`;
  return html`<ol class="letter-list">${letters.map(row)}</ol>`;
}
