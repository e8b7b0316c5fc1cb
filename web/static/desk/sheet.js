/** One case on the desk, from what was said to the ruling; what may be done with it in this state, and no more. */

import { language, say } from "../base/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { damage, moment } from "./evidence.js";
import { act, choice, prose } from "./fields.js";
import { ABOUT, DISMISSALS, FINDINGS, MEASURES, nameOf, PENALTIES, READERS, STATES, spoken, told } from "./labels.js";
import { rulingForm } from "./ruling.js";

/** @typedef {import("./open.js").OpenCase} OpenCase */
/** @typedef {import("./ruling.js").Rule} Rule */

/**
 * @typedef {object} Acts what the page does
 * @property {(step: "claim" | "release" | "close") => void} step
 * @property {() => void} look
 * @property {() => void} ask
 * @property {(code: string) => void} choose
 * @property {() => void} read what will be written
 * @property {() => void} dismiss
 * @property {() => void} stop the play
 * @property {(cause: string) => void} resume the play that this cause stops
 *
 * @typedef {object} Around
 * @property {string} me
 * @property {boolean} busy something is under way
 * @property {Record<string, string>} marks of the game's costume
 * @property {Rule[]} rules of the game
 * @property {string[]} troubles of the ruling
 * @property {Acts} acts
 */

/** @param {OpenCase} open @param {Around} around */
export function sheet(open, around) {
  const found = open.case;
  const mine = found.claimed_by === around.me && ["claimed", "reclaimed"].includes(found.state);
  return html`<article class="case" aria-labelledby="case-title">
    <header class="site-panel">
      <p class="back"><a href="#">${say("All cases")}</a></p>
      <h2 id="case-title" tabindex="-1">${say("{name} calls about {about}", {
        name: nameOf(found.opened_by, open.names),
        about: told(ABOUT, found.about),
      })}</h2>
      <p class="state">${standing(open, around.me)}</p>
      ${facts(open)} ${texts(open)} ${steps(open, mine, around)}
    </header>
    <section class="site-panel evidence" aria-label=${say("The moment")}><h2>${say("The moment")}</h2>
      ${mine && open.whole === null ? lookFirst(open, around) : nothing}
      ${moment(open, around.marks)}
    </section>
    ${mine ? deciding(open, around) : nothing}
    <section class="site-panel"><h2>${say("What was written")}</h2>${history(open)}</section>
  </article>`;
}

/** @param {OpenCase} open @param {string} me */
function standing({ case: found, names }, me) {
  const said = [say("Now: {state}.", { state: told(STATES, found.state) })];
  if (found.claimed_by !== null && ["claimed", "reclaimed"].includes(found.state))
    said.push(
      found.claimed_by === me
        ? say("It is in your hands.")
        : say("In the hands of {name}.", { name: found.claimed_by }),
    );
  if (found.quiet) said.push(say("It is quiet: the other seats know nothing of it."));
  if (found.finding !== null) said.push(say("Found: {finding}.", { finding: told(FINDINGS, found.finding) }));
  if (found.measures.length > 0)
    said.push(say("Done: {measures}.", { measures: found.measures.map((one) => told(MEASURES, one)).join(", ") }));
  for (const { seat, penalty } of found.penalties)
    said.push(say("{seat}: {penalty}.", { seat: names[seat] ?? `${seat}`, penalty: told(PENALTIES, penalty) }));
  for (const { seat, penalty, case: earlier } of found.penalties_of)
    if (earlier !== found.case)
      said.push(
        say("Before, {seat}: {penalty} (case {case}).", {
          seat: names[seat] ?? `${seat}`,
          penalty: told(PENALTIES, penalty),
          case: earlier,
        }),
      );
  if (found.appeal_until !== null && !found.final)
    said.push(say("It may be appealed until {time}.", { time: when(found.appeal_until) }));
  if (found.accepted.length > 0) {
    const seats = found.accepted.map((seat) => names[seat] ?? `${seat}`).join(", ");
    said.push(say("Accepted by: {seats}.", { seats }));
  }
  if (found.waits_until !== null)
    said.push(
      say("The play stands until every seat has accepted it, at the latest until {time}.", {
        time: when(found.waits_until),
      }),
    );
  return said.join(" ");
}

/** @param {OpenCase} open */
function facts(open) {
  const { case: found, table, stops, moment: at } = open;
  const pause = stops
    ? say("The play is stopped for this case.")
    : table.paused
      ? say("The play is stopped.")
      : open.over
        ? say("The game is over.")
        : say("The game goes on.");
  const entry = at.split(".")[0];
  return html`<dl class="case-facts">
    <div><dt>${say("Table")}</dt><dd><a href="/t/${table.id}">${table.label ?? table.id}</a></dd></div>
    <div><dt>${say("Moment")}</dt><dd><a href="/t/${table.id}/review#${entry}">${at}</a></dd></div>
    <div><dt>${say("Called")}</dt><dd>${when(found.filed_at)}</dd></div>
    <div><dt>${say("Last entry")}</dt><dd data-n=${found.n}>${found.n}</dd></div>
    <div><dt>${say("Case")}</dt><dd>${found.case}</dd></div>
  </dl><p class="note">${pause}</p>`;
}

/** @param {string | number} time */
function when(time) {
  return new Date(time).toLocaleString(language(), { dateStyle: "medium", timeStyle: "medium" });
}

/** @param {OpenCase} open */
function texts({ case: found, names }) {
  if (found.texts.length === 0) return html`<p class="note">${say("Nothing was said with it.")}</p>`;
  return found.texts.map(
    (one) => html`<figure class="said"><blockquote>${one.text}</blockquote>
      <figcaption>${nameOf(one.by, names)}, ${told(READERS, one.readers)}</figcaption></figure>`,
  );
}

/** @param {OpenCase} open @param {boolean} mine @param {Around} around */
function steps(open, mine, { busy, acts, me }) {
  const { case: found, table } = open;
  const again = found.state === "appealed" && found.decided_by === me; // the appeal is another officer's
  const free = found.claimed_by === null && ["open", "appealed"].includes(found.state) && !again;
  const held = found.claimed_by !== null && ["claimed", "reclaimed"].includes(found.state);
  const late = found.appeal_until !== null && Date.parse(found.appeal_until) <= Date.now();
  const stopped = open.stoppedBy(me);
  const running = table.status === "running";
  return html`<p class="buttons">
    ${free ? act(say("Claim the case"), () => acts.step("claim"), { weight: "primary", disabled: busy }) : nothing}
    ${mine ? act(say("Give it out of hand"), () => acts.step("release"), { disabled: busy }) : nothing}
    ${held && !mine && me.startsWith("operator:") ? act(say("Take it out of that hand"), () => acts.step("release"), { disabled: busy }) : nothing}
    ${mine && running && (!table.paused || found.quiet) ? act(say("Stop the play"), acts.stop, { disabled: busy }) : nothing}
    ${stopped !== null && found.waits_until === null && (mine || found.decided_by === me) ? act(say("Let the play go on"), () => acts.resume(stopped), { disabled: busy }) : nothing}
    ${late && ["ruled", "dismissed"].includes(found.state) ? act(say("Close the case"), () => acts.step("close"), { disabled: busy }) : nothing}
  </p>`;
}

/** @param {OpenCase} open @param {Around} around */
function lookFirst(open, { acts, busy }) {
  return html`<div class="look-first">
    <p>${say("You see what everybody saw. Before you look at hands: this is written down, and the players will read who looked at what for which case, once play stops or the game has ended.")}</p>
    ${act(open.busy === "look" ? say("Looking …") : say("Look at every hand"), acts.look, {
      weight: "primary",
      disabled: busy || open.busy !== "",
    })}
  </div>`;
}

/** @param {OpenCase} open @param {Around} around */
function deciding(open, { acts, rules, troubles, busy }) {
  const { dismissal } = open;
  return html`<section class="site-panel" aria-label=${say("The damage")}><h2>${say("What going back would cost")}</h2>
      ${damage(open, acts)}</section>
    <section class="site-panel is-form" aria-label=${say("The ruling")}><h2 tabindex="-1" data-ruling>${say("The ruling")}</h2>
      ${open.case.quiet ? html`<p class="note">${say("The case is quiet. Ruling with words alone keeps it so; for anything else stop the play first.")}</p>` : nothing}
      ${rulingForm(open, rules, { troubles, read: acts.read })}</section>
    <details class="site-panel dismissing"><summary><h2>${say("Or dismiss it")}</h2></summary>
      ${choice(say("because"), spoken(DISMISSALS), dismissal.code, (value) => {
        dismissal.code = value;
        open.changed();
      })}
      ${prose(say("Words"), say("Everybody reads it at once: name no hidden card."), dismissal.text, (value) => {
        dismissal.text = value;
      })}
      ${act(say("Dismiss the case …"), acts.dismiss, { disabled: busy || dismissal.code === "" })}</details>`;
}

/** @param {OpenCase} open */
function history({ case: found, names }) {
  return html`<ol class="history">${found.history.map(
    (entry) => html`<li><span class="address">${entry.n ?? "–"}</span>
      <span>${sentence(entry, nameOf(entry.by, names), names)} <time>${when(entry.at)}</time></span></li>`,
  )}</ol>`;
}

/**
 * @param {import("./service.js").Case["history"][number]} entry
 * @param {string} name
 * @param {string[]} names
 * @returns {string}
 */
function sentence(entry, name, names) {
  switch (entry.kind) {
    case "case_opened":
      return say("{name} calls an arbiter.", { name });
    case "case_claimed":
      return say("{name} claims the case.", { name });
    case "case_released":
      return say("{name} gives the case out of hand.", { name });
    case "case_dismissed":
      return say("{name} dismisses the case: {why}.", { name, why: told(DISMISSALS, entry.code) });
    case "ruling_made": {
      const measures = entry.measures.map((/** @type {string} */ one) => told(MEASURES, one)).join(", ");
      const finding = told(FINDINGS, entry.finding);
      const said = say("{name} rules: {finding}; {measures}.", { name, finding, measures });
      return entry.grounds.length
        ? `${said} ${say("Rules cited: {rules}.", { rules: entry.grounds.join("; ") })}`
        : said;
    }
    case "case_appealed":
      return say("{name} appeals.", { name });
    case "ruling_accepted":
      return say("{seat} accepts what was decided.", { seat: names[entry.seat] ?? `${entry.seat}` });
    case "case_closed":
      return say("The case is closed.");
    case "penalty":
      return say("{seat}: {penalty}.", {
        seat: names[entry.seat] ?? `${entry.seat}`,
        penalty: told(PENALTIES, entry.penalty),
      });
    default:
      return entry.kind;
  }
}
