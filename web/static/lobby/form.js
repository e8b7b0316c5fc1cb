/** The form that opens a table, drawn from a draft and the fields of the game's options. */

import { message, say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { CLOCKS, drafted, resized, seated } from "./opening.js";

/** @typedef {import("./opening.js").Draft} Draft */
/** @typedef {import("./opening.js").Game} Game */
/** @typedef {import("./opening.js").Seat} Seat */
/** @typedef {import("./options.js").Field} Field */
/** @typedef {import("./options.js").Value} Value */

export const CLOCK = {
  none: message("No clock"),
  quick: message("5 minutes each, 5 seconds an action"),
  calm: message("20 minutes each, 15 seconds an action"),
  steady: message("1 minute a decision"),
  letters: message("3 days a decision"),
};
export const SEEN = {
  unlisted: message("Whoever has the link"),
  public: message("Everybody, from the list"),
  private: message("Only who plays"),
};

/**
 * @param {Event} event
 * @returns {string}
 */
function told(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;
}

/**
 * @param {string} value
 * @param {string} label
 * @param {string | number | boolean | undefined} chosen
 */
export function choice(value, label, chosen) {
  return html`<option value=${value} ?selected=${value === `${chosen}`}>${label}</option>`;
}

/**
 * @param {Draft} draft
 * @param {Field[]} fields
 * @param {Game[]} games
 * @param {(draft: Draft) => void} change
 */
export function form(draft, fields, games, change) {
  const { game, seats } = draft;
  /** @param {Event} event */
  const other = (event) => change(drafted(games.find((one) => one.game === told(event)) ?? game));
  const many = html`<label class="field"><span>${say("Seats")}</span>
    <select name="seats" @change=${(/** @type {Event} */ event) => change(resized(draft, Number(told(event))))}>
      ${game.seats.map((n) => choice(`${n}`, `${n}`, seats.length))}</select></label>`;
  return html`<div class="fields">
      <label class="field"><span>${say("Game")}</span>
        <select name="game" @change=${other}>${games.map((one) => choice(one.game, one.title, game.game))}</select></label>
      ${game.seats.length > 1 ? many : nothing}
      <label class="field"><span>${say("Clock")}</span>
        <select name="clock" @change=${(/** @type {Event} */ event) => change({ ...draft, clock: told(event) })}>
          ${Object.keys(CLOCKS).map((one) => choice(one, say(CLOCK[/** @type {keyof typeof CLOCK} */ (one)]), draft.clock))}
        </select></label>
      <label class="field"><span>${say("Who may watch")}</span>
        <select name="visibility" @change=${(/** @type {Event} */ event) =>
          change({ ...draft, visibility: /** @type {Draft["visibility"]} */ (told(event)) })}>
          ${Object.entries(SEEN).map(([one]) => choice(one, say(SEEN[/** @type {keyof typeof SEEN} */ (one)]), draft.visibility))}
        </select></label>
      <label class="field"><span>${say("What the table is called (if you like)")}</span>
        <input name="label" maxlength="80" .value=${draft.label}
          @input=${(/** @type {Event} */ event) => change({ ...draft, label: told(event) })}></label>
    </div>
    <fieldset class="seats"><legend>${say("Who plays")}</legend>${seats.map((seat, at) => seatField(draft, seat, at, change))}
    </fieldset>
    ${fields.length === 0 ? nothing : options(draft, fields, change)}`;
}

/**
 * @param {Draft} draft
 * @param {Seat} seat
 * @param {number} at
 * @param {(draft: Draft) => void} change
 */
function seatField(draft, seat, at, change) {
  const bots = draft.game.bots.map((bot) => choice(`bot:${bot}`, botName(bot), seat));
  return html`<label class="field"><span>${say("Seat {number}", { number: at + 1 })}</span>
    <select name="seat-${at + 1}" @change=${(/** @type {Event} */ event) => change(seated(draft, at, /** @type {Seat} */ (told(event))))}>
      ${choice("me", say("You"), seat)}
      ${choice("code", say("Somebody with an invitation"), seat)}
      ${choice("open", say("Whoever comes first"), seat)}${bots}</select></label>`;
}

/**
 * @param {string} bot
 * @returns {string}
 */
function botName(bot) {
  if (bot === "sensible") return say("A bot that plays sensibly");
  return bot === "random" ? say("A bot that plays at random") : say("The bot {name}", { name: bot });
}

/**
 * @template {{game: {words: Record<string, string>}, said: Map<string, Value>}} D
 * @param {D} draft of a table, or of a tournament's
 * @param {Field[]} fields
 * @param {(draft: D) => void} change
 */
export function options(draft, fields, change) {
  const differs = fields.some((one) => draft.said.has(one.path) && draft.said.get(one.path) !== one.initial);
  const note = differs ? html` <span class="note">${say("changed")}</span>` : nothing;
  return html`<details class="options"><summary>${say("Rules of this table")}${note}</summary>
    <div class="fields">${fields.map((one) => option(draft, one, change))}</div></details>`;
}

/**
 * @template {{game: {words: Record<string, string>}, said: Map<string, Value>}} D
 * @param {D} draft
 * @param {Field} field
 * @param {(draft: D) => void} change
 */
function option(draft, field, change) {
  const label = word(draft.game, field.label);
  const value = draft.said.get(field.path) ?? field.initial;
  /** @param {Value} said */
  const set = (said) => change({ ...draft, said: new Map(draft.said).set(field.path, said) });
  if (field.kind === "flag") {
    return html`<label class="field is-flag"><input type="checkbox" .checked=${value === true}
      @change=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.currentTarget).checked)}>
      <span>${label}</span></label>`;
  }
  if (field.kind === "choice" || field.kind === "either") return either(draft.game, field, label, value, set);
  return html`<label class="field"><span>${label}</span>${field.kind === "number" ? number(field, value, set) : text(value, set)}</label>`;
}

/**
 * @param {{words: Record<string, string>}} game
 * @param {Field} field
 * @param {string} label
 * @param {Value | undefined} value
 * @param {(said: Value) => void} set
 */
function either(game, field, label, value, set) {
  const counted = typeof value === "number";
  const least = field.least ?? 0;
  /** @param {Event} event */
  const pick = (event) => set(told(event) === "#" ? least : told(event));
  const free = field.kind === "either" ? choice("#", say("a number"), counted ? "#" : "") : nothing;
  return html`<div class="field"><label><span>${label}</span><select @change=${pick}>
      ${field.values.map((one) => choice(one, word(game, one), value))}${free}</select></label>
    ${counted ? html`<label><span class="note">${say("a number")}</span>${number(field, value, set)}</label>` : nothing}</div>`;
}

/**
 * @param {Field} field
 * @param {Value | undefined} value
 * @param {(said: Value) => void} set
 */
function number(field, value, set) {
  /** @param {Event} event */
  const change = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    set(input.value === "" ? "" : input.valueAsNumber);
  };
  return html`<input type="number" inputmode="numeric" step="1" min=${field.least ?? nothing} max=${field.most ?? nothing}
    .value=${`${value ?? ""}`} placeholder=${say("left out")} @change=${change}>`;
}

/**
 * @param {Value | undefined} value
 * @param {(said: Value) => void} set
 */
function text(value, set) {
  return html`<input .value=${`${value ?? ""}`} @change=${(/** @type {Event} */ event) => set(told(event))}>`;
}

/**
 * @param {{words: Record<string, string>}} game
 * @param {string} said a sentence or a name of the schema
 * @returns {string}
 */
export function word(game, said) {
  return game.words[said] ?? said.replaceAll("_", " ");
}
