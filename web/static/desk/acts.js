/** What may be done with a case. What cannot be taken back is told as sentences first, and done only then. */

import { say } from "../base/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { bodyOf, changes, lacks, sentences } from "./draft.js";
import { act } from "./fields.js";
import { DISMISSALS, told } from "./labels.js";
import { segment } from "./service.js";

/** @typedef {import("./open.js").OpenCase} OpenCase */

/**
 * @typedef {object} Page what the page does for them
 * @property {(path: string, body: any, done: string, match?: string) => void} send what must happen once
 * @property {(work: () => Promise<any>) => Promise<void>} safely do it, and say what went wrong
 * @property {(selector: string) => void} focus
 * @property {(troubles: string[]) => void} lacking what the ruling lacks
 * @property {import("../base/dialog.js").Dialogs} dialogs
 */

const HOUR = 3_600_000;

/**
 * @param {OpenCase} open
 * @param {Page} page
 * @returns {import("./sheet.js").Acts}
 */
export function actsOf(open, page) {
  const path = (/** @type {string} */ step) => `/cases/${segment(open.case.case)}/${step}`;
  const table = `/tables/${segment(open.table.id)}`;
  const done = { claim: say("The case is yours."), release: say("The case is free."), close: say("It is closed.") };
  return {
    step: (step) => page.send(path(step), {}, done[step]),
    look: () => page.safely(() => open.look()),
    ask: () =>
      page.safely(async () => {
        await open.ask();
        page.focus("[data-report]");
      }),
    choose: (code) => {
      open.choose(code);
      page.focus("[data-ruling]");
    },
    read: () => read(open, page, path("rule")),
    dismiss: () => dismiss(open, page, path("dismiss")),
    stop: () => stop(open, page, `${table}/pause`),
    resume: (cause) => page.send(`${table}/resume`, { cause }, say("This stops the play no more.")),
  };
}

/** @param {OpenCase} open @param {Page} page @param {string} path */
function read(open, page, path) {
  open.cite();
  const { draft, case: found } = open;
  const setting = {
    seats: open.names,
    stopped: open.stops,
    paused: open.table.paused !== null,
    over: open.over,
    final: found.state === "reclaimed",
    n: found.n,
    hours: Math.round(open.table.appeal_ms / HOUR),
    appeals: open.table.appeal_ms > 0,
  };
  const troubles = lacks(draft, setting);
  page.lacking(troubles);
  if (troubles.length > 0) return;
  const body = bodyOf(draft);
  const match = changes(draft) ? `"${found.n}"` : undefined;
  const said = [...sentences(draft, setting), say("You have seen the table up to entry {n}.", { n: found.n })];
  confirm(page, say("This will be written"), said, say("Write this ruling"), () =>
    page.send(path, body, say("It is ruled."), match),
  );
}

/** @param {OpenCase} open @param {Page} page @param {string} path */
function dismiss({ dismissal: { code, text }, table }, page, path) {
  const said = [say("The case is dismissed: {why}.", { why: told(DISMISSALS, code) })];
  const words = text.trim();
  if (words) said.push(say("Everybody reads at once: “{text}”", { text: words }));
  if (table.appeal_ms > 0) said.push(say("A seat may appeal."));
  const body = words ? { code, text: words } : { code };
  confirm(page, say("This will be written"), said, say("Dismiss the case"), () =>
    page.send(path, body, say("It is dismissed.")),
  );
}

/** @param {OpenCase} open @param {Page} page @param {string} path */
function stop({ case: found }, page, path) {
  const said = [say("The play stands at once, and every clock; everybody sees that.")];
  if (found.quiet) said.push(say("The quiet case enters the record: everybody learns who called, and when."));
  const body = { reason: "dispute", ...(found.quiet ? { case: found.case } : {}) };
  confirm(page, say("Stop the play"), said, say("Stop the play now"), () =>
    page.send(path, body, say("The play is stopped.")),
  );
}

/**
 * Say what will happen, and do it only then.
 *
 * @param {Page} page
 * @param {string} title
 * @param {string[]} said
 * @param {string} label
 * @param {() => void} then
 */
function confirm({ dialogs }, title, said, label, then) {
  const go = () => {
    dialogs.close();
    then();
  };
  const body = () => html`<ul class="will-be">${said.map((one) => html`<li>${one}</li>`)}</ul>
    <div class="sheet-foot">${act(label, go, { weight: "primary" })}</div>`;
  dialogs.show({ name: "confirm", title, body });
}
