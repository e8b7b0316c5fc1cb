/** What stands in the dock while somebody chooses: one sentence, the buttons, and chips for what lies nowhere. */

import { say } from "../base/words.js";
import { asksOf, formsOf } from "../choosing/asks.js";
import { tagId } from "../choosing/parts.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../board/frame.js").Button} Button */
/** @typedef {import("../choosing/asks.js").Ask} Ask */
/** @typedef {import("../choosing/asks.js").Option} Option */
/** @typedef {import("../choosing/choosing.js").Choice} Choice */
/** @typedef {import("../choosing/machine.js").Machine} Machine */
/** @typedef {import("./acting.js").Acting} Acting */
/** @typedef {import("./scenes.js").TableScene} TableScene */

const STEPPED = 8; // numbers; more are stepped through

/**
 * @typedef {object} Hands what the dock can do
 * @property {(id: string, selected: boolean) => void} pick
 * @property {() => void} send
 * @property {(command: import("../choosing/types.js").Command) => void} sendThis
 * @property {() => void} clear
 * @property {() => void} moves
 * @property {(tag: string) => void} form
 */

/**
 * @param {Acting} acting
 * @param {TableScene} scene
 * @returns {string} the sentence of the dock
 */
export function promptOf(acting, scene) {
  const { machine, state, slow, refusal } = acting;
  const choice = machine?.choice;
  if (state === "sending") return slow ? say("Still sending: no answer has come yet.") : say("Sending…");
  if (state === "unknown") return say("No answer came. The same action is asked for again; it happens only once.");
  if (refusal !== "") return refusal;
  if (state === "waiting" || !machine || !choice) return waitingFor(scene);
  if (choice.ready && (choice.picks.length > 0 || machine.model.commands.length === 1)) return choice.ready.say;
  if (choice.complete.length > 1) return say("That can be done in more than one way.");
  if (choice.picks.length > 0) return stillToChoose(machine, choice);
  const newer = machine.notice === "newer" ? `${say("The table has moved on; nothing is picked any more.")} ` : "";
  return newer + (scene.picture?.prompt ?? scene.picture?.headline ?? say("It is your turn."));
}

/**
 * @param {TableScene} scene
 * @returns {string}
 */
export function waitingFor(scene) {
  if (scene.paused) {
    const reason = scene.paused.causes.flatMap((one) => one.reason || []).join(", ");
    const stopped = say("The play is stopped; it goes on from where it is.");
    return reason === "" ? stopped : `${stopped} (${reason})`;
  }
  if (scene.status === "open") return say("Waiting until every seat is taken.");
  if (scene.status !== "running") return scene.picture?.prompt ?? scene.picture?.headline ?? scene.title;
  const names = scene.awaited.map(({ seat }) => scene.names[seat]).join(", ");
  return names === "" ? (scene.picture?.headline ?? scene.title) : say("Waiting for {names}.", { names });
}

/**
 * @param {Machine} machine
 * @param {Choice} choice
 * @returns {string} which command is being chosen, and what it lacks
 */
function stillToChoose(machine, choice) {
  const tags = new Set(choice.agreeing.map((one) => one.command.tag));
  if (tags.size > 1) return say("Choose what to do, or what else belongs to it.");
  const label = choice.buttons[0]?.label ?? "";
  const lacking = asksOf(machine.model, choice)
    .filter((ask) => ask.options.some((one) => choice.next.has(one.id)) && !isSettled(ask))
    .map((ask) => (ask.count === null ? ask.label : `${ask.label} (${ask.count})`));
  return lacking.length === 0 ? label : say("{action}: choose {what}.", { action: label, what: lacking.join(", ") });
}

/** @param {Ask} ask */
function isSettled(ask) {
  return ask.count === null && ask.options.some((one) => one.picked || one.must);
}

/**
 * @param {Acting} acting
 * @param {ReadonlySet<string>} tappable what lies on the table
 * @param {Hands} hands
 * @returns {Button[]}
 */
export function buttonsOf(acting, tappable, hands) {
  const { machine, state } = acting;
  if (machine === null || !["idle", "picking", "ready"].includes(state)) return [];
  const { choice } = machine;
  /** @type {Button[]} */
  const buttons = [];
  const ready = choice.ready;
  if (ready !== null) {
    const label = choice.buttons.find((one) => one.tag === ready.tag)?.label ?? ready.say;
    buttons.push({ label, press: hands.send, weight: "primary" });
  }
  for (const button of choice.buttons) {
    const chosen = choice.picked.has(button.id) || (choice.buttons.length === 1 && choice.picks.length > 0);
    if (button.tag === ready?.tag && !button.free) continue;
    if (chosen && !button.free) continue;
    if (choice.picks.length === 0 && !button.free && isTapped(machine, button.tag, tappable)) continue;
    const press = button.free ? () => hands.form(button.tag) : () => hands.pick(tagId(button.tag), false);
    const besides = button.free ? besidesTaps(machine, button.tag) : "";
    if (besides === "") buttons.push({ label: button.label, press });
    else buttons.push({ label: `${button.label}: ${besides}`, press, weight: "quiet" });
  }
  if (choice.picks.length > 0) buttons.push({ label: say("Cancel"), press: hands.clear });
  return [...buttons, { label: say("All moves"), press: hands.moves, weight: "quiet", key: "L", icon: "list" }];
}

/**
 * @param {Machine} machine
 * @param {string} tag of a form
 * @returns {string} what the form is for, where the same command can also be tapped: then it is the lesser way
 */
function besidesTaps({ model }, tag) {
  const [form] = formsOf(model.scene.offers, tag);
  return form?.hint ?? "";
}

/**
 * @param {Machine} machine
 * @param {string} tag
 * @param {ReadonlySet<string>} tappable
 * @returns {boolean} whether one tap says all of each such command: a button for it would only take room
 */
function isTapped({ model }, tag, tappable) {
  const own = model.commands.filter((one) => one.command.tag === tag);
  return own.every(({ parts }) => parts.length === 1 && tappable.has(/** @type {any} */ (parts[0]).id));
}

/**
 * @param {Machine} machine
 * @param {ReadonlySet<string>} tappable what lies on the table
 * @param {Hands} hands
 * @returns chips for what lies nowhere, and ways that end alike; `nothing` where all can be tapped
 */
export function chipsOf(machine, tappable, hands) {
  const { choice, model } = machine;
  if (choice.complete.length > 1) return ways(choice, hands);
  if (choice.picks.length === 0 && choice.buttons.length > 1) return nothing;
  const asks = asksOf(model, choice)
    .map((ask) => ({ ...ask, options: ask.options.filter((one) => !tappable.has(one.id)) }))
    .filter((ask) => ask.options.length > 0);
  return asks.length === 0 ? nothing : html`${asks.map((ask) => asked(ask, hands))}`;
}

/**
 * @param {Choice} choice
 * @param {Hands} hands
 */
function ways(choice, hands) {
  return html`<div class="ask" role="group" aria-label=${say("Which way")}>
    ${choice.complete.map(
      (command) =>
        html`<button type="button" class="chip is-long" @click=${once(() => hands.sendThis(command))}>${command.say}</button>`,
    )}
  </div>`;
}

/**
 * @param {Ask} ask
 * @param {Hands} hands
 */
function asked(ask, hands) {
  const numbers = ask.options.every((one) => one.kind === "number");
  const label = ask.count === null ? ask.label : `${ask.label} ${ask.count}`;
  return html`<div class="ask" role="group" aria-label=${label}>
    <span class="ask-label" aria-hidden="true">${label}</span>
    ${numbers && ask.options.length > STEPPED ? stepper(ask, hands) : ask.options.map((one) => chip(one, hands))}
  </div>`;
}

/**
 * @param {Option} option
 * @param {Hands} hands
 */
function chip({ id, text, more, picked, must }, hands) {
  return html`<button
    type="button"
    class="chip ${picked ? "is-selected" : ""} ${must ? "is-must" : ""}"
    aria-label=${more}
    aria-pressed=${picked || must ? "true" : "false"}
    @click=${() => hands.pick(id, picked)}
  >${text}</button>`;
}

/**
 * @param {Ask} ask
 * @param {Hands} hands
 */
function stepper(ask, hands) {
  const values = [...ask.options].sort((one, other) => Number(one.text) - Number(other.text));
  const at = values.findIndex((one) => one.picked);
  const go = (/** @type {number} */ by) => () => {
    const next = values[Math.min(values.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (next && !next.picked) hands.pick(next.id, false);
  };
  return html`<button type="button" class="chip" aria-label=${say("less")} @click=${go(-1)}>−</button>
    <output>${at < 0 ? "–" : values[at]?.text}</output>
    <button type="button" class="chip" aria-label=${say("more")} @click=${go(1)}>+</button>`;
}

/**
 * A second click of a double click is none: what stood there before was meant, or what stands there now is not known yet.
 *
 * @param {() => void} then
 * @returns {(event: MouseEvent) => void}
 */
export function once(then) {
  return (event) => (event.detail > 1 ? undefined : then());
}
