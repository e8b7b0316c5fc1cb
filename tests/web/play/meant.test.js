import assert from "node:assert/strict";
import { test } from "node:test";
import { Meant } from "../../../web/static/play/meant.js";

/** A page on which time passes when a test says so. */
function world() {
  /** @type {(() => void)[]} */ let frames = [];
  /** @type {Map<number, () => void>} */ const timers = new Map();
  const page = new EventTarget();
  let seen = true;
  let number = 0;
  const parts = {
    page,
    painted: (/** @type {() => void} */ then) => frames.push(then),
    after: (/** @type {() => void} */ then) => timers.set(++number, then) && number,
    forget: (/** @type {number} */ timer) => timers.delete(timer),
    seen: () => seen,
  };
  const paint = () => {
    const now = frames;
    frames = [];
    for (const then of now) then();
  };
  const wait = () => {
    paint();
    const due = [...timers.values()];
    timers.clear();
    for (const then of due) then();
  };
  const press = () => page.dispatchEvent(new Event("pointerdown"));
  const click = (detail = 1) => page.dispatchEvent(Object.assign(new Event("click"), { detail }));
  const key = (repeat = false) =>
    page.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key: "Enter", repeat }));
  const look = (/** @type {boolean} */ now) => {
    seen = now;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const tap = (detail = 1) => {
    press();
    click(detail);
  };
  return { parts, paint, wait, press, click, key, look, tap };
}

/** @param {ReturnType<typeof world>} around */
function watched({ parts }) {
  const told = { settled: 0 };
  const meant = new Meant(
    () => {
      told.settled += 1;
    },
    /** @type {any} */ (parts),
  );
  return { meant, told };
}

test("a press counts once what it acts on has been painted and in sight for a while", () => {
  const around = world();
  const { meant, told } = watched(around);
  meant.show("one");
  around.tap();
  assert.equal(meant.now, false, "not painted yet");
  around.paint();
  around.tap();
  assert.equal(meant.now, false, "painted just now");
  around.wait();
  assert.deepEqual([meant.settled, told.settled], [true, 1]);
  assert.equal(meant.now, false, "the press before was no press for this");
  around.tap();
  assert.equal(meant.now, true);
  meant.show("one");
  assert.equal(meant.now, true, "the same is nothing new");
});

test("a press that began before something else was shown is not meant for it, however long the finger rests", () => {
  const around = world();
  const { meant } = watched(around);
  meant.show("one");
  around.wait();
  around.press();
  meant.show("two");
  around.wait();
  around.click();
  assert.equal(meant.now, false);
  around.tap();
  assert.equal(meant.now, true);
});

test("the second of a double click whose first did something never counts, however late what it acts on came", () => {
  const around = world();
  const { meant } = watched(around);
  meant.show("one");
  around.wait();
  around.tap();
  meant.show("two");
  around.wait();
  around.tap(2);
  assert.equal(meant.now, false);
  around.tap(3);
  assert.equal(meant.now, true, "whoever presses on at the same pace after seeing it means it");
});

test("a press after one that came too early counts at any pace, and the early one is told", () => {
  const around = world();
  const { meant, told } = watched(around);
  let done = 0;
  const act = meant.only(() => {
    done += 1;
  });
  meant.show("one");
  around.tap();
  act();
  assert.deepEqual([meant.missed, done, told.settled], [true, 0, 1]);
  act();
  assert.equal(told.settled, 1, "it is told once");
  around.wait();
  around.tap(2);
  act();
  assert.deepEqual([meant.missed, done], [false, 1]);
  around.tap(2);
  act();
  assert.equal(meant.missed, true);
  meant.show("two");
  assert.equal(meant.missed, false, "of what is gone nothing is said");
});

test("a key that is held down presses nothing; one that is pressed anew does", () => {
  const around = world();
  const { meant } = watched(around);
  meant.show("one");
  around.wait();
  assert.equal(around.key(), true);
  around.click(0);
  assert.equal(meant.now, true);
  meant.show("two");
  around.wait();
  assert.equal(around.key(true), false, "what the browser would do with it is prevented");
  assert.equal(meant.now, false);
});

test("a click without a press comes from assistive technology and counts from its own moment", () => {
  const around = world();
  const { meant } = watched(around);
  meant.show("one");
  around.click(0);
  assert.equal(meant.now, false);
  around.wait();
  around.click(0);
  assert.equal(meant.now, true);
});

test("what stood there while nobody looked has not been seen", () => {
  const around = world();
  const { meant } = watched(around);
  meant.show("one");
  around.look(false);
  around.wait();
  around.tap();
  assert.equal(meant.now, false);
  around.look(true);
  around.wait();
  around.tap();
  assert.equal(meant.now, true);
});

test("what is guarded is done where it is meant", () => {
  const around = world();
  const { meant } = watched(around);
  let done = 0;
  const act = meant.only(() => {
    done += 1;
  });
  meant.show("one");
  around.tap();
  act();
  around.wait();
  around.tap();
  act();
  assert.equal(done, 1);
});

for (const end of ["pointerup", "pointercancel", "keyup"])
  test(`a press that ended by ${end} without a click says nothing about a click that comes alone`, () => {
    const around = world();
    const { meant } = watched(around);
    meant.show("one");
    around.wait();
    around.press();
    around.parts.page.dispatchEvent(new Event(end));
    around.wait();
    meant.show("two");
    around.wait();
    around.click(0);
    assert.equal(meant.now, true);
  });

test("the click of a press that has just ended is that press's, also where something else was shown meanwhile", () => {
  const around = world();
  const { meant } = watched(around);
  meant.show("one");
  around.wait();
  around.press();
  meant.show("two");
  around.wait();
  around.parts.page.dispatchEvent(new Event("pointerup"));
  around.click();
  assert.equal(meant.now, false);
});
