/** What is said once to whoever follows a link that leads to no place of a table: where it has led instead. */

import { Problem } from "../base/api.js";
import { say } from "../base/words.js";
import { viewerName } from "./viewers.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */
/** @typedef {"unknown" | "too_early"} Unseen why nobody looks as a link says */

const UNSEEN = new Set(["invalid_viewer", "invalid_query"]);

/**
 * @param {unknown} error what came of looking through the eyes that a link names
 * @returns {Unseen | null} why the caller may not; null where the fault is another one
 */
export function unseen(error) {
  if (!(error instanceof Problem)) return null;
  if (error.code === "not_allowed") return "too_early";
  return UNSEEN.has(error.code) ? "unknown" : null;
}

/**
 * @param {Stepper} stepper which stands where the link has led
 * @param {{place: boolean, far: boolean, viewer: Unseen | null}} wrong what of the link is none; whether it led further
 *   than somebody wants to be told
 * @returns {string} nothing for a link that was right
 */
export function astray(stepper, { place, far, viewer }) {
  const { frame, header } = stepper;
  const eyes = viewerName(stepper.viewer, header.seats);
  const said = [
    far &&
      say("The link leads further than you have seen, and “No spoilers” is on; you are at {address} instead.", {
        address: frame.address,
      }),
    place &&
      !far &&
      say("The link leads to no moment of this table; you are at {address} instead.", { address: frame.address }),
    viewer === "too_early" &&
      say(
        "As long as a game goes on, everybody looks as themselves or as a spectator; afterwards as any seat of the table.",
      ),
    viewer === "unknown" &&
      say("Nobody looks at this table as the link says; you see it as {viewer} instead.", { viewer: eyes }),
  ];
  return said.filter(Boolean).join(" ");
}
