/** What stands in the place of a review that cannot be shown. */

import { Lost, Problem } from "../base/api.js";
import { told } from "../base/telling.js";
import { say } from "../base/words.js";
import { failed } from "../board/failed.js";

/** @param {unknown} error why nothing can be shown */
export function failing(error) {
  const again = {
    label: say("Try again"),
    press: () => {
      history.replaceState(null, "", location.pathname);
      location.reload();
    },
  };
  const known = error instanceof Problem || error instanceof Lost;
  return failed(known ? told(error) : `${error}`, [again]);
}
