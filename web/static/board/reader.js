/**
 * A card at reading size: name, place, marks in words, the whole rule, why it cannot be chosen. For whatever somebody
 * looks at, by hovering, by a long press, by `i` or by the focus, whoever's turn it is.
 */

import { count, say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { pickOf } from "./board.js";
import { lookOf, shown } from "./card.js";
import { countOf } from "./layout.js";
import { sign } from "./signs.js";

/** @typedef {import("./types.js").CardPicture} CardPicture */
/** @typedef {import("./types.js").Pick} Pick */

const LONG_PRESS = 450; // ms
const SHOWN = 30; // cards of a pile that are named

/**
 * @param {Pick} pick
 * @returns what is known of a card, a pile or a seat
 */
export function reader(pick) {
  const { card, zone, panel, state } = pick;
  const place = [zone?.label, panel.label].filter(Boolean).join(" · ");
  if (card === null || (card.back && !card.name && card.kind !== "tile")) {
    const number = zone ? count("{n} card", "{n} cards", countOf(zone)) : "";
    return html`<article class="reader is-text"><div>
      <h3>${zone?.label ?? panel.label}</h3>
      <p>${[panel.label, number].filter(Boolean).join(" · ")}</p>
    </div></article>`;
  }
  const look = lookOf(card);
  const name = (card.name || look.title || card.face).split(/: |：/)[0];
  const why = state.why ?? card.why_not;
  const drawn = card.kind === "tile" || card.kind === "strip" || card.kind === "pattern" ? nothing : shown(card);
  return html`<article class="reader ${drawn === nothing ? "is-text" : ""}">
    ${drawn}
    <div>
      <h3>${name}</h3>
      <p>${place}</p>
      ${
        look.marks?.length
          ? html`<ul class="said">
            ${look.marks.map((mark) => html`<li>${sign(mark.icon)}<span>${mark.say}</span></li>`)}
          </ul>`
          : nothing
      }
      ${(look.lines ?? []).map((line) => html`<p class="rule">${line}</p>`)}
      ${zone?.note && zone.note !== look.lines?.join(" ") ? html`<p>${zone.note}</p>` : nothing}
      ${why ? html`<p class="why">${why}</p>` : nothing} ${pileList(pick)}
    </div>
  </article>`;
}

/** @param {Pick} pick */
function pileList({ zone }) {
  const cards = zone?.kind === "pile" ? (zone.cards ?? []) : [];
  if (cards.length < 2) return nothing;
  const names = cards.slice(0, SHOWN).map((card) => card.name || card.face);
  return html`<p class="below">${say("Below it: {cards}", { cards: names.slice(1).join(", ") })}</p>`;
}

/**
 * @param {HTMLElement} root a board, or all that holds boards
 * @param {(pick: Pick, how: "hover" | "press" | "key" | "focus") => void} onRead
 * @returns {() => void} stops watching
 */
export function watchReading(root, onRead) {
  const control = new AbortController();
  const options = { signal: control.signal };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pressed = false;
  const still = () => clearTimeout(timer);

  root.addEventListener(
    "pointerover",
    (event) => {
      const found = event.pointerType === "mouse" ? pickOf(event) : undefined;
      if (found) onRead(found.pick, "hover");
    },
    options,
  );
  root.addEventListener(
    "focusin",
    (event) => {
      const found = pickOf(event);
      if (found?.element.matches(":focus-visible")) onRead(found.pick, "focus");
    },
    options,
  );
  root.addEventListener(
    "keydown",
    (event) => {
      const found = event.key === "i" && !event.ctrlKey && !event.metaKey && !event.altKey ? pickOf(event) : undefined;
      if (found) {
        event.preventDefault();
        onRead(found.pick, "key");
      }
    },
    options,
  );
  root.addEventListener(
    "pointerdown",
    (event) => {
      const found = event.pointerType === "mouse" ? undefined : pickOf(event);
      still();
      pressed = false;
      if (!found) return;
      timer = setTimeout(() => {
        pressed = true;
        onRead(found.pick, "press");
      }, LONG_PRESS);
    },
    options,
  );
  for (const name of ["pointerup", "pointercancel", "pointermove"]) {
    root.addEventListener(
      name,
      (event) => {
        const moved = /** @type {PointerEvent} */ (event);
        if (name !== "pointermove" || Math.abs(moved.movementX) + Math.abs(moved.movementY) > 3) still();
      },
      options,
    );
  }
  // the click that ends a long press picks nothing
  root.addEventListener(
    "click",
    (event) => {
      if (pressed) {
        pressed = false;
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true, signal: control.signal },
  );
  root.addEventListener(
    "contextmenu",
    (event) => {
      if (pressed) event.preventDefault();
    },
    options,
  );
  return () => {
    still();
    control.abort();
  };
}
