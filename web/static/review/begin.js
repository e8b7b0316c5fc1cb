/** How a review begins, of a service or of a file: from the link that led here to its first picture. */

import { data, has } from "../base/data.js";
import { bind } from "../base/keys.js";
import { language } from "../base/words.js";
import { watchFocus } from "../board/focus.js";
import { watchReading } from "../board/reader.js";
import { render } from "../vendor/lit-html/lit-html.js";
import { storageOr } from "./browser.js";
import { failing } from "./failing.js";
import { bound } from "./keys.js";
import { linked } from "./place.js";
import { Review } from "./review.js";
import { fromFile, fromService } from "./source.js";
import { seenOf } from "./sparing.js";
import { Stepper } from "./stepper.js";

/** @typedef {import("./checking.js").Check} Check */

const LOOKS = 5_000; // ms between two looks at a table that goes on

/** @param {Check | null} check what checks the record; null where there is none to check */
export function begin(check) {
  const main = document.getElementById("main");
  if (main === null) return;
  opened(main, check).catch((error) => {
    render(failing(error), main);
    addEventListener("hashchange", () => location.reload(), { once: true }); // another link in its place
  });
}

/** @param {HTMLElement} root @param {Check | null} check */
async function opened(root, check) {
  const source = has("film") ? fromFile() : fromService(data("review").address, language());
  const given = has("notes") ? data("notes") : [];
  /** @type {Review | undefined} */
  let review;
  const fragment = location.hash;
  const storage = storageOr(new Map());
  const drawn = () => review?.draw();
  const stepper = await Stepper.opened(source, linked(fragment), drawn, (table) => seenOf(table, storage));
  review = new Review(root, stepper, given, check, storage);
  const marks = Object.entries(data("costumes")[stepper.header.costume] ?? {});
  for (const [name, value] of marks) document.documentElement.setAttribute(name, `${value}`);
  review.arrived(fragment, stepper.unseen);
  review.readTexts();
  const keys = bound().flatMap(({ keys, label, act }) =>
    keys.map((key) => ({ key, label, act: () => act(/** @type {Review} */ (review)) })),
  );
  bind(document, keys);
  watchFocus(root);
  watchReading(root, (pick) => review?.look(pick));
  new ResizeObserver(() => review?.measure()).observe(root);
  addEventListener("hashchange", () => review?.follow(location.hash));
  if (!stepper.header.over) setInterval(() => stepper.grow().catch(() => undefined), LOOKS);
}
