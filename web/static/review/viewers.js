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
    .map((seat) => called(seat, seats))
    .join(" + ");
}

/**
 * @param {string} viewer one seat
 * @param {string[]} seats
 * @returns {string} its name; people count seats from 1, and what is no seat stays as it stands
 */
function called(viewer, seats) {
  const seat = /^seat:(\d+)$/.exec(viewer)?.[1];
  if (seat === undefined) return viewer;
  return seats[Number(seat)] ?? say("Seat {number}", { number: Number(seat) + 1 });
}
