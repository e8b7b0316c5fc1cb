/** `/verify`: what the checks say of a record that never leaves the browser, and its lines as they stand. */

import { data } from "../base/data.js";
import { count, say } from "../base/words.js";
import { viewerName } from "../review/viewers.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { about, SHOWN } from "./lines.js";
import { mood, table, verdictOf } from "./told.js";

/** @typedef {import("./worker.js").Told} Told */
/** @typedef {import("./worker.js").Checked} Checked */
/** @typedef {import("./lines.js").Line} Line */

/** @type {Record<string, string>} */
const TITLES = data("titles");
const LARGEST = 2 ** 28; // bytes, as the verifier reads them
const PAGE = /\.html?$/i;
const ARCHIVE = /\.zip$/i;

const state = {
  /** @type {"empty" | "reading" | "done" | "lost"} */
  step: "empty",
  name: "",
  /** @type {Checked | null} */
  checked: null,
  first: 1,
  /** @type {Line[]} */
  lines: [],
  over: false,
  why: "",
  share: 0, // of the work that is done
  others: 0, // files that came with it, of which nothing is said
};

const place = /** @type {HTMLElement} */ (document.getElementById("checking"));
let worker = employed();

/** @returns {Worker} one that has nothing to do yet; the next file gets another, so that nothing is told of this one any more */
function employed() {
  const made = new Worker(data("worker"), { type: "module" });
  made.addEventListener("error", () => {
    state.step = "lost";
    draw();
  });
  made.addEventListener("message", (event) => {
    told(/** @type {Told} */ (event.data));
    draw();
  });
  return made;
}

/** @param {Told} said */
function told(said) {
  if ("share" in said) state.share = said.share;
  else if ("lines" in said) state.lines = said.lines;
  else if ("line" in said) state.lines = state.lines.map((one) => (one.number === said.line.number ? said.line : one));
  else if ("unread" in said) Object.assign(state, { step: "lost", why: said.unread });
  else {
    Object.assign(state, { step: "done", checked: said.checked, lines: [] });
    if (said.checked.report !== null) show(said.checked.report.first_wrong_line ?? 1);
  }
}

/** @param {FileList | null | undefined} files of which the first is checked */
function take(files) {
  const file = files?.[0];
  if (!files || !file) return;
  if (state.step !== "empty") {
    worker.terminate();
    worker = employed();
  }
  const begun = { step: "reading", name: file.name, checked: null, lines: [], why: "", share: 0 };
  Object.assign(state, { ...begun, others: files.length - 1 });
  worker.postMessage({ file });
  draw();
}

/** @param {number} line the page with this line is shown */
function show(line) {
  state.first = line - ((line - 1) % SHOWN);
  worker.postMessage({ first: state.first });
}

/** @param {DragEvent} event */
function drag(event) {
  event.preventDefault();
  state.over = event.type === "dragover";
  if (event.type === "drop") take(event.dataTransfer?.files);
  draw();
}

/** @param {Event} event */
function chosen(event) {
  const field = /** @type {HTMLInputElement} */ (event.currentTarget);
  take(field.files);
  field.value = ""; // the same file, mended, can be chosen again
}

function picker() {
  return html`<div class="drop ${state.over ? "is-over" : ""}">
    <label class="button is-primary file">${say("Choose a record")}
      <input type="file" accept=".ndjson,.jsonl,.json,.gz,application/x-ndjson" @change=${chosen}>
    </label>
    <p>${say("or drop it anywhere on this page")}</p>
  </div>`;
}

/**
 * @param {Checked} checked
 * @returns {string} why it is no record
 */
function unfit({ name, size, form }) {
  if (size === 0) return say("{name} is empty.", { name });
  if (form === "packed")
    return say("{name} is packed: unpack it and choose the record, or check it with replay verify.", { name });
  if (form === "archive") return archive(name);
  if (size > LARGEST) return say("{name} is larger than 256 MiB.", { name });
  if (PAGE.test(name))
    return say("{name} is a page, no record: opened in a browser, it shows its boards itself.", { name });
  if (ARCHIVE.test(name)) return archive(name);
  return say("{name} is no record: none of its lines has a header or an entry.", { name });
}

/** @param {string} name */
function archive(name) {
  return say("{name} is an archive: unpack it and choose its record.ndjson, or check the whole with replay verify.", {
    name,
  });
}

/** @returns {string} the one sentence that counts */
function verdict() {
  if (state.step === "reading") return say("Checking {name} …", { name: state.name });
  if (state.step === "lost") return say("The file could not be read. Choose it again. {why}", { why: state.why });
  const checked = state.checked;
  if (checked === null) return "";
  const { report } = checked;
  if (report === null) return unfit(checked);
  return verdictOf(report);
}

/** One record at a time is checked: which one, where more were dropped. */
function alone() {
  if (state.others === 0) return nothing;
  return html`<p>${say("One file at a time is checked: this is {name}.", { name: state.name })}</p>`;
}

/** @param {number} line */
function jump(line) {
  return html`<button type="button" class="linkish is-said" @click=${() => show(line)}>${say("line {line}", { line })}</button>`;
}

/** @param {Checked} checked */
function facts(checked) {
  const { header, report } = checked;
  const told = [
    [say("Game"), typeof header?.game === "string" ? (TITLES[header.game] ?? header.game) : undefined],
    [say("Tournament"), header?.tournament],
    [say("Table"), header?.table],
    [say("Seen by"), typeof header?.viewer === "string" ? viewerName(header.viewer, []) : undefined],
    [say("Head"), report?.head ?? say("none: the entries are not proved")],
  ].filter(([, value]) => typeof value === "string");
  return html`<dl class="facts">${told.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function result() {
  const checked = state.checked;
  if (checked?.report == null) return nothing;
  return html`${facts(checked)}
    <div class="scroll" tabindex="0" role="region" aria-label=${say("Checks")}>
      ${table(checked.report, jump, checked.edited)}</div>
    ${entries(checked)}`;
}

/** @param {Line} one */
function shown(one) {
  const { kind, n, at, by } = about(one.text);
  const wrong = state.checked?.report?.checks.some((check) => check.line === one.number);
  const when = at === null ? nothing : html`<time>${moment(at)}</time>`;
  const more =
    one.more > 0
      ? html`<button type="button" class="linkish" @click=${() => worker.postMessage({ whole: one.number })}>
      ${count("{n} more letter", "{n} more letters", one.more)}</button>`
      : nothing;
  return html`<li class=${wrong ? "is-wrong" : ""}><details>
    <summary><span class="number">${one.number}</span> <b>${kind || say("cannot be read")}</b>
      ${n === null ? nothing : html`<span>n ${n}</span>`} <span>${by}</span> ${when}
      ${wrong ? html`<em>${say("wrong")}</em>` : nothing}</summary>
    <pre tabindex="0">${one.text}</pre>${more}</details></li>`;
}

/**
 * @param {number} at
 * @returns {string} a time as UTC; the bare number where no calendar has it
 */
function moment(at) {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? `${at}` : date.toISOString().replace("T", " ").slice(0, 19);
}

/** @param {Checked} checked */
function entries(checked) {
  const last = Math.min(state.first + SHOWN - 1, checked.lines);
  const far = { first: state.first, last, all: checked.lines };
  /** @param {Event} event */
  const jump = (event) => {
    const wanted = Math.trunc(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value));
    if (wanted >= 1) show(Math.min(wanted, checked.lines));
  };
  return html`<h2>${say("Lines as they stand")}</h2>
    <div class="paging">
      <button type="button" class="button" ?disabled=${state.first === 1} @click=${() => show(state.first - SHOWN)}>
        ${say("Earlier")}</button>
      <span>${say("{first} to {last} of {all}", far)}</span>
      <button type="button" class="button" ?disabled=${last >= checked.lines} @click=${() => show(state.first + SHOWN)}>
        ${say("Later")}</button>
      <label>${say("Line")} <input type="number" inputmode="numeric" min="1" max=${checked.lines} @change=${jump}></label>
    </div>
    <ol class="lines">${state.lines.map(shown)}</ol>`;
}

/** How far the checks are: a short record needs no bar. */
function progress() {
  if (state.step !== "reading" || state.share === 0) return nothing;
  return html`<progress class="share" max="1" value=${state.share} aria-label=${say("Checked so far")}></progress>`;
}

function draw() {
  const report = state.checked?.report;
  render(
    html`${picker()}<p class="verdict ${report == null ? "" : mood(report)}" role="status">${verdict()}</p>${alone()}${progress()}${state.step === "done" ? result() : nothing}`,
    place,
  );
}

for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => drag(/** @type {DragEvent} */ (event)));
}
draw();
