/** What people type, or paste. */

// What steers a terminal or turns the direction of what follows: nobody sees it, and the service refuses it.
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * @param {string} text one line, such as a name
 * @returns {string} without what nobody sees, and without spaces around it
 */
export function cleaned(text) {
  return text.replace(STEERING, " ").trim();
}
