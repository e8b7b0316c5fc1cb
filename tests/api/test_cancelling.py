"""Cancelling a game that has begun: who may, what it opens, what stops, and that the record still proves itself."""

from __future__ import annotations

from os import urandom
from typing import Any

import pytest

from api.callers.tokens import join_code
from api.running.bots import play_once
from api.running.clocks import call_time
from domain.audit.checks import verify_bytes
from domain.games import game, names
from domain.kernel.chance import QuickChance
from domain.record.keys import SECRET_BYTES
from domain.table.bots import chosen_by
from tests.api.world import DUEL, KEY, Opened, World, code
from tests.standalone.verifiers import ask, commands

ADA, BOT = DUEL[0], {"kind": "bot", "bot": "sensible"}
RAIN = {"reason": "emergency"}
ACTIONS = {"harbour": 2}  # it is short; other games are well under way after ten actions
KEYED = {"Idempotency-Key": "0123456789abcdef"}


def playing(world: World, name: str) -> Opened:
    """Return a table of bots at which some actions were played, as the game's first demonstration has it.

    Its deal is always the same: the id derives from the key of the request, the secrets are no secrets.
    """
    plan = game(name).demonstrations[0]
    seats = [{"kind": "bot", "bot": bot} for bot in plan.bots]
    key = {"Idempotency-Key": f"a-table-of-{name}"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", lambda size: bytes(size) if size == SECRET_BYTES else urandom(size))
        answer = world.post("/tables", {"game": name, "seats": seats, "options": plan.options}, headers=key)
    assert answer.status_code == 201, answer.text
    table = Opened(world, answer.json)
    chance = QuickChance(7)
    for _ in range(ACTIONS.get(name, 10)):
        world.clock.at += 1_000
        assert play_once(world.store, table.id, chance, world.clock)
    return table


@pytest.mark.parametrize("ruler", ["operator", "organiser"])
def test_keys_cancel_a_game_that_has_begun(world: World, ruler: str) -> None:
    """Issue 8, mend 8: an operator's, or that of its organiser; the record says who and why, and every hand opens."""
    keys = {"organiser": world.key("organiser"), "operator": world.key("operator")}
    table = world.opened(token=keys["organiser"])
    n = world.store.head(table.id)
    answer = table.post("/cancel", RAIN, token=keys[ruler]).json
    assert (answer["status"], answer["secrets_open"], answer["outcome"]["reason"]) == ("abandoned", True, "emergency")
    entries = [line["entry"] for line in table.get(f"/entries?after={n}").json["entries"]]
    assert [(entry["kind"], entry["by"].partition(":")[0]) for entry in entries] == [
        ("table_abandoned", ruler),
        ("secrets_opened", "table"),
    ]
    assert entries[0]["reason"] == "emergency"
    assert [player["hand"] is not None for player in table.get("/view").json["view"]["players"]] == [True, True]
    assert table.get("/view").json["awaited"] == []
    assert table.say(0, "end_turn").json["code"] == "table_abandoned"


def test_nobody_else_cancels_a_game_that_has_begun(world: World) -> None:
    """Not a seat, a spectator, an arbiter, another organiser or opener; nor its own opener while others play."""
    table = world.opened(token=world.key("organiser"))
    n = world.store.head(table.id)
    assert code(table.post("/cancel", RAIN), 401) == "credentials_needed"
    others = [*table.tokens, world.key("arbiter"), world.key("organiser"), world.opened().opener, table.opener]
    for token in others:
        assert code(table.post("/cancel", RAIN, token=token), 403) == "not_allowed"
    revoked = world.store.keys.add("operator", "for a day", at=0)
    world.store.keys.revoke(revoked.key.id, at=1)
    assert code(table.post("/cancel", RAIN, token=revoked.text), 401) == "bad_credentials"
    assert world.store.head(table.id) == n


def test_an_opener_who_plays_against_bots_cancels(world: World) -> None:
    """Nobody else's hand opens, nobody else's game ends."""
    table = world.opened([ADA, BOT])
    assert code(table.post("/cancel", token=table.opener), 422) == "reason_needed"
    assert table.post("/cancel", RAIN, token=table.opener).json["status"] == "abandoned"
    alone = world.opened([BOT, BOT])
    assert alone.post("/cancel", RAIN, token=alone.opener).json["status"] == "abandoned"


@pytest.mark.parametrize("kind", ["open", "code"])
def test_whoever_came_by_themselves_is_somebody_else(world: World, kind: str) -> None:
    """A single person at a seat whose token the opener never had may be anybody."""
    table = world.opened([{"kind": kind}, BOT])
    sent = {"name": "Bob", "join_code": join_code(KEY, table.id, 0)} if kind == "code" else {"name": "Bob"}
    assert table.post("/seats", sent).json["table"]["status"] == "running"
    assert code(table.post("/cancel", RAIN, token=table.opener), 403) == "not_allowed"
    assert table.post("/cancel", RAIN, token=world.key("operator")).status_code == 200


def test_a_game_that_has_begun_is_cancelled_for_a_reason(world: World) -> None:
    """Of limited size; before the start none is needed, and afterwards nothing is cancelled."""
    table, key = world.opened(), world.key("operator")
    assert code(table.post("/cancel", token=key), 422) == "reason_needed"
    assert code(table.post("/cancel", {}, token=key), 422) == "reason_needed"
    for reason in ("", "the hall closes", None, 5):  # a code: whoever reads the record has to know its reasons
        assert code(table.post("/cancel", {"reason": reason}, token=key), 422) == "invalid_body"
    assert table.post("/cancel", {"reason": "void"}, token=key).status_code == 200
    played = world.opened()
    played.act(0, "concede")
    for ended in (table, played):
        assert code(ended.post("/cancel", RAIN, token=key), 409) == "table_not_open"
    waiting = world.opened(DUEL, start="word")
    assert waiting.post("/cancel", token=waiting.opener).json["outcome"]["reason"] == "cancelled"


def test_a_cancelled_game_is_cancelled_once(world: World) -> None:
    """The request sent again gives the same answer."""
    table, key = world.opened(), world.key("operator")
    first = table.post("/cancel", RAIN, token=key, headers=KEYED)
    n = world.store.head(table.id)
    assert table.post("/cancel", RAIN, token=key, headers=KEYED).json == first.json
    assert code(table.post("/cancel", {"reason": "other"}, token=key, headers=KEYED), 422) == "idempotency_key_reused"
    assert world.store.head(table.id) == n


def test_secrets_that_never_open_stay_closed(world: World) -> None:
    """`secrets_open_at: never`: nobody cancels a game to see a hand."""
    table = world.opened(secrets_open_at="never")
    answer = table.post("/cancel", RAIN, token=world.key("operator")).json
    assert (answer["status"], answer["secrets_open"]) == ("abandoned", False)
    players = table.get("/view", seat=0).json["view"]["players"]
    assert [player["hand"] is not None for player in players] == [True, False]


def test_bots_and_clocks_stop(world: World) -> None:
    """The list names the table no longer, and nobody's time runs out."""
    table = world.opened([BOT, ADA], clock={"move_ms": 60_000})
    late = world.clock.at + 120_000
    assert table.id in world.store.listings.bots_due()
    assert table.id in world.store.listings.clocks_due(late)
    table.post("/cancel", RAIN, token=world.key("operator"))
    n = world.store.head(table.id)
    assert world.store.listings.bots_due() == world.store.listings.clocks_due(late) == ()
    assert not play_once(world.store, table.id, QuickChance(1), world.clock)
    assert call_time(world.store, table.id, late) == 0
    assert world.store.head(table.id) == n


def test_a_bot_that_thinks_meanwhile_comes_too_late(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its choice is dropped."""
    table, key, choose = world.opened([BOT, ADA]), world.key("operator"), chosen_by

    def cancelled_meanwhile(*asked: Any) -> Any:
        table.post("/cancel", RAIN, token=key)
        return choose(*asked)

    monkeypatch.setattr("api.running.bots.chosen_by", cancelled_meanwhile)
    assert play_once(world.store, table.id, QuickChance(1), world.clock)
    kinds = [line["entry"]["kind"] for line in table.get("/entries").json["entries"]]
    assert kinds[-2:] == ["table_abandoned", "secrets_opened"]
    assert "action_taken" not in kinds


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in names() if game(name).demonstrations])
def test_the_record_of_a_cancelled_game_proves_itself(world: World, name: str) -> None:
    """Every draw and every action, by our checks and both standalone verifiers, in full and as a spectator saw it."""
    table = playing(world, name)
    assert table.post("/cancel", RAIN, token=world.key("operator")).status_code == 200
    for query in ("", "?viewer=spectator"):
        record = table.get(f"/record{query}").data
        report = verify_bytes(record)
        assert not report.failed, report
        assert table.get(f"/verification{query}").json["failed"] is False
        for verifier in commands():
            answer = ask(verifier, record)
            assert (answer.exit, answer.failed) == (0, set()), (verifier, answer.report)
    full = verify_bytes(table.get("/record").data)
    assert {check.name for check in full.checks if check.status == "passed"} >= {"secrets", "draws", "decisions"}
