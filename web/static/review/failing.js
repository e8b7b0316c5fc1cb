/** What stands in the place of a review that cannot be shown. */

import { Lost, Problem } from "../base/api.js";
import { told } from "../base/telling.js";
import { say } from "../base/words.js";
import { failed } from "../board/failed.js";
import { linked } from "./place.js";

const UNSEEN = new Set(["invalid_viewer", "invalid_query", "not_allowed"]); // problems of whoever looks through eyes that are not theirs

/** @param {unknown} error why nothing can be shown */
export function failing(error) {
  const anew = (/** @type {string} */ label) => ({
    label,
    press: () => {
      history.replaceState(null, "", location.pathname);
      location.reload();
    },
  });
  if (linked(location.hash).viewer !== null && error instanceof Problem && UNSEEN.has(error.code)) {
    const why =
      error.code === "invalid_viewer"
        ? told(error)
        : say(
            "As long as a game goes on, everybody looks as themselves or as a spectator; afterwards as any seat of the table.",
          );
    return failed(say("You cannot look at this table from there."), [anew(say("Look as you may"))], why);
  }
  const known = error instanceof Problem || error instanceof Lost;
  return failed(known ? told(error) : `${error}`, [anew(say("Try again"))]);
}
