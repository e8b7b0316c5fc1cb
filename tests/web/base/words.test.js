import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { count, inTurn, language, message, say, speak } from "../../../web/static/base/words.js";

afterEach(() => speak(undefined));

test("without a catalogue the ids are said, in English", () => {
  assert.equal(say("Attack {name}", { name: "Ben" }), "Attack Ben");
  assert.equal(count("{n} card", "{n} cards", 1), "1 card");
  assert.equal(count("{n} card", "{n} cards", 0), "0 cards");
  assert.equal(language(), "en");
});

test("a catalogue says what it has, and English the rest", () => {
  speak({ language: "ja", messages: { "Attack {name}": ["{name}を攻撃"], "{n} card": ["{n}枚"] } });
  assert.equal(say("Attack {name}", { name: "Ben" }), "Benを攻撃");
  assert.equal(count("{n} card", "{n} cards", 1), "1枚");
  assert.equal(count("{n} card", "{n} cards", 3), "3枚");
  assert.equal(say("Draw"), "Draw");
});

test("sentences follow each other as the language writes them", () => {
  assert.equal(inTurn(["Ann wins.", "", "It is final."]), "Ann wins. It is final.");
  assert.equal(inTurn([]), "");
  speak({ language: "ja", messages: { "{said} {next}": ["{said}{next}"] } });
  assert.equal(inTurn(["アンの勝ち。", "確定です。", "終わり。"]), "アンの勝ち。確定です。終わり。");
});

test("a language that counts by three forms says each", () => {
  speak({ language: "pl", messages: { "{n} card": ["{n} karta", "{n} karty", "{n} kart"] } });
  assert.deepEqual(
    [1, 2, 5, 22].map((n) => count("{n} card", "{n} cards", n)),
    ["1 karta", "2 karty", "5 kart", "22 karty"],
  );
});

test("what a player is called is never read as a place", () => {
  assert.equal(say("{a} beats {b}", { a: "{b}", b: "Ben" }), "{b} beats Ben");
  assert.equal(say("{toString} and {x}", { x: 1 }), "{toString} and 1");
  assert.equal(say("constructor"), "constructor");
});

test("a marked sentence stays as it is", () => {
  assert.equal(message("Draw"), "Draw");
});
