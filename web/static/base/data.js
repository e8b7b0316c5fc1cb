/**
 * What a page brings with it: JSON in blocks that are read by their ids and never executed. A packed file holds large
 * data compressed; a served page fetches such data instead.
 */

/**
 * @param {string} id
 * @returns {any} what a block holds; raises where the page has no such block
 */
export function data(id) {
  return JSON.parse(text(id));
}

/**
 * @param {string} id
 * @returns {boolean} whether the page brings this block
 */
export function has(id) {
  return document.getElementById(id) !== null;
}

/**
 * @param {string} id
 * @returns {Promise<any>} what a compressed block holds
 */
export async function opened(id) {
  const packed = Uint8Array.from(atob(text(id)), (sign) => sign.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(plain).json();
}

/**
 * @param {string} id
 * @returns {string}
 */
function text(id) {
  const block = document.getElementById(id);
  if (block === null) throw new Error(`the page has no data ${id}`);
  return block.textContent;
}
