/** The review as one file: its record is in it, and is checked in the page, for no worker starts from a file. */

import { has, opened } from "../base/data.js";
import { report } from "../verify/record.js";
import { begin } from "./begin.js";

/** @type {import("./checking.js").Check} */
async function check() {
  const bytes = new TextEncoder().encode(await opened("record"));
  return report(bytes);
}

begin(has("record") ? check : null);
