/** `/`: play at once, open a table, sit down. The lists of tables stand in the page already. */

import { ask, Lost, Problem } from "../base/api.js";
import { data } from "../base/data.js";
import { enter } from "../base/session.js";
import { told } from "../base/telling.js";
import { cleaned } from "../base/typed.js";
import { count, language, say } from "../base/words.js";
import { keepInvitations, qrCode } from "../inviting/invite.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { form } from "./form.js";
import { joinLink, readLink, seatLink, tableLink } from "./links.js";
import { callMe, forgetTable, hasMet, meets, myName, myTables, noteTable } from "./mine.js";
import { bodyOf, drafted, entropy, firstOf, once } from "./opening.js";
import { fieldsOf } from "./options.js";

/** @typedef {import("./opening.js").Game} Game */

/** @type {{opens: boolean, games: Game[]}} */
const { opens, games } = data("lobby");
const TABLES = "/api/v1/tables";
const MOST_NAME = 40; // characters

const state = {
  busy: "",
  /** A table's page was asked for and has not come yet: what is pressed meanwhile asks for nothing more. */
  leaves: false,
  /** @type {{at: string, say: string} | null} what went wrong, and at which part of the page */
  trouble: null,
  draft: games[0] === undefined ? null : drafted(games[0]),
  /** @type {any} the answer that opened a table */
  opened: null,
  copied: "",
  link: "",
  code: "",
};

const send = once(
  (/** @type {{address: string, body: any}} */ wish, key) =>
    ask(wish.address, { body: wish.body, key, language: language() }),
  (error) => error instanceof Lost,
);

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @returns {string} */
const me = () => cleaned(myName()) || say("Player");

/**
 * Send what must happen once, and say what went wrong.
 *
 * @param {string} at the part of the page that asks
 * @param {string} what names the wish, with all that it depends on
 * @param {() => {address: string, body: any}} made
 * @param {(body: any) => void | Promise<void>} then
 */
async function wish(at, what, made, then) {
  if (state.busy !== "") return;
  Object.assign(state, { busy: at, trouble: null });
  draw();
  try {
    const answer = await send(what, made);
    await then(answer.body);
  } catch (error) {
    state.trouble = { at, say: wrong(error) };
  }
  state.busy = state.leaves ? at : "";
  draw();
}

/** @param {string} table the address of its page */
function go(table) {
  state.leaves = true;
  location.assign(table);
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function wrong(error) {
  return error instanceof Lost ? say("The service does not answer. Try again: nothing happens twice.") : told(error);
}

/**
 * @param {Game} game
 * @param {any} opened
 */
function sitAt(game, opened) {
  const mine = mineOf(opened);
  note(game, opened);
  go(seatLink(opened.table.id, mine.token, { guide: meets(game.game) }));
}

/**
 * @param {any} opened
 * @returns {any} my seat, if I have one
 */
function mineOf({ seats }) {
  return seats.find((/** @type {any} */ seat) => seat.token !== null);
}

/**
 * @param {Game} game
 * @param {any} opened
 */
function note(game, opened) {
  noteTable({ id: opened.table.id, title: opened.table.label ?? game.title, at: Date.now() });
}

/**
 * Take the seat at once: whoever leaves this page before going there finds it among the own tables. Where that fails,
 * the button that goes there brings the token.
 *
 * @param {Game} game
 * @param {any} opened
 */
async function take(game, opened) {
  note(game, opened);
  try {
    await enter(opened.table.id, mineOf(opened).token);
  } catch (error) {
    if (!(error instanceof Lost || error instanceof Problem)) throw error;
  }
}

/** @param {Game} game */
function play(game) {
  const lesson = !hasMet(game.game);
  const made = () => ({ address: TABLES, body: firstOf(game, me(), { lesson }) });
  wish(`play-${game.game}`, JSON.stringify(["play", game.game, me(), lesson]), made, (opened) => sitAt(game, opened));
}

/** @param {Event} event */
async function open(event) {
  event.preventDefault();
  const draft = state.draft;
  if (draft === null) return;
  const fields = fieldsOf(JSON.parse(draft.game.schema));
  const plain = { ...bodyOf(draft, fields, me()), seats: draft.seats };
  const made = () => ({ address: TABLES, body: bodyOf(draft, fields, me()) });
  await wish("open", JSON.stringify(["open", me(), plain]), made, async (opened) => {
    const invited = draft.seats.some((seat) => seat === "code" || seat === "open");
    if (!invited && draft.seats.includes("me")) sitAt(draft.game, opened);
    else {
      if (mineOf(opened) !== undefined) await take(draft.game, opened);
      state.opened = { ...opened, game: draft.game };
      keepInvitations(opened.table.id, codesOf(opened));
    }
  });
  if (state.opened !== null) part("open").querySelector("h2")?.focus(); // the form has gone, and the focus with it
}

/**
 * @param {any} opened
 * @returns {import("../inviting/invite.js").Invitation[]}
 */
function codesOf({ seats }) {
  return seats.flatMap((/** @type {any} */ { seat, join_code: join }) => (join === null ? [] : [{ seat, join }]));
}

/** @param {Event} event */
function sit(event) {
  event.preventDefault();
  const found = readLink(state.link);
  if (found === null) {
    state.trouble = { at: "sit", say: say("This names no table.") };
    draw();
    return;
  }
  if (found.token !== "") {
    go(seatLink(found.table, found.token));
    return;
  }
  const code = state.code.trim() || found.code;
  const address = `${TABLES}/${encodeURIComponent(found.table)}/seats`;
  const made = () => ({ address, body: { name: me(), entropy: entropy(), ...(code ? { join_code: code } : {}) } });
  wish("sit", JSON.stringify(["sit", found.table, code, me()]), made, (joined) => {
    const game = games.find((one) => one.game === joined.table.game);
    const title = joined.table.label ?? game?.title ?? joined.table.game;
    noteTable({ id: found.table, title, at: Date.now() });
    go(seatLink(found.table, joined.token, { guide: game !== undefined && meets(game.game) }));
  });
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    state.copied = text;
  } catch {
    state.copied = ""; // the link stands there to be marked by hand
  }
  draw();
}

/** @param {string} at */
function trouble(at) {
  return html`<p class="trouble" role="alert">${state.trouble?.at === at ? state.trouble.say : nothing}</p>`;
}

function nameField() {
  /** @param {Event} event */
  const type = (event) => callMe(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  return html`<label class="field is-name"><span>${say("Your name at tables")}</span>
    <input name="nickname" autocomplete="nickname" maxlength=${MOST_NAME} placeholder=${say("Player")} .value=${myName()}
      @change=${type}></label>`;
}

/** @param {Game} game */
function playButton(game) {
  const bots = game.first.bots.length;
  const busy = state.busy === `play-${game.game}`;
  return html`<button type="button" class="button is-primary" ?disabled=${state.busy !== ""} @click=${() => play(game)}>
      ${busy ? say("Opening a table …") : count("Play against a bot", "Play against {n} bots", bots)}
      <span class="unseen">: ${game.title}</span></button>${trouble(`play-${game.game}`)}`;
}

function mine() {
  const tables = myTables();
  if (tables.length === 0) return nothing;
  /** @param {string} id */
  const forget = (id) => {
    forgetTable(id);
    draw();
  };
  return html`<section class="site-panel"><h2>${say("Your tables")}</h2><ul class="mine">${tables.map(
    (one) => html`<li><a href=${tableLink(one.id)}>${one.title}</a>
      <time>${moment(one.at)}</time>
      <button type="button" class="linkish" aria-label=${say("Forget {name}", { name: one.title })}
        @click=${() => forget(one.id)}>${say("Forget")}</button></li>`,
  )}</ul></section>`;
}

/**
 * @param {number | string} at
 * @returns {string} written as the lists below write it; nothing for what the browser kept and no calendar has
 */
function moment(at) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  const told = date.toISOString();
  return say("{day} {time} UTC", { day: told.slice(0, 10), time: told.slice(11, 16) });
}

function opening() {
  const draft = state.draft;
  if (draft === null) return nothing;
  if (state.opened !== null) return invitations();
  return html`<details class="opening"><summary><h2>${say("Open a table")}</h2></summary><form @submit=${open}>
    ${form(draft, fieldsOf(JSON.parse(draft.game.schema)), games, (changed) => {
      state.draft = changed;
      draw();
    })}
    ${trouble("open")}
    <button class="button is-primary" ?disabled=${state.busy !== ""}>
      ${state.busy === "open" ? say("Opening a table …") : say("Open this table")}</button></form></details>`;
}

function invitations() {
  const { table, seats, game } = state.opened;
  const mine = mineOf(state.opened);
  const coded = seats.filter((/** @type {any} */ seat) => seat.join_code !== null);
  const free = seats.some((/** @type {any} */ seat) => seat.kind === "open");
  const again = () => {
    state.opened = null;
    draw();
    part("open").querySelector("summary")?.focus();
  };
  return html`<h2 tabindex="-1">${say("The table is open")}</h2>
    <p>${say("Send each of these links to one person. This browser shows them again at the table until the game begins.")}</p>
    <ul class="invitations">${coded.map((/** @type {any} */ seat) =>
      invitation(
        say("Seat {number}, code {code}", { number: seat.seat + 1, code: seat.join_code }),
        joinLink(table.id, seat.join_code),
      ),
    )}
      ${free || coded.length === 0 ? invitation(say("The table"), tableLink(table.id)) : nothing}</ul>
    <p class="buttons">${
      mine === undefined
        ? html`<a class="button is-primary" href=${tableLink(table.id)}>${say("Watch")}</a>`
        : html`<button type="button" class="button is-primary" @click=${() => sitAt(game, state.opened)}>
            ${say("Go to your seat")}</button>`
    }<button type="button" class="button" @click=${again}>${say("Open another table")}</button></p>`;
}

/**
 * @param {string} name
 * @param {string} path
 */
function invitation(name, path) {
  const link = new URL(path, location.href).href;
  return html`<li><span>${name}</span><input readonly aria-label=${name} .value=${link}
      @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select()}>
    <button type="button" class="button" @click=${() => copy(link)}>
      ${state.copied === link ? say("Copied") : say("Copy the link")}</button>
    <details><summary>${say("QR code")}</summary>${qrCode(link)}</details></li>`;
}

function sitting() {
  /** @param {"link" | "code"} name */
  const type = (name) => (/** @type {Event} */ event) => {
    state[name] = /** @type {HTMLInputElement} */ (event.currentTarget).value;
  };
  return html`<h2>${say("Sit down")}</h2><form @submit=${sit}><div class="fields">
      <label class="field"><span>${say("Link that you were sent, or the table")}</span>
        <input name="link" required autocomplete="off" .value=${state.link} @input=${type("link")}></label>
      <label class="field"><span>${say("Code, if you were told one")}</span>
        <input name="code" maxlength="16" autocomplete="off" .value=${state.code} @input=${type("code")}></label></div>
    ${trouble("sit")}
    <button class="button is-primary" ?disabled=${state.busy !== ""}>${say("Sit down")}</button></form>`;
}

/** Let a table in the list fill the form. */
function offerSeats() {
  for (const row of document.querySelectorAll("[data-free]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "linkish";
    button.textContent = say("Sit down");
    button.setAttribute("aria-label", `${say("Sit down")}: ${row.querySelector("h3")?.textContent ?? ""}`);
    button.addEventListener("click", () => {
      state.link = row.getAttribute("data-table") ?? "";
      draw();
      part("sit").querySelector("button")?.focus();
    });
    row.querySelector(".links")?.append(button);
  }
}

function draw() {
  render(mine(), part("mine"));
  render(nameField(), part("name"));
  render(sitting(), part("sit"));
  if (!opens) return;
  render(opening(), part("open"));
  for (const game of games) {
    const place = document.querySelector(`[data-play="${game.game}"] .go`);
    if (place !== null) render(playButton(game), /** @type {HTMLElement} */ (place));
  }
}

for (const id of opens ? ["open", "sit"] : ["sit"]) part(id).hidden = false;
addEventListener("pageshow", (event) => {
  if (event.persisted) Object.assign(state, { busy: "", leaves: false });
  draw();
});
offerSeats();
draw();
