/** What viewers of a record are called. */

import { say } from "../base/words.js";

/**
 * @param {string} viewer `all`, `spectator`, `seat:1`, `seat:0,seat:1`
 * @param {string[]} seats their names
 * @returns {string}
 */
export function viewerName(viewer, seats) {
  if (viewer === "all") return say("Everything");
  if (viewer === "spectator") return say("Spectator");
  return viewer
    .split(",")
    .map((seat) => seats[Number(seat.slice("seat:".length))] ?? seat)
    .join(" + ");
}
