/** The review of a service: its record is the one that the reader may download, and a worker checks it. */

import { download } from "../base/api.js";
import { data } from "../base/data.js";
import { language } from "../base/words.js";
import { begin } from "./begin.js";

/** @typedef {import("../verify/record.js").Report} Report */

const SECONDS = 120; // a long record on a slow line

/** @type {import("./checking.js").Check} */
async function check(share) {
  const bytes = await download(`${data("review").address}/record`, { language: language(), seconds: SECONDS });
  return checked(new File([bytes], "record.ndjson"), share);
}

/**
 * @param {File} file
 * @param {(share: number) => void} share
 * @returns {Promise<Report>}
 */
async function checked(file, share) {
  const worker = new Worker(data("worker"), { type: "module" });
  try {
    return await new Promise((found, lost) => {
      worker.addEventListener("error", () => lost(new Error("")));
      worker.addEventListener("message", ({ data: told }) => {
        if ("share" in told) share(told.share);
        else if (told.checked?.report) found(told.checked.report);
        else lost(new Error(told.unread ?? ""));
      });
      worker.postMessage({ file });
    });
  } finally {
    worker.terminate();
  }
}

begin(check);
