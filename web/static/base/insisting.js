/**
 * Asking until the service has said something. The secret of a link is wiped out of the address when it is read, so a
 * page that is loaded anew for want of an answer would not know it any more.
 */

import { isUndecided, Problem } from "./api.js";

/** @import { Lost } from "./api.js" */

const PAUSE = 2_000; // ms until it is asked again
const LONGEST = 60_000; // ms that a busy service may ask a page to wait

/**
 * Do something until it is answered; raises the `Problem` that says no, or the reason of the signal.
 *
 * @template T
 * @param {() => Promise<T>} work may be done more than once
 * @param {(error: Problem | Lost, again: () => void) => void} tell hears why there is no answer yet, and what asks at once
 * @param {AbortSignal} [signal] after which nobody wants it any more: it is not asked for again, and not answered
 * @returns {Promise<T>}
 */
export async function insist(work, tell, signal) {
  for (;;) {
    try {
      const answer = await work();
      signal?.throwIfAborted();
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isUndecided(error)) throw error;
      await paused(/** @type {Problem | Lost} */ (error), tell, signal);
      signal?.throwIfAborted();
    }
  }
}

/**
 * @param {unknown} error
 * @returns {boolean} whether something ended because nobody wanted it any more
 */
export function isUnwanted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * @param {Problem | Lost} error
 * @returns {number} ms until it is asked again: as long as a busy service asks for, within reason
 */
export function pauseAfter(error) {
  const asked = error instanceof Problem ? 1000 * (error.after ?? 0) : 0;
  return Math.min(LONGEST, Math.max(PAUSE, asked));
}

/**
 * @param {Problem | Lost} error
 * @param {(error: Problem | Lost, again: () => void) => void} tell
 * @param {AbortSignal} [unwanted]
 * @returns {Promise<void>} that ends after a while, at once when somebody asks for it, or when the line is there again
 */
async function paused(error, tell, unwanted) {
  const over = new AbortController();
  const { signal } = over;
  await new Promise((done) => {
    const timer = setTimeout(done, pauseAfter(error));
    signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", done, { signal });
    unwanted?.addEventListener("abort", done, { signal });
    tell(error, () => done(undefined));
  });
  over.abort();
}
