import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, stateOf, step } from "../../../web/static/choosing/machine.js";
import { tagId } from "../../../web/static/choosing/parts.js";
import { worked } from "./worked.js";

/** @import {Event, Machine, Request} from "../../../web/static/choosing/machine.js" */

/**
 * @param {Machine} machine
 * @param {...Event} events
 * @returns {{machine: Machine, sent: Request[]}} where it ends, and all that is to be sent on the way
 */
function told(machine, ...events) {
  /** @type {Request[]} */
  const sent = [];
  let number = 0;
  let now = machine;
  for (const event of events) {
    const stepped = step(now, event, () => `key ${++number}`);
    if (stepped.send) sent.push(stepped.send);
    now = stepped.machine;
  }
  return { machine: now, sent };
}

/**
 * @param {string} id
 * @returns {Event}
 */
function tap(id) {
  return { type: "pick", id };
}

/**
 * @param {string} id
 * @returns {Event} a tap on what is shown as selected
 */
function again(id) {
  return { type: "pick", id, selected: true };
}

test("the first tap selects and sends nothing, the second sends", () => {
  const first = told(begin(worked("kick")), tap("kick_block_80"));
  assert.equal(stateOf(first.machine), "ready");
  assert.deepEqual(first.sent, []);
  const { machine, sent } = told(first.machine, again("kick_block_80"));
  assert.equal(stateOf(machine), "sending");
  const { n, seat, decision } = worked("kick");
  const command = { tag: "play_card", body: { card_id: "kick_block_80" } };
  assert.deepEqual(sent, [{ key: "key 1", command, decision: decision?.tag, n, seat }]);
});

test("a named button sends what is ready, and nothing as long as nothing is", () => {
  assert.equal(told(begin(worked("kick")), { type: "send" }).sent.length, 0);
  assert.equal(told(begin(worked("kick")), tap("kick_block_80"), { type: "send" }).sent.length, 1);
  const command = { tag: "concede", body: {} };
  assert.deepEqual(told(begin(worked("kick")), { type: "send", command }).sent[0]?.command, command);
});

test("a tap on another thing takes the place of the last pick", () => {
  const { machine } = told(begin(worked("kick")), tap("kick_block_80"), tap("neurochem_grapple"));
  assert.deepEqual(machine.picks, ["neurochem_grapple"]);
  assert.deepEqual(told(machine, tap("nothing of the kind")).machine.picks, ["neurochem_grapple"]);
});

test("a tap on an earlier pick takes it back, and escape the last one", () => {
  const begun = told(begin(worked("attack")), tap("S4-3"), tap("S10-1"), tap("D8-2")).machine;
  assert.deepEqual(told(begun, again("S4-3")).machine.picks, ["S10-1", "D8-2"]);
  assert.deepEqual(told(begun, { type: "escape" }).machine.picks, ["S4-3", "S10-1"]);
  assert.deepEqual(told(begun, { type: "clear" }).machine.picks, []);
  const open = told(begin(worked("menace")), tap("menace")).machine;
  assert.deepEqual(told(open, again("menace")).machine.picks, [], "what is not ready is taken back by a second tap");
});

test("a command's button narrows what is meant, and another one takes its place", () => {
  const { machine } = told(begin(worked("attack")), tap("S10-1"), tap(tagId("attack")));
  assert.deepEqual(machine.picks, [tagId("attack"), "S10-1"]);
  assert.ok(!machine.choice.next.has("H2-3"), "Hearts behind Diamonds are for a bypass");
  const other = told(begin(worked("attack")), tap(tagId("end_turn")));
  assert.equal(stateOf(other.machine), "ready");
  assert.equal(told(other.machine, again(tagId("end_turn"))).sent[0]?.command.tag, "end_turn");
});

test("one legal command is ready and waits for a hand", () => {
  const scene = worked("kick");
  const one = { ...scene, commands: scene.commands.slice(0, 1) };
  const { machine, sent } = told(begin(one, { oneTap: true }), { type: "scene", scene: one });
  assert.equal(stateOf(machine), "ready");
  assert.deepEqual(sent, []);
  const tapped = told(begin(one), tap("kick_block_80"));
  assert.deepEqual(tapped.machine.picks, ["kick_block_80"]);
  assert.deepEqual(tapped.sent, []);
});

test("one tap sends where the player has set that, one command is left and nothing is given up", () => {
  assert.equal(told(begin(worked("kick"), { oneTap: true }), tap("kick_block_80")).sent.length, 1);
  const set = told(begin(worked("kick")), { type: "oneTap", oneTap: true }).machine;
  assert.equal(told(set, tap("kick_block_80")).sent.length, 1);
  assert.equal(told(begin(worked("menace"), { oneTap: true }), tap("fortune")).sent.length, 0, "it may also be a cost");
  assert.equal(told(begin(worked("attack"), { oneTap: true }), tap(tagId("end_turn"))).sent.length, 0);
  const many = { ...worked("kick"), truncated: true };
  assert.equal(told(begin(many, { oneTap: true }), tap("kick_block_80")).sent.length, 0, "it is not known to be legal");
  const careful = { ...worked("kick"), careful: ["play_card"] };
  assert.equal(told(begin(careful, { oneTap: true }), tap("kick_block_80")).sent.length, 0);
});

test("a newer decision clears the picks and says so, the same one keeps them", () => {
  const picked = told(begin(worked("kick")), tap("kick_block_80")).machine;
  const later = { ...worked("kick"), n: 999 };
  const kept = told(picked, { type: "scene", scene: later }).machine;
  assert.deepEqual([kept.picks, kept.notice], [["kick_block_80"], null]);
  const newer = told(picked, { type: "scene", scene: { ...later, decision: { tag: '"999"' } } }).machine;
  assert.deepEqual([newer.picks, newer.notice], [[], "newer"]);
  const fewer = told(picked, { type: "scene", scene: { ...later, commands: [] } }).machine;
  assert.deepEqual([fewer.picks, fewer.notice], [[], "newer"]);
  const idle = told(begin(worked("kick")), { type: "scene", scene: { ...later, decision: null } }).machine;
  assert.equal(idle.notice, null);
});

test("while it is sent nothing else is, and the answer ends it", () => {
  const sending = told(begin(worked("kick")), tap("kick_block_80"), { type: "send" }).machine;
  const busy = told(
    sending,
    { type: "send" },
    again("kick_block_80"),
    { type: "escape" },
    { type: "clear" },
    { type: "again" },
  );
  assert.deepEqual(busy.sent, []);
  assert.equal(stateOf(busy.machine), "sending");
  assert.equal(stateOf(told(sending, { type: "answered", key: "of another" }).machine), "sending");
  const answered = told(sending, { type: "answered", key: "key 1" }).machine;
  assert.deepEqual([stateOf(answered), answered.picks, answered.notice], ["idle", [], "sent"]);
  const refused = told(sending, { type: "refused", key: "key 1" }).machine;
  assert.deepEqual([stateOf(refused), refused.request, refused.notice], ["idle", null, "refused"]);
});

test("what was lost is asked again with the same key, also after a reload", () => {
  const lost = told(begin(worked("kick")), tap("kick_block_80"), { type: "send" }, { type: "lost", key: "key 1" });
  assert.equal(stateOf(lost.machine), "unknown");
  assert.deepEqual(told(lost.machine, tap("neurochem_grapple"), { type: "send" }).sent, []);
  const later = told(lost.machine, { type: "scene", scene: { ...worked("kick"), decision: null } }, { type: "again" });
  assert.deepEqual(later.sent, lost.sent);
  assert.equal(stateOf(later.machine), "sending");
  const request = lost.sent[0] ?? assert.fail("nothing was sent");
  const reloaded = told(begin(worked("kick")), { type: "found", request }, { type: "again" });
  assert.deepEqual(reloaded.sent, [request]);
});
