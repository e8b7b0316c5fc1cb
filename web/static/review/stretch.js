/** What led to a place: the story of some entries, and of the last one what was told and learnt up to there. */

/** @typedef {import("../frames/frames.js").Sentence} Sentence */
/** @typedef {{story: Sentence[], told: Sentence[], taught: Sentence[]}} Stretch */

const BACK = 40; // entries of the story beside the board

/**
 * @param {import("./stepper.js").Stepper} stepper
 * @returns {Stretch} all of it is loaded, since the place itself is
 */
export function stretchTo({ frame, frames, viewer }) {
  const before = frames.known(Math.max(1, frame.n - BACK), frame.n - 1, viewer);
  const here = frames.known(frame.n, frame.n, viewer).filter((one) => reaches(frame.fact, one.fact));
  const told = here.flatMap((one) => one.sentences);
  return {
    story: [...before.flatMap((one) => one.sentences), ...told],
    told,
    taught: here.flatMap((one) => one.taught),
  };
}

/**
 * @param {number | null} here
 * @param {number | null} fact
 * @returns {boolean} whether one frame of an entry stands no later than another
 */
function reaches(here, fact) {
  return here === null || (fact !== null && fact <= here);
}

/**
 * @param {Stretch} stretch
 * @returns {import("../board/frame.js").Told[]} its story, for the log of the page
 */
export function heard({ story }) {
  return story.map(({ address, text }) => ({ at: address, say: text }));
}
