/** What the arbiter looks at: the moment as each seat saw it, side by side, the story around it, the damage report. */

import { say } from "../base/words.js";
import { board, hands } from "../board/board.js";
import { written } from "../play/clocks.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { act, line, tick } from "./fields.js";

/** @typedef {import("./moments.js").Seen} Seen */
/** @typedef {import("./open.js").OpenCase} OpenCase */

/**
 * @param {OpenCase} open
 * @param {Record<string, string>} marks of the game's costume
 */
export function moment(open, marks) {
  const best = open.whole ?? open.open;
  if (best === null) return html`<p class="note">${say("Reading the table …")}</p>`;
  return html`${times(open, best)}
    ${open.whole === null ? eyes(open, best, say("As anybody could see it"), marks) : side(open, marks)}
    ${around(best, open.moment)}`;
}

/** @param {OpenCase} open @param {Record<string, string>} marks */
function side(open, marks) {
  const few = open.names.length <= 2;
  return html`${
    few
      ? nothing
      : html`<fieldset class="ticks"><legend>${say("Seats beside each other")}</legend>
          ${open.names.map((name, seat) => tick(name, open.wanted.has(seat), () => open.toggle(seat)))}</fieldset>`
  }<div class="side-by-side">${[...open.wanted]
    .sort((a, b) => a - b)
    .map((seat) => {
      const seen = open.seats.get(seat);
      const title = say("As {seat} saw it", { seat: open.names[seat] ?? `${seat}` });
      return seen === undefined ? nothing : eyes(open, seen, title, marks);
    })}</div>`;
}

/**
 * @param {OpenCase} open
 * @param {Seen} seen
 * @param {string} title
 * @param {Record<string, string>} marks
 */
function eyes(open, { viewer, frame, told }, title, marks) {
  const own = viewer.startsWith("seat:");
  return html`<section class="eyes" aria-label=${title}
      data-game=${marks["data-game"] ?? nothing} data-voice=${marks["data-voice"] ?? nothing}
      data-back=${marks["data-back"] ?? nothing} data-ghost=${marks["data-ghost"] ?? nothing}
      data-cut=${marks["data-cut"] ?? nothing}>
    <h3>${title}</h3>
    <div class="app">${
      frame.picture === null
        ? html`<p class="note">${say("Nothing is dealt yet.")}</p>`
        : html`${board(frame.picture, {
            awaited: frame.awaited.map(({ seat }) => seat),
            openPanel: open.panels.get(viewer),
            onPanel: (id) => {
              open.panels.set(viewer, id);
              open.changed();
            },
          })}${hands(frame.picture)}`
    }</div>
    ${frame.prompt ? html`<p class="headline">${frame.prompt}</p>` : nothing}
    ${own ? could(frame, open.names) : nothing}
    ${own ? html`<details><summary>${say("What it was told")}</summary>${sentences(told, frame.n)}</details>` : nothing}
  </section>`;
}

/**
 * @param {import("../frames/frames.js").Frame} frame
 * @param {string[]} names
 */
function could(frame, names) {
  return frame.couldDo.map(
    ({ seat, can, cannot }) => html`<details class="could" open><summary>${say("{seat} could:", {
      seat: names[seat] ?? `${seat}`,
    })}</summary><ul>${can.map((one) => html`<li>${one}</li>`)}</ul>
      ${
        cannot.length
          ? html`<h4>${say("And could not:")}</h4><ul class="cannot">${cannot.map((one) => html`<li>${one}</li>`)}</ul>`
          : nothing
      }</details>`,
  );
}

/** @param {Seen} seen @param {string} moment */
function around(seen, moment) {
  return html`<section class="around"><h3>${say("Around {moment}", { moment })}</h3>
    ${sentences(seen.told, seen.frame.n)}</section>`;
}

/**
 * @param {Seen["told"]} told
 * @param {number} n the entry that it is about
 */
function sentences(told, n) {
  if (told.length === 0) return html`<p class="note">${say("Nothing that this viewer was told.")}</p>`;
  return html`<ol class="told">${told.map(({ address, text, takenBack }) => {
    const now = address.split(".")[0] === `${n}`;
    return html`<li class=${now ? "is-now" : ""}><span class="address">${address}</span>
      <span>${text}${takenBack ? html` <i>${say("(taken back)")}</i>` : nothing}</span></li>`;
  })}</ol>`;
}

/** @param {OpenCase} open @param {Seen} seen */
function times(open, { frame }) {
  const { bank, awaited, at } = frame;
  const waits = awaited.map(({ seat, deadline }) => {
    const name = open.names[seat] ?? `${seat}`;
    if (deadline === undefined) return say("{seat} was asked.", { seat: name });
    const left = written(Math.max(0, Math.ceil((deadline - at) / 1000)));
    return say("{seat} was asked, and had {time}.", { seat: name, time: left });
  });
  const banks = (bank ?? []).map((ms, seat) =>
    say("Bank of {seat}: {time}.", { seat: open.names[seat] ?? `${seat}`, time: written(Math.floor(ms / 1000)) }),
  );
  const when = new Date(at).toISOString().replace("T", " ").slice(0, 19);
  return html`<p class="times">${[say("Written at {time} UTC.", { time: when }), ...waits, ...banks].join(" ")}</p>`;
}

/**
 * @param {OpenCase} open
 * @param {{ask: () => void, choose: (code: string) => void}} acts
 */
export function damage(open, { ask, choose }) {
  const type = (/** @type {string} */ value) => {
    open.goal = value;
    open.changed();
  };
  return html`<div class="adding asking">
      ${line(say("Go back to after entry"), open.goal, type, { mode: "numeric", most: 9 })}
      ${act(say("Ask what that would cost"), ask, { disabled: open.busy !== "" })}
    </div>
    <p class="note">${say("The answer shows what every hand holds: it is a look, and written down.")}</p>
    ${open.damage === null ? nothing : report(open.damage, choose)}`;
}

/**
 * @param {import("./open.js").Damage} found
 * @param {(code: string) => void} choose
 */
function report({ told, damage: { ways }, to, n }, choose) {
  const facts = told.slice(0, told.length - ways.length);
  const options = told.slice(told.length - ways.length);
  const section = (/** @type {{heading: string, sentences: string[]}} */ { heading, sentences }) =>
    html`<h4>${heading}</h4><ul>${sentences.map((one) => html`<li>${one}</li>`)}</ul>`;
  return html`<div class="report" aria-live="polite">
    <h3 tabindex="-1" data-report>${say("Back to after entry {to}, asked at entry {n}", { to, n })}</h3>
    <div class="facts">${facts.map((one) => html`<section>${section(one)}</section>`)}</div>
    <h3>${say("Ways out, beside each other")}</h3>
    <div class="ways">${options.map((one, at) => {
      const way = ways[at];
      return html`<section data-grade=${way?.grade ?? nothing}>${section(one)}
        ${
          way === undefined || way.obstacle !== null
            ? nothing
            : act(say("Take this up"), () => choose(way.code), {
                named: say("Take this up: {way}", { way: one.heading }),
              })
        }</section>`;
    })}</div>
    <p class="note">${say("Grades advise; no ruling depends on one.")}</p>
  </div>`;
}
