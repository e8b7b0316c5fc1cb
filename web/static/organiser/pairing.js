/** What an organiser says of a pairing and of a table, as the service takes it. */

import { cleaned } from "../base/typed.js";

/**
 * @param {number[]} places
 * @returns {boolean} whether they rank those who came as a game does: 1, 2, 2, 4
 */
export function isRanking(places) {
  const came = places.filter((place) => place > 0).sort((one, other) => one - other);
  return came.every((place, at) => place === (at > 0 && came[at - 1] === place ? place : at + 1));
}

/**
 * @param {{tables: {players: {player: string}[]}[], byes: {player: string, kind: string}[]}} round
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

/**
 * @param {{cut: object | null, cut_made: object | null, format: Record<string, any>, round: number}} tournament without a
 * round that is played
 * @returns {boolean} whether the knock-out may begin; where nothing says how many rounds there are, after any of them
 */
export function isCutDue({ cut, cut_made: made, format, round }) {
  return cut !== null && made === null && round > 0 && round >= (format.rounds ?? 0);
}

/**
 * @param {string} text a line each: a place, then the prize
 * @returns {{place: number, prize: string}[] | null} nothing for a text that is not that
 */
export function prizesIn(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const found = lines.map((line) => /^\s*(\d{1,4})[\s.:,、]+(\S.*)$/.exec(line));
  if (lines.length === 0 || found.some((one) => one === null || Number(one[1]) === 0)) return null;
  return found.map((one) => ({ place: Number(one?.[1]), prize: cleaned(one?.[2] ?? "") }));
}
