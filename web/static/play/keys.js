/** The keys of the page, one table for the keyboard and for the list of them. */

import { say } from "../base/words.js";

/** @typedef {import("../base/keys.js").Key} Key */
/** @typedef {import("./play.js").Play} Play */

/**
 * @param {Play} play
 * @returns {Key[]}
 */
export function keysOf(play) {
  const calm = () => play.dialogs.open === null;
  const looksBack = () => calm() && play.past?.frame !== null && play.past !== null;
  const choosing = () => calm() && play.acting.state !== "waiting" && !looksBack();
  return [
    { key: "L", label: say("all moves"), act: () => play.showMoves(), when: choosing },
    { key: "Escape", label: say("take a pick back"), act: () => play.escape(), when: calm },
    { key: "ArrowLeft", label: say("look back"), act: () => play.look(-1), when: calm },
    { key: "ArrowRight", label: say("look on"), act: () => play.look(1), when: looksBack },
    { key: "End", label: say("back to now"), act: () => play.past?.end(), when: looksBack },
    { key: "m", label: say("menu"), act: () => play.showMenu(), when: calm },
    { key: "?", label: say("all keys"), act: () => play.showKeys(), when: calm },
  ];
}
