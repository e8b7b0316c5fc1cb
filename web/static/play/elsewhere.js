/** What the page says when this browser sits at another seat by now, or at none: never another seat's cards. */

import { show } from "../base/standing.js";
import { say } from "../base/words.js";
import { failed } from "../board/failed.js";

/**
 * @param {{seat: number | null}} problem the service's answer: at which seat the browser sits
 */
export function elsewhere({ seat }) {
  const watch = () => {
    show(null);
    location.hash = "watch"; // upon which the page begins anew
  };
  const watching = { label: say("Watch"), press: watch };
  if (seat === null) {
    const why = say(
      "The seat was left, or a new link was made for it. Whoever has the link of the seat can open it again.",
    );
    return failed(say("This browser does not sit at this table any more."), [watching], why);
  }
  const stay = () => {
    show(null);
    location.reload();
  };
  const going = {
    label: say("Go on as seat {n}", { n: seat + 1 }),
    press: stay,
    weight: /** @type {const} */ ("primary"),
  };
  const why = say(
    "A browser sits at one seat of a table at a time, and the link of that seat was opened last. For the seat that was shown here, open its link again, or use another browser for it.",
  );
  return failed(say("This browser sits at seat {n} of this table now.", { n: seat + 1 }), [going, watching], why);
}
