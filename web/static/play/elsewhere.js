/** What the page says when this browser sits at another seat by now, or at none: never another seat's cards. */

import { show } from "../base/standing.js";
import { say } from "../base/words.js";
import { button } from "../board/frame.js";
import { html } from "../vendor/lit-html/lit-html.js";

/**
 * @param {{seat: number | null}} problem the service's answer: at which seat the browser sits
 */
export function elsewhere({ seat }) {
  const stay = () => {
    show(null);
    location.reload();
  };
  const watch = () => {
    show(null);
    location.hash = "watch"; // upon which the page begins anew
  };
  const sits = seat !== null;
  const told = sits
    ? say("This browser sits at seat {n} of this table now.", { n: seat + 1 })
    : say("This browser does not sit at this table any more.");
  const why = sits
    ? say(
        "A browser sits at one seat of a table at a time, and the link of that seat was opened last. For the seat that was shown here, open its link again, or use another browser for it.",
      )
    : say("The seat was left, or a new link was made for it. Whoever has the link of the seat can open it again.");
  return html`<div class="failed" role="alert"><h1>${told}</h1><p>${why}</p><p class="buttons">
    ${sits ? button({ label: say("Go on as seat {n}", { n: seat + 1 }), press: stay, weight: "primary" }) : ""}
    ${button({ label: say("Watch"), press: watch })}</p></div>`;
}
