import assert from "node:assert/strict";
import { test } from "node:test";
import { Events } from "../../../web/static/base/events.js";
import { SILENCE, Stream } from "../../../web/static/base/stream.js";
import { entry, notes, Service, settled, world } from "./world.js";

const BEAT = "event: heartbeat\ndata: {}\n\n";

async function begun(last = "4") {
  const service = new Service();
  const here = world(service);
  const hearing = notes();
  const stream = new Stream("/stream", last, hearing, here);
  await settled();
  return { service, here, hearing, stream };
}

test("events are read however they are cut, and comments are none", () => {
  const events = new Events();
  assert.deepEqual(events.take("event: opened\nda"), []);
  assert.deepEqual(events.take('ta: {"n":1}\n'), []);
  assert.deepEqual(events.take("\n: a comment\n\nid: 7\ndata: a\ndata: b\n\nid"), [
    { event: "opened", data: '{"n":1}', id: null },
    { event: "message", data: "a\nb", id: "7" },
  ]);
});

test("a stream goes on after what came last", async () => {
  const { service, here, hearing } = await begun();
  assert.equal(service.last.headers["Last-Event-ID"], "4");
  await service.last.say(entry(5) + entry(6));
  service.last.end();
  await settled();
  assert.deepEqual(hearing.told, ["connecting", "live", "5", "6", "waiting"]);
  await here.later.pass(500);
  assert.equal(service.asked.length, 2);
  assert.equal(service.last.headers["Last-Event-ID"], "6");
});

test("two heartbeats missed are a lost connection, one is none", async () => {
  const { service, here } = await begun();
  await service.last.say(BEAT);
  await here.later.pass(SILENCE - 1);
  await service.last.say(BEAT);
  await here.later.pass(SILENCE - 1);
  assert.equal(service.asked.length, 1);
  await here.later.pass(1);
  assert.equal(service.asked[0]?.signal.aborted, true);
  assert.equal(service.asked.length, 2);
});

test("a connection that never answers is given up as well", async () => {
  const { service, here } = await begun();
  await here.later.pass(8_000);
  assert.equal(service.asked.length, 2);
});

test("a page that finds the network again asks at once", async () => {
  const { service, here } = await begun();
  service.instead = () => new TypeError("no network");
  service.last.end();
  await here.later.pass(20_000);
  const tries = service.asked.length;
  service.instead = null;
  here.network.dispatchEvent(new Event("online"));
  await here.later.pass(0);
  assert.equal(service.asked.length, tries + 1);
});

test("a page that wakes trusts a connection that was heard lately, and no other", async () => {
  const { service, here } = await begun();
  await service.last.say(BEAT);
  await here.later.pass(10_000);
  here.page.dispatchEvent(new Event("visibilitychange"));
  await here.later.pass(0);
  assert.equal(service.asked.length, 1);
  await here.later.pass(10_000);
  here.page.dispatchEvent(new Event("visibilitychange"));
  await here.later.pass(0);
  assert.equal(service.asked.length, 2);
});

test("tries come less and less often", async () => {
  const { service, here } = await begun();
  service.instead = () => new TypeError("no network");
  service.last.end();
  await here.later.pass(60_000);
  assert.equal(service.asked.length, 1 + 3 + 14); // after 0.5, 1 and 2 seconds, then each 4
});

for (const [reason, goesOn] of Object.entries({ time: true, behind: true, stopping: true, unavailable: true })) {
  test(`a stream that ends for ${reason} is asked for again`, async () => {
    const { service, here, hearing } = await begun();
    await service.last.say(`event: closed\ndata: {"reason":"${reason}"}\n\n`);
    await here.later.pass(500);
    assert.equal(service.asked.length === 2, goesOn);
    assert.equal(hearing.told.includes(`closed: ${reason}`), false);
  });
}

for (const reason of ["ended", "viewer_changed", "unknown_cursor", "bad_credentials"]) {
  test(`a stream that ends for ${reason} has ended`, async () => {
    const { service, here, hearing } = await begun();
    await service.last.say(`${entry(5)}event: closed\ndata: {"reason":"${reason}"}\n\n`);
    await here.later.pass(100_000);
    assert.equal(service.asked.length, 1);
    assert.deepEqual(hearing.told, ["connecting", "live", "5", `closed: ${reason}`]);
  });
}

/** @param {number} status @param {Record<string, string>} headers @param {string} code */
function refusal(status, headers, code) {
  const said = { "Content-Type": "application/problem+json", ...headers };
  return () => new Response(JSON.stringify({ code, detail: "No." }), { status, headers: said });
}

test("a refusal that stays is told, one that passes is waited for", async () => {
  const { service, here, hearing } = await begun();
  service.instead = refusal(429, { "Retry-After": "7" }, "too_many_requests");
  service.last.end();
  await here.later.pass(500);
  assert.equal(service.asked.length, 2);
  await here.later.pass(6_999);
  assert.equal(service.asked.length, 2);
  service.instead = refusal(403, {}, "not_live");
  await here.later.pass(1);
  assert.equal(service.asked.length, 3);
  await here.later.pass(100_000);
  assert.equal(service.asked.length, 3);
  assert.equal(hearing.told.at(-1), "closed: not_live");
});

test("a closed stream says nothing more", async () => {
  const { service, here, hearing, stream } = await begun();
  stream.close();
  here.network.dispatchEvent(new Event("online"));
  await here.later.pass(100_000);
  assert.equal(service.asked.length, 1);
  assert.deepEqual(hearing.told, ["connecting"]);
});
