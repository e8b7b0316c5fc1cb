/** All remaining commands as sentences, searchable: every game can be played from this list alone. */

/** @import {Choice} from "./choosing.js" */
/** @import {Command} from "./types.js" */

/**
 * @param {Choice} choice
 * @param {string} search words, in any order and letter case; all commands that agree for none
 * @returns {Command[]}
 */
export function sentences(choice, search = "") {
  const wanted = folded(search).split(/\s+/u).filter(Boolean);
  return choice.agreeing
    .map((one) => one.command)
    .filter(({ say }) => {
      const text = folded(say);
      return wanted.every((word) => text.includes(word));
    });
}

/**
 * @param {string} text
 * @returns {string} without what tells apart wide and narrow forms, and capitals
 */
function folded(text) {
  return text.normalize("NFKC").toLocaleLowerCase();
}
