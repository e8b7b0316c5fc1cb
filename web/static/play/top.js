/** What stands above the board: the game, whose time runs, whether the service is heard, and the ways to elsewhere. */

import { say } from "../base/words.js";
import { bar, button } from "../board/frame.js";
import { clock } from "../board/panel.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { faces } from "./clocks.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./scenes.js").TableScene} TableScene */

/**
 * @param {Play} play
 * @param {TableScene} scene
 */
export function topBar(play, scene) {
  const press = () => play.showMenu();
  const lost = play.line === "waiting";
  const links = html`${ownClock(play, scene)} ${lost ? html`<span class="line-state" role="alert">${say("Reconnecting…")}</span>` : nothing}
    ${scene.status === "running" || scene.status === "open" ? nothing : html`<a class="button is-quiet" href="/t/${play.table}/review">${say("Review")}</a>`}
    ${button({ label: say("Menu"), press, weight: "quiet", icon: "menu" })}`;
  const picture = play.past?.frame?.picture ?? scene.picture;
  return bar({ headline: picture?.headline ?? scene.title, banner: picture?.banner ?? [] }, links);
}

/**
 * @param {Play} play
 * @param {TableScene} scene
 * @returns the own clock, else the first that runs: for where the panels have no room for theirs
 */
function ownClock(play, scene) {
  const running = scene.clocks.find(({ seat }) => seat === scene.seat) ?? scene.clocks[0];
  const face = running && faces([running], Date.now() + play.ahead).get(running.seat);
  const whose = running?.seat === scene.seat ? nothing : html`<span>${scene.names[running?.seat ?? 0]}</span>`;
  return face ? html`<span class="bar-clock">${whose} ${clock(face)}</span>` : nothing;
}
