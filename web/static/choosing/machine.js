/**
 * What happens while somebody chooses: taps, escape, a newer decision, sending and what comes of it.
 *
 * A pure step: `step(machine, event)` gives the next machine, and the request to be made, if one is due. Nothing is
 * sent by itself: only a second tap on the last pick, a command's named button, or a single tap where the player has
 * set that and the command gives nothing up.
 */

/** @import {Choice, Model} from "./choosing.js" */
/** @import {Scene} from "./types.js" */

import { isCareful } from "./careful.js";
import { choose, modelOf } from "./choosing.js";
import { tagId } from "./parts.js";

/**
 * @typedef {{key: string, command: {tag: string, body: Record<string, unknown>}, decision: string | null, n: number, seat: number | null}} Request
 *   an action with its idempotency key, the decision it answers, what was seen and whose it is
 *
 * @typedef {"newer" | "refused" | "sent" | null} Notice why the picks are gone, for a sentence
 *
 * @typedef {object} Machine
 * @property {Model} model
 * @property {string[]} picks
 * @property {Choice} choice
 * @property {"choosing" | "sending" | "unknown"} phase
 * @property {Request | null} request what is under way, or of which nobody knows what came of it
 * @property {Notice} notice
 * @property {boolean} oneTap
 *
 * @typedef {{machine: Machine, send: Request | null}} Stepped
 *
 * @typedef {{type: "pick", id: string, selected?: boolean}
 *   | {type: "escape"}
 *   | {type: "clear"}
 *   | {type: "scene", scene: Scene}
 *   | {type: "send", command?: {tag: string, body: Record<string, unknown>}}
 *   | {type: "answered", key: string}
 *   | {type: "refused", key: string}
 *   | {type: "lost", key: string}
 *   | {type: "again"}
 *   | {type: "found", request: Request}
 *   | {type: "oneTap", oneTap: boolean}} Event
 */

/**
 * @param {Scene} scene
 * @param {{oneTap?: boolean}} [settings]
 * @returns {Machine}
 */
export function begin(scene, { oneTap = false } = {}) {
  const model = modelOf(scene);
  return { model, picks: [], choice: choose(model, []), phase: "choosing", request: null, notice: null, oneTap };
}

/**
 * @param {Machine} machine
 * @returns {"idle" | "picking" | "ready" | "sending" | "unknown"} the one word for it
 */
export function stateOf({ phase, choice }) {
  return phase === "choosing" ? choice.state : phase;
}

/**
 * @param {Machine} machine
 * @param {Event} event
 * @param {() => string} newKey gives an idempotency key
 * @returns {Stepped}
 */
export function step(machine, event, newKey) {
  switch (event.type) {
    case "pick":
      return machine.phase === "choosing" ? picked(machine, event.id, Boolean(event.selected), newKey) : still(machine);
    case "escape":
      return still(machine.phase === "choosing" ? withPicks(machine, machine.picks.slice(0, -1)) : machine);
    case "clear":
      return still(machine.phase === "choosing" ? withPicks(machine, []) : machine);
    case "scene":
      return still(withScene(machine, event.scene));
    case "send":
      return sending(machine, event.command ?? machine.choice.ready, newKey);
    case "again":
      return machine.phase === "unknown" && machine.request
        ? { machine: { ...machine, phase: "sending" }, send: machine.request }
        : still(machine);
    case "found":
      return still({ ...withPicks(machine, []), phase: "unknown", request: event.request });
    case "oneTap":
      return still({ ...machine, oneTap: event.oneTap });
    default:
      return still(event.key === machine.request?.key ? ended(machine, event.type) : machine);
  }
}

/**
 * @param {Machine} machine
 * @returns {Stepped}
 */
function still(machine) {
  return { machine, send: null };
}

/**
 * @param {Machine} machine
 * @param {string[]} picks
 * @param {Notice} notice
 * @returns {Machine}
 */
function withPicks(machine, picks, notice = null) {
  return { ...machine, picks, notice, choice: choose(machine.model, picks) };
}

/**
 * A thing that is shown as selected is taken back, or sent if it was the last pick and all is ready.
 *
 * @param {Machine} machine
 * @param {string} id
 * @param {boolean} selected
 * @param {() => string} newKey
 * @returns {Stepped}
 */
function picked(machine, id, selected, newKey) {
  const { picks, choice } = machine;
  if (selected) {
    if (choice.ready && picks.at(-1) === id) return sending(machine, choice.ready, newKey);
    return still(withPicks(machine, unpicked(picks, id)));
  }
  if (choice.buttons.some((button) => button.id === id)) return after(machine, tagged(picks, id), newKey);
  if (choice.next.has(id)) return after(machine, [...picks, id], newKey);
  if (choice.instead.has(id)) return after(machine, [...picks.slice(0, -1), id], newKey);
  if (picks.length === 0 && choice.ready && choice.must.has(id)) return after(machine, [id], newKey);
  return still(machine);
}

/**
 * @param {string[]} picks
 * @param {string} id
 * @returns {string[]} without the last of these things
 */
function unpicked(picks, id) {
  const place = picks.lastIndexOf(id);
  return picks.filter((_, index) => index !== place);
}

/**
 * @param {string[]} picks
 * @param {string} id
 * @returns {string[]} with this button in the place of another one
 */
function tagged(picks, id) {
  return [id, ...picks.filter((other) => !other.startsWith(tagId("")))];
}

/**
 * @param {Machine} machine
 * @param {string[]} picks
 * @param {() => string} newKey
 * @returns {Stepped} sent at once only where one command is left, one tap was asked for and nothing is given up
 */
function after(machine, picks, newKey) {
  const next = withPicks(machine, picks);
  const { ready, agreeing, unsure } = next.choice;
  if (next.oneTap && ready && !unsure && agreeing.length === 1 && !isCareful(next.model.scene, ready)) {
    return sending(next, ready, newKey);
  }
  return still(next);
}

/**
 * @param {Machine} machine
 * @param {{tag: string, body: Record<string, unknown>} | null} command
 * @param {() => string} newKey
 * @returns {Stepped}
 */
function sending(machine, command, newKey) {
  if (machine.phase !== "choosing" || command === null) return still(machine);
  const { scene } = machine.model;
  const request = {
    key: newKey(),
    command: { tag: command.tag, body: command.body },
    decision: scene.decision?.tag ?? null,
    n: scene.n,
    seat: scene.seat,
  };
  return { machine: { ...machine, phase: "sending", request, notice: null }, send: request };
}

/**
 * @param {Machine} machine
 * @param {"answered" | "refused" | "lost"} how
 * @returns {Machine}
 */
function ended(machine, how) {
  if (how === "lost") return { ...machine, phase: "unknown" };
  return { ...withPicks(machine, [], how === "answered" ? "sent" : "refused"), phase: "choosing", request: null };
}

/**
 * Picks belong to one decision: a newer one clears them and says so. The same one, seen later, keeps what still agrees.
 *
 * @param {Machine} machine
 * @param {Scene} scene
 * @returns {Machine}
 */
function withScene(machine, scene) {
  const same = scene.decision?.tag === machine.model.scene.decision?.tag;
  const next = { ...machine, model: modelOf(scene) };
  const kept = withPicks(next, machine.picks, machine.notice);
  if (same && (machine.picks.length === 0 || kept.choice.agreeing.length > 0)) return kept;
  return withPicks(next, [], machine.picks.length > 0 && machine.phase === "choosing" ? "newer" : machine.notice);
}
