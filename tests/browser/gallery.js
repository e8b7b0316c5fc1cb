/** The page of the gallery: a scene in the frame of a table, with nothing behind its buttons. */

import { data } from "../base/data.js";
import { board, hands, pickOf } from "../board/board.js";
import { watchFocus } from "../board/focus.js";
import { bar, button, dock, frame, lastTold, story } from "../board/frame.js";
import { reader, watchReading } from "../board/reader.js";
import { timeline } from "../board/timeline.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../board/types.js").CardState} CardState */
/** @typedef {import("../board/types.js").Pick} Pick */

const scene = /** @type {any} */ (data("scene"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {{ open?: string, picked: string, read?: Pick, states: Record<string, CardState>, presses: string[] }} */
const now = { picked: "", states: scene.states ?? {}, presses: [] };

/** @param {import("../board/types.js").CardPicture | null} card @param {import("../board/types.js").Zone | null} zone @param {import("../board/types.js").Panel} panel @returns {CardState | undefined} */
function state(card, zone, panel) {
  const id = card?.id ?? (card ? "" : (zone?.id ?? panel.id ?? ""));
  const given = now.states[id];
  if (given) return given;
  if (card === null) return undefined;
  if (now.picked !== "" && id === now.picked) return { lit: true, selected: true };
  if (card.lit) return { lit: true };
  return card.lit === false ? { dim: true, why: card.why_not ?? undefined } : undefined;
}

function draw() {
  const { picture, awaited, told, entries } = scene;
  const clocks = new Map(awaited.map((/** @type {number} */ seat) => [seat, { text: "04:12" }]));
  const options = {
    state: awaited.length ? state : undefined,
    awaited,
    clocks,
    openPanel: now.open,
    onPanel: (/** @type {string} */ id) => {
      now.open = id;
      draw();
    },
    onPick: (/** @type {Pick} */ pick) => {
      now.presses.push(pick.id);
      now.picked = pick.id;
      draw();
    },
    last: lastTold(told.at(-1)),
  };
  const own = picture.panels.find((/** @type {any} */ panel) => panel.role === "own");
  const acts = own !== undefined && awaited.includes(own.seat);
  const press = () => undefined;
  const buttons = acts
    ? [
        { label: now.picked ? `Play ${now.picked}` : "End turn", press, weight: now.picked ? "primary" : "plain" },
        { label: "All moves", press, weight: "quiet", key: "L", icon: "list" },
      ]
    : [];
  const rail = html`<h2>Since your last decision</h2>${story(told)}${now.read ? reader(now.read) : nothing}${timeline(line(entries, scene.moments), () => undefined)}`;
  const links = html`${button({ label: "Review", press, weight: "quiet" })}${button({ label: "Menu", press, weight: "quiet", icon: "menu" })}`;
  const below = dock({
    state: acts ? (now.picked ? "ready" : "idle") : "waiting",
    prompt: picture.prompt ?? picture.headline,
    buttons: /** @type {any} */ (buttons),
    hands: own ? hands(picture, options) : nothing,
  });
  render(frame({ bar: bar(picture, links), board: board(picture, options), rail, told, dock: below }), main);
}

function first() {
  const cards = [...document.querySelectorAll("[data-stop]")];
  const found = cards.find((card) => now.states[/** @type {any} */ (card).pick?.id]) ?? cards.find((card) => /** @type {any} */ (card).pick?.card?.look?.lines?.length) ?? cards[0];
  now.read = /** @type {any} */ (found)?.pick;
}

draw();
first();
draw();
watchFocus(main);
watchReading(main, (pick) => {
  now.read = pick;
  draw();
});
Object.assign(globalThis, { gallery: { now, draw, scene, pickOf } });
main.dataset.drawn = "";

/** @param {number} here @param {{at: number, kind: string}[]} moments */
function line(here, moments = []) {
  const of = (/** @type {string} */ kind) => moments.filter((one) => one.kind === kind).map(({ at }) => at);
  const marks = { turn: of("turn"), reshuffle: of("reshuffle"), out: of("elimination") };
  return { width: 280, here, last: here, end: null, marks, own: of("own"), notes: [], takenBack: [], compared: null };
}
