/** The form of a ruling: finding, rules, measures, texts. What it comes to is read as sentences before it is sent. */

import { say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { act, choice, line, prose, tick } from "./fields.js";
import { CLOCK_REASONS, FINDINGS, PENALTIES, REWIND_REASONS, spoken } from "./labels.js";

/** @typedef {import("./open.js").OpenCase} OpenCase */
/** @typedef {{rule: string, say: string}} Rule a rule of the game that may be cited */

/**
 * @param {OpenCase} open
 * @param {Rule[]} rules
 * @param {{troubles: string[], read: () => void}} around
 */
export function rulingForm(open, rules, { troubles, read }) {
  const { draft } = open;
  const set = (/** @type {(value: string) => void} */ change) => (/** @type {string} */ value) => {
    change(value);
    open.changed();
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    read();
  };
  return html`<form class="ruling" @submit=${send}>
    ${choice(
      say("What was found"),
      spoken(FINDINGS),
      draft.finding,
      set((value) => {
        draft.finding = value;
      }),
    )}
    ${grounds(open, rules)}
    <fieldset><legend>${say("What is done")}</legend>
      ${rewind(open)} ${clocks(open)} ${penalties(open)} ${result(open)}
      ${tick(say("Give the table up"), draft.void, () => {
        draft.void = !draft.void;
        open.changed();
      })}
    </fieldset>
    <fieldset><legend>${say("What is said")}</legend>
      ${prose(
        say("Ruling"),
        say("Everybody reads it at once: name no hidden card."),
        draft.text,
        set((value) => {
          draft.text = value;
        }),
      )}
      ${prose(
        say("Sealed part"),
        say("The players read it after the end."),
        draft.sealed,
        set((value) => {
          draft.sealed = value;
        }),
      )}
      ${prose(
        say("Note"),
        say("For the desk alone."),
        draft.note,
        set((value) => {
          draft.note = value;
        }),
      )}
    </fieldset>
    ${
      open.stops
        ? tick(say("Let the play go on that the case has stopped"), draft.resume, () => {
            draft.resume = !draft.resume;
            open.changed();
          })
        : nothing
    }
    ${troubles.length ? html`<ul class="trouble" role="alert">${troubles.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
    <button class="button is-primary" type="submit">${say("Read what will be written")}</button>
  </form>`;
}

/** @param {OpenCase} open @param {Rule[]} rules */
function grounds(open, rules) {
  const { draft } = open;
  const add = () => open.cite();
  const type = (/** @type {string} */ value) => {
    open.typed = value;
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault(); // the ruling is not ready because a rule was typed
    add();
  };
  return html`<fieldset><legend>${say("Rules that are cited")}</legend>
    ${
      draft.grounds.length
        ? html`<ul class="grounds">${draft.grounds.map(
            (rule) =>
              html`<li><span>${rule}</span>${act(
                say("Remove"),
                () => {
                  draft.grounds = draft.grounds.filter((one) => one !== rule);
                  open.changed();
                },
                { weight: "quiet", named: say("Remove {rule}", { rule }) },
              )}</li>`,
          )}</ul>`
        : nothing
    }
    <div class="adding" @keydown=${press}>
      ${line(say("A rule, as its text calls it"), open.typed, type, { list: "rules" })}
      <datalist id="rules">${rules.map(({ rule, say: text }) => html`<option value=${rule}>${text}</option>`)}</datalist>
      ${act(say("Cite it"), add)}
    </div></fieldset>`;
}

/** @param {OpenCase} open */
function rewind(open) {
  const { draft } = open;
  const measure = draft.rewind;
  const box = tick(say("Go back"), measure !== null, () => open.toggleRewind());
  if (measure === null) return box;
  const orders = { keep: say("as it lies"), reshuffle: say("in a new order") };
  return html`${box}<div class="measure">
    ${line(
      say("to after entry"),
      measure.to,
      (value) => {
        measure.to = value;
        open.changed();
      },
      { mode: "numeric", most: 9 },
    )}
    ${choice(say("what lies face down"), orders, measure.order, (value) => {
      measure.order = value === "reshuffle" ? "reshuffle" : "keep";
      open.changed();
    })}
    ${choice(say("because of"), spoken(REWIND_REASONS), measure.reason, (value) => {
      measure.reason = value;
      open.changed();
    })}
    ${measure.banks.map((typed, seat) =>
      line(
        say("Bank of {seat}, or as it was", { seat: open.names[seat] ?? `${seat}` }),
        typed,
        (value) => {
          measure.banks[seat] = value;
          open.changed();
        },
        { most: 13 },
      ),
    )}
  </div>`;
}

/** @param {OpenCase} open @returns {Record<string, string>} */
const seats = (open) => Object.fromEntries(open.names.map((name, seat) => [`${seat}`, name]));

/** @param {OpenCase} open */
function clocks(open) {
  const { clock } = open.table;
  if (clock === null) return nothing;
  const kinds = {
    ...(clock.bank_ms === null ? {} : { bank_ms: say("in the bank") }),
    ...(clock.move_ms === null ? {} : { move_ms: say("for this decision") }),
  };
  const { draft } = open;
  const add = () => {
    const kind = clock.bank_ms === null ? "move_ms" : "bank_ms";
    draft.clocks.push({ seat: 0, kind, seconds: "", reason: "compensation" });
    open.changed();
  };
  return html`${draft.clocks.map(
    (one, at) => html`<div class="measure">
      ${choice(say("Clock of"), seats(open), `${one.seat}`, (value) => {
        one.seat = Number(value);
        open.changed();
      })}
      ${choice(say("what is set"), kinds, one.kind, (value) => {
        one.kind = value === "move_ms" ? "move_ms" : "bank_ms";
        open.changed();
      })}
      ${line(
        say("seconds, or minutes:seconds"),
        one.seconds,
        (value) => {
          one.seconds = value;
          open.changed();
        },
        { most: 13 },
      )}
      ${choice(say("because of"), spoken(CLOCK_REASONS), one.reason, (value) => {
        one.reason = value;
        open.changed();
      })}
      ${drop(say("Leave this clock"), draft.clocks, at, open)}
    </div>`,
  )}${act(say("Set a clock"), add)}`;
}

/** @param {OpenCase} open */
function penalties(open) {
  const { draft } = open;
  const add = () => {
    draft.penalties.push({ seat: 0, penalty: "warning", points: "" });
    open.changed();
  };
  return html`${draft.penalties.map(
    (one, at) => html`<div class="measure">
      ${choice(say("Penalty for"), seats(open), `${one.seat}`, (value) => {
        one.seat = Number(value);
        open.changed();
      })}
      ${choice(say("which one"), spoken(PENALTIES), one.penalty, (value) => {
        one.penalty = value;
        open.changed();
      })}
      ${line(
        say("points, if any"),
        one.points,
        (value) => {
          one.points = value;
          open.changed();
        },
        { mode: "numeric", most: 6 },
      )}
      ${drop(say("Leave this penalty"), draft.penalties, at, open)}
    </div>`,
  )}${act(say("Penalise a seat"), add)}`;
}

/**
 * @param {string} label
 * @param {unknown[]} list
 * @param {number} at
 * @param {OpenCase} open
 */
function drop(label, list, at, open) {
  return act(
    label,
    () => {
      list.splice(at, 1);
      open.changed();
    },
    { weight: "quiet" },
  );
}

/** @param {OpenCase} open */
function result(open) {
  const { draft } = open;
  const box = tick(say("Give another result"), draft.places !== null, () => {
    draft.places = draft.places === null ? open.table.seats.map(() => "") : null;
    open.changed();
  });
  if (draft.places === null) return box;
  const ranks = Object.fromEntries(open.names.map((_, at) => [`${at + 1}`, `${at + 1}`]));
  return html`${box}<div class="measure">${draft.places.map((place, seat) =>
    choice(say("Place of {seat}", { seat: open.names[seat] ?? `${seat}` }), ranks, place, (value) => {
      if (draft.places) draft.places[seat] = value;
      open.changed();
    }),
  )}</div>`;
}
