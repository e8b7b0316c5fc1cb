/**
 * The board of a moment as a picture. A service draws it (`GET …/picture`, the same drawing as `replay picture`); in a
 * packed file there is nobody to draw, and the picture is the board that stands in the page itself.
 */

import { language } from "../base/words.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */

const SCALE = 2; // dots for each pixel of a PNG
const SVG = "http://www.w3.org/2000/svg";
const WIDTHS = [360, 768, 1280]; // that the service draws for a phone, a page, a wide screen

/**
 * @param {Stepper} stepper
 * @param {number} room px of the page
 * @returns {string | null} where the picture is; nothing where nobody draws it
 */
export function drawnBy({ source, frame, viewer }, room) {
  if (source.address === null) return null;
  const width = WIDTHS.findLast((one) => one <= room) ?? WIDTHS[0];
  const asked = { at: frame.address, viewer, theme: theme(), width: `${width}`, language: language() };
  return `${source.address}/picture?${new URLSearchParams(asked)}`;
}

/** @returns {string} the colours that the page wears now */
export function theme() {
  const worn = document.documentElement.dataset.theme;
  if (worn) return worn;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * The board as it stands in the page, as an SVG that holds the page's own elements and styles.
 *
 * @param {Element} root
 * @param {string} caption
 * @returns {string} an address that holds all of it
 */
export function copied(root, caption) {
  const [app, board] = [root.querySelector(".app"), root.querySelector(".board")];
  const [bar, around] = [root.querySelector(".bar"), app?.getBoundingClientRect()];
  if (app === null || board === null || bar === null || around === undefined) throw new Error("there is no board");
  const more = board.scrollHeight - board.clientHeight; // what has to be scrolled to
  const box = board.getBoundingClientRect();
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.bottom - around.top + more)];
  const clone = /** @type {HTMLElement} */ (app.cloneNode(true));
  for (const one of clone.querySelectorAll(".rail, .bar-links")) one.replaceChildren();
  const dock = /** @type {HTMLElement | null} */ (clone.querySelector(".dock")); // below the picture: it keeps its place
  dock?.style.setProperty("height", `${root.querySelector(".dock")?.getBoundingClientRect().height}px`);
  dock?.replaceChildren();
  const banner = clone.querySelector(".banner");
  if (banner) banner.textContent = caption;
  clone.style.setProperty("width", `${around.width}px`);
  clone.style.setProperty("height", `${around.height + more}px`);
  const outside = document.createElementNS(SVG, "svg");
  for (const { name, value } of document.documentElement.attributes) outside.setAttribute(name, value);
  outside.setAttribute("data-theme", theme());
  outside.setAttribute("width", `${width}`);
  outside.setAttribute("height", `${height}`);
  const inside = document.createElementNS(SVG, "foreignObject");
  inside.setAttribute("width", `${around.width}`);
  inside.setAttribute("height", `${around.height + more}`);
  const body = document.createElement("body");
  body.append(...[...document.querySelectorAll("svg.signs")].map((one) => one.cloneNode(true)), clone);
  inside.append(styles(), body);
  outside.append(inside);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(outside))}`;
}

/** @returns {HTMLStyleElement} all styles of the page */
function styles() {
  const style = document.createElement("style");
  style.textContent = [...document.querySelectorAll("style")].map((one) => one.textContent).join("\n");
  return style;
}

/**
 * @param {string} address of an SVG
 * @returns {Promise<Blob>} the same as PNG
 */
export async function png(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const made = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
  if (made === null) throw new Error("the picture is too large for this browser");
  return made;
}
