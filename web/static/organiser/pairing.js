/** What an organiser says of a pairing and of a table, as the service takes it. */

/** @typedef {import("../tournaments/service.js").Round} Round */

/**
 * @param {number[]} places
 * @returns {boolean} whether they rank those who came as a game does: 1, 2, 2, 4
 */
export function isRanking(places) {
  const came = places.filter((place) => place > 0).sort((one, other) => one - other);
  return came.every((place, at) => place === (at > 0 && came[at - 1] === place ? place : at + 1));
}

/**
 * @param {Round} round
 * @param {string} one
 * @param {string} other
 * @returns {{tables: string[][], byes: {player: string, kind: string}[]}} the same pairing, the two exchanged
 */
export function exchanged({ tables, byes }, one, other) {
  const swap = (/** @type {string} */ player) => (player === one ? other : player === other ? one : player);
  return {
    tables: tables.map(({ players }) => players.map(({ player }) => swap(player))),
    byes: byes.map(({ player, kind }) => ({ player: kind === "pairing" ? swap(player) : player, kind })),
  };
}
