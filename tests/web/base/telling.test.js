import assert from "node:assert/strict";
import { test } from "node:test";
import { Lost, Problem } from "../../../web/static/base/api.js";
import { told, toldOf } from "../../../web/static/base/telling.js";
import { cleaned } from "../../../web/static/base/typed.js";

test("what a program should send is not said to people", () => {
  const detail = "Send `Authorization: Bearer` with a token of a table or a key.";
  const said = told(new Problem(401, { code: "bad_credentials", detail }));
  assert.match(said, /This link of a seat is not valid/);
});

test("what is about a game or a table is said in the service's words", () => {
  assert.equal(toldOf({ code: "suit_must_match", detail: "Play hearts." }), "Play hearts.");
  assert.equal(toldOf({ title: "The rules refuse this" }), "The rules refuse this");
});

test("what had no answer is said, and a fault of the page stays one", () => {
  assert.equal(told(new Lost("x")), "The service does not answer.");
  assert.throws(() => told(new TypeError("a fault")), TypeError);
});

test("a pasted name loses what nobody sees", () => {
  assert.equal(cleaned(" A\u0000da\u202e\tLee\n"), "A da  Lee");
  assert.equal(cleaned("さくら"), "さくら");
});
