/** How wide words are in the narrow type of cards, which is another one on every machine. */

const SIZE = 100; // px at which a word is measured
const WEIGHT = 600; // of `.short`, as style sheets have it

/** @type {Map<string, number>} */
const known = new Map();
/** @type {CanvasRenderingContext2D | null | undefined} */
let brush;

/**
 * @param {string} word
 * @returns {number} its width in em
 */
export function ems(word) {
  let found = known.get(word);
  if (found === undefined) {
    brush ??= measuring();
    found = brush === null ? word.length : brush.measureText(word).width / SIZE;
    known.set(word, found);
  }
  return found;
}

/** @returns {CanvasRenderingContext2D | null} nothing in a browser that draws nothing */
function measuring() {
  const made = document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(document.documentElement).getPropertyValue("--font-narrow");
  if (made) made.font = `${WEIGHT} ${SIZE}px ${family}`;
  return made;
}
