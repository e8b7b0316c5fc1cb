/** Beside the board: story, choices, what was learnt, notes, two moments compared, checks; below them what a page can do. */

import { say } from "../base/words.js";
import { reader } from "../board/reader.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { checks } from "./checking.js";
import { changes } from "./compare.js";
import { keepNote, saveNotes, takeNotes } from "./keeping.js";
import { GLYPHS, notesOn } from "./notes.js";
import { choices, compared, notes, story, taught } from "./panes.js";
import { byKind, pace } from "./steps.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {"story" | "choices" | "taught" | "notes" | "compare" | "checks"} Pane */

/** @param {Review} review */
export function rail(review) {
  const { frame, header } = review.stepper;
  const tab = (/** @type {Pane} */ pane, /** @type {string} */ label) => html`<button type="button" role="tab"
    aria-selected=${review.shows === pane ? "true" : "false"} aria-controls="pane"
    @click=${() => review.pane(pane)}>${label}</button>`;
  const panes = {
    story: () => story(review.stretch.story, frame.address),
    choices: () => choices(frame, header.seats),
    taught: () => taught(review.stretch.taught),
    notes: () => noted(review),
    compare: () => comparison(review),
    checks: () => checks(review.checking),
  };
  return html`<div class="tabs" role="tablist" aria-label=${say("Beside the board")}>
      ${tab("story", say("Story"))} ${tab("choices", say("Choices"))} ${tab("taught", say("Learnt"))}
      ${tab("notes", say("Notes"))} ${tab("compare", say("Compare"))}
      ${tab("checks", say("Checks"))}
    </div>
    <div class="pane" id="pane" role="tabpanel" tabindex="0">${panes[review.shows]()}</div>
    ${review.looked ? reader(review.looked) : nothing}${tools(review)}`;
}

/** @param {Review} review */
function noted(review) {
  const { frame, viewer } = review.stepper;
  return notes(notesOn(review.notes, frame.n, viewer), {
    glyphs: GLYPHS,
    said: review.notesSaid,
    own: (id) => review.own.notes.some((note) => note.id === id),
    changing: review.changing,
    change: (id) => review.changeNote(id),
    remove: (id) => review.removeNote(id),
    keep: (note, id) => keepNote(review, note, id),
    isKept: review.own.isKept,
    save: () => saveNotes(review),
    take: (file) => takeNotes(review, file),
  });
}

/** @param {Review} review */
function comparison(review) {
  const { stepper, before } = review;
  const { picture, address } = stepper.frame;
  const press = html`<p><button class="button" type="button" ?disabled=${before === null && picture === null}
    @click=${() => review.compare()}>${before === null ? say("Keep this moment") : say("Stop comparing")}</button></p>`;
  if (before !== null && before.viewer !== stepper.viewer)
    return html`<p class="none">${say("The kept moment could not be loaded as this viewer saw it.")}</p>${press}`;
  if (before === null || picture === null)
    return html`<p class="none">${say("Keep a moment (X), then go to another: what differs is told here.")}</p>${press}`;
  return html`${compared(changes(before.picture, picture), before.address, address)}${press}`;
}

/** @param {Review} review */
function tools(review) {
  const { source, header, unspoilt } = review.stepper;
  const tool = (
    /** @type {string} */ label,
    /** @type {() => void} */ press,
    /** @type {boolean | null} */ pressed = null,
  ) =>
    html`<button class="button is-quiet" type="button" aria-pressed=${pressed === null ? nothing : `${pressed}`}
      @click=${press}>${label}</button>`;
  const links = [
    [`/t/${header.table}`, say("The table")],
    [`${source.address}/record`, say("Download the record")],
    ["/verify", say("Check a record")],
  ];
  return html`<div class="tools">
    <div class="fields">${byKind(review)}${pace(review)}</div>
    ${tool(say("Share"), () => review.share())} ${tool(say("No spoilers"), () => review.unspoil(), unspoilt)}
    ${tool(say("Keys and signs"), () => review.help())}
    ${source.address === null ? nothing : links.map(([href, label]) => html`<a class="button is-quiet" href=${href}>${label}</a>`)}
  </div>`;
}
