import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Alerts } from "../../../web/static/play/alerts.js";
import { isSet, set } from "../../../web/static/play/settings.js";

const KEY = "matchledger/settings";
/** @typedef {import("../../../web/static/play/settings.js").Setting} Setting */
/** @type {Setting[]} */
const ALL = ["oneTap", "sound", "vibration", "notifications", "noCharacterKeys"];
/** @type {Map<string, string>} */ let kept;
/** @type {string[]} */ let done;

describe("settings of this browser", () => {
  // hooks outside of a suite are those of all files
  const REPLACED = ["localStorage", "navigator", "document", "Notification"];
  /** @type {[string, PropertyDescriptor | undefined][]} */ let before;

  beforeEach(() => {
    before = REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    kept = new Map();
    done = [];
    const replace = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    replace("localStorage", {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    });
    replace("navigator", { vibrate: () => done.push("vibration") });
    replace("document", { visibilityState: "hidden" });
    class Shown {
      static permission = "granted";
      constructor() {
        done.push("notifications");
      }
    }
    replace("Notification", Shown);
  });
  afterEach(() => {
    for (const [name, property] of before) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, property);
    }
  });

  /** @returns {Alerts} whose sound is written down */
  function alerts() {
    const made = new Alerts();
    made.sound = () => void done.push("sound");
    return made;
  }

  /** @type {any} */
  const SCENE = { title: "Chanic Panic", picture: { prompt: "Your turn" }, table: "9f2c" };

  test("nothing is set at first, and a turn that comes makes no sound, no buzz, no note", () => {
    assert.deepEqual(ALL.filter(isSet), []);
    alerts().turn(SCENE);
    assert.deepEqual(done, []);
  });

  for (const name of /** @type {const} */ (["sound", "vibration", "notifications"]))
    test(`${name} alone comes where it alone was set`, () => {
      set(name, true);
      alerts().turn(SCENE);
      assert.deepEqual(done, [name]);
      set(name, false);
      alerts().turn(SCENE);
      assert.deepEqual(done, [name]);
    });

  test("a browser that stores nothing forgets what was set with the page, not at once", () => {
    const refuses = () => {
      throw new DOMException("no storage", "SecurityError");
    };
    const storage = localStorage;
    /** @type {any} */ (globalThis).localStorage = { getItem: refuses, setItem: refuses };
    for (const name of ALL) {
      set(name, true);
      assert.deepEqual(ALL.filter(isSet), [name]);
      set(name, false);
    }
    /** @type {any} */ (globalThis).localStorage = storage;
    for (const name of ALL) set(name, true);
    assert.deepEqual(ALL.filter(isSet), ALL, "what is stored again counts again");
  });

  test("a page in sight notifies nobody", () => {
    set("notifications", true);
    /** @type {any} */ (document).visibilityState = "visible";
    alerts().turn(SCENE);
    assert.deepEqual(done, []);
  });

  for (const wrong of ["null", "7", '"x"', "[]", "{", '{"sound": 1}', '{"sound": "true"}'])
    test(`what is stored and not ours sets nothing: ${wrong}`, () => {
      kept.set(KEY, wrong);
      assert.deepEqual(ALL.filter(isSet), []);
      set("oneTap", true);
      assert.equal(isSet("oneTap"), true);
    });
});
