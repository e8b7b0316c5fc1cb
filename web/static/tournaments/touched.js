/** What an entry of a tournament changes of what a page shows, so that nothing else is read anew. */

/**
 * `before` are the standings that the round in sight was paired by; `complete` the newest ones, if the last result of a
 * round has come: only then there are other ones.
 *
 * @typedef {"players" | "round" | "before" | "standings" | "complete"} Part
 */

/** @type {readonly Part[]} */
export const ALL = ["players", "round", "before", "standings"];

/** @type {Record<string, readonly Part[]>} */
export const TOUCHED = {
  tournament_opened: [],
  player_registered: ["players"],
  player_entered_late: ["players", "standings"],
  player_checked_in: ["players"],
  player_withdrawn: ["players"],
  player_returned: ["players"],
  player_disqualified: ALL,
  penalty_given: ["before", "standings"],
  bye_requested: [],
  pair_forbidden: [],
  tournament_started: ["players"],
  tournament_paused: ["round"],
  tournament_resumed: ["round"],
  round_paired: ["round"],
  round_started: ["round"],
  round_recalled: ["round"],
  result_counted: ["round", "complete"],
  result_corrected: ["round", "before", "standings"],
  draw_offered: ["round"],
  result_conceded: ["round"],
  standings_frozen: ["standings"],
  cut_made: ["players", "standings"],
  prizes_given: [],
  tournament_ended: ["standings"],
  tournament_cancelled: ["round"],
  deck_registered: ["players"],
  deck_opened: [],
  secret_opened: [],
};

/** @param {string} kind @returns {readonly Part[]} all for one that this release does not know */
export function touched(kind) {
  return Object.hasOwn(TOUCHED, kind) ? /** @type {readonly Part[]} */ (TOUCHED[kind]) : ALL;
}
