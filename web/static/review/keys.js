/** The keys of the review, as the terminal's: one table for the keyboard and for the page that lists them. */

import { say } from "../base/words.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {{keys: string[], shown: string, label: string, act: (review: Review) => void}} Bound */

/** @returns {Bound[]} */
export function bound() {
  return [
    one(["ArrowRight", "n"], "→", say("next entry"), (review) => review.go("entry", 1)),
    one(["ArrowLeft", "p"], "←", say("previous entry"), (review) => review.go("entry", -1)),
    one(["f"], "F", say("next fact"), (review) => review.go("fact", 1)),
    one(["b"], "B", say("previous fact"), (review) => review.go("fact", -1)),
    one(["Home"], "Home", say("first entry"), (review) => review.to("1")),
    one(["End"], "End", say("last entry"), (review) => review.end()),
    one(["PageDown", "t"], "PgDn", say("next turn"), (review) => review.go("turn", 1)),
    one(["PageUp", "T"], "PgUp", say("previous turn"), (review) => review.go("turn", -1)),
    one(["d"], "D", say("next decision of this viewer"), (review) => review.go("decision", 1)),
    one(["D"], "⇧D", say("previous decision of this viewer"), (review) => review.go("decision", -1)),
    one(["r"], "R", say("next shuffle"), (review) => review.go("reshuffle", 1)),
    one(["R"], "⇧R", say("previous shuffle"), (review) => review.go("reshuffle", -1)),
    one(["c"], "C", say("next time that the clock acted"), (review) => review.go("clock", 1)),
    one(["C"], "⇧C", say("previous time that the clock acted"), (review) => review.go("clock", -1)),
    one(["m"], "M", say("next note"), (review) => review.note(1)),
    one(["M"], "⇧M", say("previous note"), (review) => review.note(-1)),
    one(["a"], "A", say("play by itself, or stop"), (review) => review.autoplay()),
    one(["+", "="], "+", say("play faster"), (review) => review.speed(1)),
    one(["-"], "-", say("play slower"), (review) => review.speed(-1)),
    one(["v"], "V", say("through the next eyes"), (review) => review.eyes(1)),
    one(["V"], "⇧V", say("through the previous eyes"), (review) => review.eyes(-1)),
    one(["g"], "G", say("go to an entry or a turn"), (review) => review.ask()),
    one(["e"], "E", say("show this moment to others: link and picture"), (review) => review.share()),
    one(["x"], "X", say("compare with this moment, or stop"), (review) => review.compare()),
    one(["o"], "O", say("what could be done"), (review) => review.pane("choices")),
    one(["k"], "K", say("what the viewer learnt"), (review) => review.pane("taught")),
    one(["s"], "S", say("the story"), (review) => review.pane("story")),
    one(["?"], "?", say("all keys"), (review) => review.help()),
  ];
}

/**
 * @param {string[]} keys
 * @param {string} shown
 * @param {string} label
 * @param {(review: Review) => void} act
 * @returns {Bound}
 */
function one(keys, shown, label, act) {
  return { keys, shown, label, act };
}
