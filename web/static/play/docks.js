/** The dock of the page: what is asked and what can be done now, or the way back to now from what is looked at. */

import { inTurn, say } from "../base/words.js";
import { hands } from "../board/board.js";
import { dock } from "../board/frame.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { buttonsOf, chipsOf, promptOf, waitingFor } from "./choice.js";
import { entryOf } from "./scenes.js";
import { recapButton } from "./sheets/beside.js";
import { coaching } from "./sheets/teaching.js";
import { idsOf } from "./states.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./play.js").Shown} Shown */
/** @typedef {import("./scenes.js").TableScene} TableScene */

/**
 * @param {Play} play
 * @param {TableScene} scene
 * @param {Shown | null} shown
 */
export function presentDock(play, scene, shown) {
  const { machine, state } = play.acting;
  const can = {
    pick: (/** @type {string} */ id, /** @type {boolean} */ selected) =>
      play.acting.take({ type: "pick", id, selected }),
    send: () => play.acting.take({ type: "send" }),
    sendThis: (/** @type {import("../choosing/types.js").Command} */ command) => play.sendThis(command),
    clear: () => play.acting.take({ type: "clear" }),
    moves: () => play.showMoves(),
    form: (/** @type {string} */ tag) => play.showForm(tag),
  };
  const choosing = machine !== null && ["idle", "picking", "ready"].includes(state);
  const tappable = scene.picture === null ? new Set() : idsOf(scene.picture);
  const main = (/** @type {import("../board/frame.js").Button} */ button) =>
    button.weight === "primary" && button.press
      ? { ...button, press: play.meant.only(button.press), early: !play.meant.settled }
      : button;
  return dock({
    state,
    prompt: promptIn(play, scene),
    buttons: [
      ...(play.caughtUp ? [] : recapButton(play, scene)),
      ...buttonsOf(play.acting, /** @type {Set<string>} */ (tappable), can),
      ...(choosing ? play.hints.buttons(scene) : []),
      ...play.seating.buttons(scene),
    ].map(main),
    coach: html`${choosing ? play.hints.told(scene) : nothing}${coaching(play, scene)}`,
    more: choosing ? chipsOf(machine, /** @type {Set<string>} */ (tappable), can) : nothing,
    hands: shown === null ? nothing : hands(shown.picture, shown.options),
  });
}

/**
 * @param {Play} play
 * @param {TableScene} scene
 * @returns {string}
 */
function promptIn({ acting, meant, seating, past }, scene) {
  if (past?.failed) return past.failed;
  if (meant.missed) return say("That was too quick to be meant: press once more to do it.");
  if (acting.refusal === "" && seating.ending) return seating.ending;
  const acts = scene.acts && (acting.state !== "waiting" || scene.status === "running");
  return acts ? promptOf(acting, scene) : inTurn([acting.refusal, seating.late, seating.ending || waitingFor(scene)]);
}

/**
 * @param {Play} play
 * @param {import("../frames/frames.js").Frame} frame what is looked at
 * @param {Shown} shown
 */
export function pastDock(play, frame, shown) {
  const last = play.scenes.story.findLast((told) => entryOf(told) === frame.n)?.say; // the whole entry: its last fact
  const said = inTurn(frame.sentences.map(({ text }) => text)) || last;
  const asked = play.scene !== null && play.scene.decision !== null;
  return dock({
    state: "waiting",
    prompt: play.past?.failed || `${frame.address} · ${said || frame.headline}`,
    buttons: [
      { label: say("Back"), press: () => play.look(-1), key: "←" },
      { label: say("On"), press: () => play.look(1), key: "→" },
      {
        label: asked ? say("Now: your turn") : say("Now"),
        press: () => play.past?.end(),
        weight: "primary",
        key: "End",
      },
    ],
    hands: frame.picture === null ? nothing : hands(shown.picture, shown.options),
  });
}
