/** What stands beside the board: what was told, could be done and was learnt, notes, and two moments compared. */

import { say } from "../base/words.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../frames/frames.js").Frame} Frame */
/** @typedef {import("../frames/frames.js").Sentence} Sentence */
/** @typedef {import("./compare.js").Change} Change */
/** @typedef {import("./notes.js").Note} Note */

/**
 * @param {Sentence[]} sentences
 * @param {string} here an address
 */
export function story(sentences, here) {
  const [entry] = here.split(".");
  return html`<ol class="story">
    ${repeat(
      sentences,
      (one) => `${one.address} ${one.text}`,
      (one) => html`<li class=${one.address.split(".")[0] === entry ? "is-now" : ""}>
        <a class="address" href="#${one.address}">${one.address}</a><span>${one.text}</span>
      </li>`,
    )}
  </ol>`;
}

/** @param {Sentence[]} sentences of one entry */
export function told(sentences) {
  if (sentences.length === 0) return html`<p class="told none">${say("Nothing that this viewer was told.")}</p>`;
  return html`<ol class="told">
    ${sentences.map(({ address, text }) => html`<li><span class="address">${address}</span><span>${text}</span></li>`)}
  </ol>`;
}

/**
 * @param {Frame} frame
 * @param {string[]} seats
 */
export function choices(frame, seats) {
  if (frame.couldDo.length === 0)
    return html`<p class="none">${say("Nobody that this viewer sees had to decide here.")}</p>`;
  return frame.couldDo.map(
    ({ seat, can, cannot }) => html`<section class="could">
      <h3>${say("{seat} could:", { seat: seats[seat] ?? `${seat}` })}</h3>
      <ul>${can.map((text) => html`<li>${text}</li>`)}</ul>
      ${
        cannot.length
          ? html`<h4>${say("And could not:")}</h4>
              <ul class="cannot">${cannot.map((text) => html`<li>${text}</li>`)}</ul>`
          : nothing
      }
    </section>`,
  );
}

/** @param {Sentence[]} sentences */
export function taught(sentences) {
  if (sentences.length === 0) return html`<p class="none">${say("This viewer learnt nothing new here.")}</p>`;
  return html`<ul class="taught">${sentences.map(({ text }) => html`<li>${text}</li>`)}</ul>`;
}

/**
 * @param {Note[]} notes
 * @param {{glyphs: string[], said: string, changing: string | null, own: (id: string) => boolean,
 *   keep: (note: import("./keeping.js").Worded, id: string | null) => Promise<boolean>, isKept: boolean, change: (id: string | null) => void,
 *   remove: (id: string) => void, save: () => void, take: (file: File) => void}} act
 */
export function notes(notes, act) {
  const changed = notes.find(({ id }) => id === act.changing);
  const keep = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { text, glyph } = Object.fromEntries(new FormData(form));
    if (`${text}`.trim() === "" && glyph === "") return;
    const note = { text: `${text}`.trim(), glyph: glyph === "" ? null : `${glyph}` };
    if (await act.keep(note, changed?.id ?? null)) form.reset();
  };
  const chosen = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) act.take(input.files[0]);
    input.value = ""; // the same file, mended, can be chosen again
  };
  return html`<ul class="notes">
      ${repeat(
        notes,
        (note) => note.id,
        (note) => html`<li>
          <span class="address">${note.address}</span>
          <span>
            ${note.glyph ? html`<b class="glyph">${note.glyph}</b>` : nothing} ${note.text}
            ${note.author ? html`<i>${note.author}</i>` : nothing}
          </span>
          ${
            act.own(note.id)
              ? html`<button class="button is-quiet" type="button" aria-pressed=${note === changed}
                    @click=${() => act.change(note === changed ? null : note.id)}>${say("Change")}</button>
                  <button class="button is-quiet" type="button" @click=${() => act.remove(note.id)}>
                    ${say("Remove")}
                  </button>`
              : nothing
          }
        </li>`,
      )}
    </ul>
    <form class="note-form" @submit=${keep}>
      <label>${changed ? say("Change the note") : say("Note on this entry")}
        <textarea name="text" rows="2" maxlength="4000" .value=${changed?.text ?? ""}></textarea></label>
      <label>${say("Mark")} <select name="glyph">
        <option value="">–</option>
        ${act.glyphs.map((glyph) => html`<option .selected=${glyph === changed?.glyph}>${glyph}</option>`)}
      </select></label>
      <button class="button" type="submit">${say("Keep the note")}</button>
      ${
        changed
          ? html`<button class="button is-quiet" type="button" @click=${() => act.change(null)}>${say("Cancel")}</button>`
          : nothing
      }
    </form>
    <p class="hint" aria-live="polite">${
      act.isKept
        ? say("Your notes stay in this browser.")
        : say("This browser keeps no more: save your notes as a file before you leave.")
    }</p>
    <div class="shares">
      <button class="button is-quiet" type="button" @click=${act.save}>${say("Save my notes as a file")}</button>
      <label class="button is-quiet file">${say("Read a file of notes")}
        <input type="file" accept=".ndjson,.jsonl,application/x-ndjson" @change=${chosen} /></label>
    </div>
    <p class="hint" aria-live="polite">${act.said}</p>`;
}

/**
 * @param {Change[]} found
 * @param {string} from an address
 * @param {string} to
 */
export function compared(found, from, to) {
  const heading = html`<h3>${say("From {from} to {to}", { from, to })}</h3>`;
  if (found.length === 0) return html`${heading}<p class="none">${say("This viewer saw no difference.")}</p>`;
  const listed = (/** @type {string} */ label, /** @type {string[] | undefined} */ cards) =>
    cards?.length ? html`<dd>${label} ${cards.join("; ")}</dd>` : nothing;
  return html`${heading}<dl class="changes">
    ${found.map(
      ({ where, number, came, gone }) => html`<div><dt>${where}</dt>
        ${number ? html`<dd>${number[0]} → ${number[1]}</dd>` : nothing}
        ${listed(say("came:"), came)} ${listed(say("gone:"), gone)}
      </div>`,
    )}
  </dl>`;
}
