import assert from "node:assert/strict";
import { test } from "node:test";
import { follow } from "../../../web/static/base/shared.js";
import { SILENCE } from "../../../web/static/base/stream.js";
import { entry, Later, notes, Service, settled, world } from "./world.js";

/** Locks and channels of one browser. A tab that is frozen says and hears nothing. */
class Browser {
  service = new Service();
  later = new Later();
  /** @type {{ name: string, onmessage: any, postMessage: (said: any) => void, close: () => void, frozen: boolean }[]} */
  channels = [];
  /** @type {{ stop: (error: Error) => void } | null} */
  held = null;
  /** @type {(() => void)[]} */
  queue = [];

  locks = {
    request: (/** @type {string} */ _name, /** @type {any} */ options, /** @type {() => any} */ granted) =>
      new Promise((done, stop) => {
        const holder = { stop };
        const take = () => {
          this.held = holder;
          Promise.resolve(granted()).then((value) => {
            if (this.held === holder) this.release();
            done(value);
          });
        };
        options.signal?.addEventListener("abort", () => {
          this.queue = this.queue.filter((other) => other !== take);
          stop(options.signal.reason);
        });
        if (options.steal) {
          this.held?.stop(new DOMException("stolen", "AbortError"));
          take();
        } else if (this.held === null) take();
        else this.queue.push(take);
      }),
  };

  release() {
    this.held = null;
    this.queue.shift()?.();
  }

  channel(/** @type {string} */ name) {
    const channel = {
      name,
      frozen: false,
      /** @type {any} */
      onmessage: null,
      postMessage: (/** @type {any} */ said) => {
        if (channel.frozen) return;
        const others = this.channels.filter((other) => other !== channel && other.name === name && !other.frozen);
        const data = structuredClone(said);
        for (const other of others) queueMicrotask(() => other.onmessage?.({ data }));
      },
      close: () => {
        this.channels = this.channels.filter((other) => other !== channel);
      },
    };
    this.channels.push(channel);
    return channel;
  }

  /** @param {string} last */
  async tab(last, address = "/stream") {
    const here = world(this.service, this.later);
    const hearing = notes();
    const tabs = /** @type {any} */ ({
      locks: this.locks,
      channel: (/** @type {string} */ name) => this.channel(name),
    });
    const following = follow(address, last, hearing, here, tabs);
    const channel = this.channels.at(-1);
    await settled();
    return {
      here,
      hearing,
      channel,
      close: () => following.close(),
      ids: () => hearing.told.filter((id) => /^\d/.test(id)),
    };
  }
}

test("eight tabs of a viewer share one stream", async () => {
  const browser = new Browser();
  const tabs = [];
  for (let n = 0; n < 8; n += 1) tabs.push(await browser.tab("4"));
  await browser.service.last.say(entry(5) + entry(6));
  assert.equal(browser.service.asked.length, 1);
  for (const tab of tabs) assert.deepEqual(tab.ids(), ["5", "6"]);
  for (const tab of tabs) assert.equal(tab.hearing.told.includes("live"), true);
});

test("tabs that see differently have streams of their own", async () => {
  const browser = new Browser();
  await browser.tab("4", "/stream?viewer=seat:0");
  assert.equal(browser.channels[0]?.name.includes("seat:0"), true);
});

test("a tab that comes later is told what it missed, and what nobody kept it reads again", async () => {
  const browser = new Browser();
  await browser.tab("4");
  await browser.service.last.say(entry(5) + entry(6));
  const [behind, near] = [await browser.tab("2"), await browser.tab("5")];
  assert.deepEqual(near.ids(), ["6"]);
  assert.equal(behind.hearing.told.at(-1), "closed: behind");
  assert.deepEqual(behind.ids(), []);
});

test("a tab that begins behind the one that leads learns it at once, before anything happens", async () => {
  const browser = new Browser();
  await browser.tab("6");
  const late = await browser.tab("5");
  assert.equal(late.hearing.told.at(-1), "closed: behind");
});

test("when the tab that leads is closed another goes on after what came last", async () => {
  const browser = new Browser();
  const [first, second, third] = [await browser.tab("4"), await browser.tab("4"), await browser.tab("4")];
  await browser.service.last.say(entry(5));
  first.close();
  await settled();
  assert.equal(browser.service.asked.length, 2);
  assert.equal(browser.service.last.headers["Last-Event-ID"], "5");
  await browser.service.last.say(entry(6));
  for (const tab of [second, third]) assert.deepEqual(tab.ids(), ["5", "6"]);
  assert.equal(browser.service.asked[0]?.signal.aborted, true);
});

test("a tab that the system froze loses the lead to one in sight", async () => {
  const browser = new Browser();
  const [frozen, seen] = [await browser.tab("4"), await browser.tab("4")];
  if (frozen.channel) frozen.channel.frozen = true;
  await browser.later.pass(SILENCE + 1);
  assert.equal(browser.service.asked[0]?.signal.aborted, true);
  await browser.service.last.say(entry(5));
  assert.deepEqual(seen.ids(), ["5"]);
});

test("a tab that wakes asks, and takes the lead if nobody answers within two seconds", async () => {
  const browser = new Browser();
  const [leader, sleeper] = [await browser.tab("4"), await browser.tab("4")];
  sleeper.here.page.visible = false;
  if (leader.channel) leader.channel.frozen = true;
  await browser.later.pass(1_000);
  sleeper.here.page.visible = true;
  sleeper.here.page.dispatchEvent(new Event("visibilitychange"));
  await browser.later.pass(1_999);
  assert.equal(browser.service.asked.length, 1);
  await browser.later.pass(1);
  assert.equal(browser.service.asked.length, 2);
});

test("a tab that wakes leaves the lead to one that answers", async () => {
  const browser = new Browser();
  const [, sleeper] = [await browser.tab("4"), await browser.tab("4")];
  sleeper.here.page.dispatchEvent(new Event("visibilitychange"));
  await browser.later.pass(5_000);
  assert.equal(browser.service.asked.length, 1);
});

test("the end is told to all", async () => {
  const browser = new Browser();
  const tabs = [await browser.tab("4"), await browser.tab("4")];
  await browser.service.last.say('event: closed\ndata: {"reason":"ended"}\n\n');
  for (const tab of tabs) assert.equal(tab.hearing.told.at(-1), "closed: ended");
  await browser.later.pass(100_000);
  assert.equal(browser.service.asked.length, 1);
  assert.deepEqual(browser.channels, []);
});

test("without locks each tab has a stream of its own", async () => {
  const service = new Service();
  const hearing = notes();
  follow("/stream", "4", hearing, world(service), null);
  await settled();
  await service.last.say(entry(5));
  assert.equal(hearing.told.at(-1), "5");
});

test("where a browser refuses its locks, as with all storage blocked, each tab has a stream of its own", async () => {
  const browser = new Browser();
  browser.locks.request = () => Promise.reject(new DOMException("Access to the Locks API is denied.", "SecurityError"));
  const tabs = [await browser.tab("4"), await browser.tab("4")];
  assert.equal(browser.service.asked.length, 2);
  for (const stream of browser.service.asked) await stream.say(entry(5));
  for (const tab of tabs) assert.deepEqual(tab.ids(), ["5"]);
  await browser.later.pass(SILENCE - 1);
  assert.equal(browser.service.asked.length, 2);
  for (const tab of tabs) tab.close();
  assert.equal(
    browser.service.asked.every(({ signal }) => signal.aborted),
    true,
  );
});
