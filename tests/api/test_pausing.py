"""Stopping the play over HTTP: who may, what stands meanwhile, and what everybody pays for it: nothing."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from api.running.bots import play_once
from api.running.clocks import call_time
from domain.audit.checks import verify_bytes
from domain.kernel.chance import QuickChance
from domain.ledger.api_keys import Scope, key_id
from domain.ledger.listed import awaited_bots
from domain.record.entries import Clock
from domain.record.pauses import UNCLAIMED_MS
from domain.table.cases import Call, Ruling, claim, open_case, rule
from domain.table.pausing import resume
from domain.table.table import Table
from tests.api.world import BEGIN, DUEL, Opened, World, code

S = 1000
MINUTE = {"move_ms": 60 * S}
BANK = {"bank_ms": 600 * S, "increment_ms": 5 * S}
KEYED = {"Idempotency-Key": "0123456789abcdef"}
BREAK = {"reason": "break"}
SOLO = [{"kind": "token", "name": "Ada"}, {"kind": "bot"}]


def at(world: World, seconds: int) -> None:
    """Let it be so many seconds after the start."""
    world.clock.at = BEGIN + seconds * S


def test_acting_while_paused_writes_nothing_and_the_same_tag_and_key_succeed_afterwards(world: World) -> None:
    opened = world.opened(clock=MINUTE)
    offered = opened.get("/actions?expand=true", seat=0)
    command, tag = {"command": offered.json["actions"][0]}, offered.headers["ETag"]
    key = world.key("arbiter")
    at(world, 20)
    assert opened.post("/pause", BREAK, token=key).status_code == 200
    n = opened.get("").json["n"]
    for said in (command, {"command": {"tag": "concede"}}):
        refused = opened.post("/actions", said, seat=0, headers={"If-Match": tag, **KEYED})
        assert code(refused, 409) == "table_paused"
        assert refused.json["category"] == "turn"
        asked = opened.post("/actions", {**said, "dry_run": True}, seat=0).json
        assert asked["refusal"]["code"] == "table_paused"
    assert opened.get("").json["n"] == n
    at(world, 320)
    assert opened.post("/resume", {}, token=key).json == {"table": opened.id, "paused": None}
    awaited = opened.get("/actions", seat=0)
    assert awaited.headers["ETag"] == tag
    assert awaited.json["awaited"]["deadline"] == "2027-01-15T08:06:00.000Z"
    at(world, 330)
    done = opened.post("/actions", command, seat=0, headers={"If-Match": tag, **KEYED})
    assert done.status_code == 200, done.text
    assert done.json["entries"][0]["entry"]["used_ms"] == 30 * S
    assert verify_bytes(opened.get("/record", seat=0).data).failed == ()


def test_a_bank_pays_for_what_was_thought_alone(world: World) -> None:
    opened = world.opened(clock=BANK)
    offered = opened.get("/actions?expand=true", seat=0)
    key = world.key("operator")
    at(world, 20)
    opened.post("/pause", BREAK, token=key)
    at(world, 320)
    opened.post("/resume", {}, token=key)
    at(world, 330)
    headers = {"If-Match": offered.headers["ETag"]}
    assert opened.post("/actions", {"command": offered.json["actions"][0]}, seat=0, headers=headers).status_code == 200
    live = world.store.table(opened.id).live
    assert live is not None
    assert live.bank == (575 * S, 600 * S)


def test_a_pause_is_told_wherever_the_table_is_and_nobody_is_awaited(world: World) -> None:
    opened = world.opened(clock=MINUTE)
    answer = opened.post("/pause", {"reason": "technical"}, token=world.key("operator"))
    paused = answer.json["paused"]
    assert paused == {
        "since": "2027-01-15T08:00:00.000Z",
        "causes": [{"cause": "ruler", "reason": "technical", "since": "2027-01-15T08:00:00.000Z"}],
    }
    for path, seat in (("", None), ("/view", None), ("/view", 0), ("/actions", 0)):
        shown = opened.get(path, seat=seat).json
        assert shown["paused"] == paused
        assert shown["status"] == "running"
        assert shown.get("awaited") in (None, [])
    scene = opened.get("/scene", seat=0).json
    assert scene["paused"] == paused
    assert scene["picture"]["prompt"] == "The play is stopped: nobody acts, and no clock runs."
    assert [scene[name] for name in ("awaited", "clocks", "commands", "anytime")] == [[], [], [], []]
    assert scene["story"][-1]["say"].endswith("stops the play: a technical fault.")
    assert opened.get("/actions", seat=0).json["offers"] == opened.get("/actions", seat=0).json["anytime"] == []
    assert world.store.listings.clocks_due(BEGIN + 10**9) == ()


def test_play_goes_on_when_both_offices_let_it(world: World) -> None:
    opened = world.opened()
    arbiter, operator = world.key("arbiter"), world.key("operator")
    opened.post("/pause", BREAK, token=arbiter)
    both = opened.post("/pause", {"reason": "dispute"}, token=operator).json["paused"]
    assert [cause["cause"] for cause in both["causes"]] == ["arbiter", "ruler"]
    assert code(opened.post("/pause", BREAK, token=arbiter), 409) == "already_paused"
    assert code(opened.post("/resume", {"cause": "ruler"}, token=arbiter), 403) == "not_allowed"
    assert opened.post("/resume", {}, token=operator).json["paused"] is not None
    assert code(opened.post("/resume", {}, token=operator), 409) == "not_paused"
    assert opened.post("/resume", {"cause": "arbiter"}, token=operator).json["paused"] is None
    opened.post("/pause", BREAK, token=arbiter)
    assert opened.post("/resume", token=arbiter).json["paused"] is None


def test_sent_again_it_stops_the_play_once(world: World) -> None:
    opened, key = world.opened(), world.key("arbiter")
    first = opened.post("/pause", BREAK, token=key, headers=KEYED)
    n = opened.get("").json["n"]
    world.clock.at += 1
    assert opened.post("/pause", BREAK, token=key, headers=KEYED).data == first.data
    assert opened.get("").json["n"] == n


def test_whoever_opened_the_table_stops_it_only_where_nobody_else_plays(world: World) -> None:
    shared, alone = world.opened(DUEL), world.opened(SOLO)
    for path, body in (("/pause", BREAK), ("/resume", {}), ("/clock", {"seat": 0, "move_ms": 1, "reason": "other"})):
        assert code(shared.post(path, body, token=shared.opener), 403) == "not_allowed"
        assert code(shared.post(path, body, seat=0), 403) == "not_allowed"
        assert code(shared.post(path, body), 401) == "credentials_needed"
    assert alone.post("/pause", BREAK, token=alone.opener).status_code == 200
    assert alone.post("/resume", {}, token=alone.opener).status_code == 200


def test_an_arbiter_who_plays_stops_nothing(world: World) -> None:
    opened = world.opened(DUEL)
    holder = world.store.table(opened.id).book.holders[0]
    assert holder is not None
    scope = Scope(player=holder.player)
    key = world.store.keys.add("arbiter", "", at=0, scope=scope).text
    assert code(opened.post("/pause", BREAK, token=key), 403) == "not_allowed"


def test_bots_wait_while_the_play_is_stopped(world: World) -> None:
    opened = world.opened([{"kind": "bot"}, {"kind": "token", "name": "Ada"}])
    key = world.key("operator")
    opened.post("/pause", BREAK, token=key)
    table = world.store.table(opened.id)
    assert awaited_bots(table) == ()
    assert world.store.listings.bots_due() == ()
    assert play_once(world.store, opened.id, QuickChance(1), world.clock) is False
    world.bots.tables.clear()
    opened.post("/resume", {}, token=key)
    assert opened.id in world.bots.tables
    assert world.store.listings.bots_due() == (opened.id,)


def test_no_time_is_up_while_the_play_is_stopped(world: World) -> None:
    opened, key = world.opened(clock=MINUTE), world.key("operator")
    at(world, 20)
    opened.post("/pause", BREAK, token=key)
    at(world, 500)
    assert call_time(world.store, opened.id, world.clock.at) == 0
    opened.post("/resume", {}, token=key)
    assert world.store.listings.clocks_due(BEGIN + 539_999) == ()
    assert world.store.listings.clocks_due(BEGIN + 540_000) == (opened.id,)
    assert call_time(world.store, opened.id, BEGIN + 540_000) == 1


def test_the_clock_lets_play_go_on_that_no_arbiter_has_claimed(world: World) -> None:
    """Nobody can call an arbiter over HTTP yet; the clock knows what to do when they can."""
    opening = {"clock": Clock(move_ms=60 * S), "arbiter_call": "stop"}
    opened = world.rigged("", opening=opening)

    def called(now: Table) -> Any:
        return open_case(now, "c1", Call("1", "rule", stops_play=True), at=world.clock.at, by="seat:1")

    world.store.perform(opened.id, called)
    due = BEGIN + UNCLAIMED_MS
    assert world.store.listings.clocks_due(due - 1) == ()
    assert world.store.listings.clocks_due(due) == (opened.id,)
    assert call_time(world.store, opened.id, due - 1) == 0
    assert world.store.table(opened.id).book.pause is not None
    assert call_time(world.store, opened.id, due) == 0
    assert world.store.table(opened.id).book.in_play
    assert call_time(world.store, opened.id, due + 60 * S) == 1


def test_the_clock_closes_a_case_that_nobody_has_appealed(world: World) -> None:
    opened = world.rigged("", opening={"arbiter_call": "stop", "appeal_ms": 9 * S})
    go_on = partial(resume, cause="case:c1", at=BEGIN, by="arbiter:a")
    for change in (
        partial(open_case, case="c1", call=Call("1", "rule", stops_play=True), at=BEGIN, by="seat:1"),
        partial(claim, case="c1", at=BEGIN, by="arbiter:a"),
        partial(rule, case="c1", ruling=Ruling("undecided", ("none",)), steps=[go_on], at=BEGIN, by="arbiter:a"),
    ):
        world.store.perform(opened.id, change)
    assert world.store.listings.clocks_due(BEGIN + 9 * S) == (opened.id,)
    call_time(world.store, opened.id, BEGIN + 9 * S - 1)
    assert world.store.table(opened.id).book.cases["c1"].state == "ruled"
    call_time(world.store, opened.id, BEGIN + 9 * S)
    assert world.store.table(opened.id).book.cases["c1"].state == "closed"


@pytest.mark.parametrize("end", [None, "operator"])
def test_a_wait_for_one_s_turn_ends_when_the_play_is_stopped_or_goes_on(world: World, end: str | None) -> None:
    """`wait` is answered with what stops the play, or with the turn."""
    opened, key = world.opened(), world.key("operator")
    if end is not None:
        opened.post("/pause", BREAK, token=key)
    waits = []

    def turn(table: str, after: int, timeout: float) -> int:
        waits.append(timeout)
        opened.post("/pause" if end is None else "/resume", BREAK if end is None else {}, token=key)
        return world.store.table(table).book.n

    seat = 1 if end is None else 0
    world.store.wait = partial(turn)  # type: ignore[method-assign]
    answer = opened.get("/actions?wait=20", seat=seat).json
    assert len(waits) == 1
    assert (answer["paused"] is None) is (end is not None)


def claimed(world: World, opened: Opened, key: str) -> dict[str, str]:
    """Return how a body names a case in the record that this key has claimed; the play goes on."""
    case = {"case": world.case(opened.id, key)}
    assert opened.post("/pause", {"reason": "dispute", **case}, token=key).status_code == 200
    assert opened.post("/resume", {}, token=key).status_code == 200
    return case


def test_what_is_left_on_a_clock_is_set(world: World) -> None:
    opened, key = world.opened(clock={**MINUTE, **BANK}), world.key("arbiter")
    case = claimed(world, opened, key)
    at(world, 10)
    asked = {"seat": 0, "move_ms": 90 * S, "reason": "compensation", **case}
    answer = opened.post("/clock", asked, token=key, headers=KEYED)
    assert answer.json == {"table": opened.id, "bank_ms": None, **{k: v for k, v in asked.items() if k != "case"}}
    assert opened.post("/clock", asked, token=key, headers=KEYED).data == answer.data
    assert opened.get("/actions", seat=0).json["awaited"]["deadline"] == "2027-01-15T08:01:40.000Z"
    opened.post("/clock", {"seat": 0, "bank_ms": 30 * S, "reason": "penalty", **case}, token=key)
    assert opened.get("/actions", seat=0).json["awaited"]["deadline"] == "2027-01-15T08:00:40.000Z"
    assert verify_bytes(opened.get("/record").data).failed == ()


def test_an_arbiter_sets_a_clock_for_a_case_in_the_record_that_it_has_claimed(world: World) -> None:
    """Issue 15, section 4. For a quiet call it would tell the players that an arbiter is at work."""
    opened, key = world.opened(clock={**MINUTE, **BANK}), world.key("arbiter")
    asked = {"seat": 0, "bank_ms": 90 * S, "reason": "compensation"}
    for case in ({}, {"case": "c-7"}):
        assert code(opened.post("/clock", {**asked, **case}, token=key), 403) == "case_needed"
    case = {"case": world.case(opened.id, key)}
    assert code(opened.post("/clock", {**asked, **case}, token=key), 409) == "not_quietly"
    assert code(opened.post("/clock", {**asked, **case}, token=world.key("operator")), 403) == "case_needed"
    n = world.store.head(opened.id)
    opened.post("/pause", {"reason": "dispute", **case}, token=key)
    assert opened.post("/clock", {**asked, **case}, token=key).json == {"table": opened.id, "move_ms": None, **asked}
    assert world.store.head(opened.id) == n + 4


def test_the_list_of_tables_says_whose_play_is_stopped(world: World) -> None:
    """A delayed one as it was: that it stands now is told later."""
    stopped, plays, later = world.opened(), world.opened(), world.opened(delay_seconds=60)
    key = world.key("operator")
    for table in (stopped, later):
        assert table.post("/pause", {"reason": "break"}, token=key).status_code == 200

    def listed(query: str = "", token: str | None = None) -> dict[str, bool]:
        return {row["id"]: row["paused"] for row in world.get(f"/tables{query}", token=token).json["tables"]}

    assert listed() == listed(token=key) == {stopped.id: True, plays.id: False, later.id: False}
    assert listed("?paused=true") == {stopped.id: True}
    world.clock.at += 61_000
    assert listed("?paused=true") == {stopped.id: True, later.id: True}
    stopped.post("/resume", {}, token=key)
    assert listed("?paused=true") == {later.id: True}


@pytest.mark.parametrize(
    ("clock", "body", "status", "refusal"),
    [
        (MINUTE, {"seat": 0, "reason": "other"}, 422, "one_clock_needed"),
        (MINUTE, {"seat": 0, "reason": "other", "bank_ms": 1, "move_ms": 1}, 422, "one_clock_needed"),
        (MINUTE, {"seat": 0, "reason": "luck", "move_ms": 1}, 422, "invalid_body"),
        (MINUTE, {"seat": 0, "reason": "other", "bank_ms": 1}, 409, "no_such_clock"),
        (None, {"seat": 0, "reason": "other", "move_ms": 1}, 409, "no_such_clock"),
        (MINUTE, {"seat": 1, "reason": "other", "move_ms": 1}, 409, "not_awaited"),
        (MINUTE, {"seat": 9, "reason": "other", "move_ms": 1}, 409, "no_such_seat"),
    ],
)
def test_a_clock_that_cannot_be_set_says_why(
    world: World, clock: dict[str, int] | None, body: dict[str, Any], status: int, refusal: str
) -> None:
    more: dict[str, Any] = {} if clock is None else {"clock": clock}
    opened, key = world.opened(**more), world.key("arbiter")
    case = claimed(world, opened, key)
    assert code(opened.post("/clock", {**body, **case}, token=key), status) == refusal


def test_nobody_sets_a_clock_without_a_case(world: World) -> None:
    """Issue 15, section 4: the other routes of power need a case claimed by the caller."""
    key, body = world.key("organiser"), {"seat": 0, "bank_ms": 9, "reason": "other"}
    organised, alone = world.opened(token=key, clock={**MINUTE, **BANK}), world.opened(SOLO, clock={**MINUTE, **BANK})
    assert code(organised.post("/clock", body, token=key), 403) == "not_allowed"
    assert code(alone.post("/clock", body, token=alone.opener), 403) == "not_allowed"
    assert code(organised.post("/clock", body, token=world.key("operator")), 403) == "case_needed"


def test_an_excluded_arbiter_stops_nothing_and_calls_nobody(world: World) -> None:
    """Every deed of an arbiter at a table asks the same: whom the organiser has excluded acts nowhere there."""
    opened, operator = world.opened(clock={**MINUTE, **BANK}, arbiter_call="stop"), world.key("operator")
    key = world.key("arbiter")
    case = claimed(world, opened, key)
    world.store.desk.excluded.set(opened.id, [f"arbiter:{key_id(key)}"], at=world.clock.at)
    n, call = world.store.head(opened.id), {"about": "rule", "text": "Hm."}
    deeds: list[tuple[str, dict[str, Any]]] = [
        ("/pause", BREAK),
        ("/clock", {"seat": 0, "bank_ms": 1, "reason": "other", **case}),
        ("/cases", call),
        ("/cases", {**call, "stops_play": True}),
    ]
    for path, body in deeds:
        assert code(opened.post(path, body, token=key), 409) == "conflict_of_interest"
    assert world.store.head(opened.id) == n
    opened.post("/pause", BREAK, token=operator)
    assert code(opened.post("/resume", {"cause": "ruler"}, token=key), 409) == "conflict_of_interest"


def test_only_a_game_that_runs_is_stopped(world: World) -> None:
    key = world.key("operator")
    waiting, ended = world.opened(start="word"), world.opened()
    ended.act(0, "concede")
    for opened in (waiting, ended):
        for path, body in (
            ("/pause", BREAK),
            ("/resume", {}),
        ):
            assert code(opened.post(path, body, token=key), 409) == "table_not_running"
    assert code(waiting.post("/pause", {"reason": "tea"}, token=key), 422) == "invalid_body"


def test_no_table_whose_play_is_stopped_awaits_its_player(world: World) -> None:
    ada, key = world.player("Ada"), world.key("operator")
    opened = world.opened([{"kind": "open"}, {"kind": "token", "name": "Bob"}])
    assert opened.post("/seats", {"seat": 0}, token=ada.token).status_code == 201

    def awaited() -> list[str]:
        return [table["id"] for table in world.get("/players/me/tables?awaited=true", token=ada.token).json["tables"]]

    assert awaited() == [opened.id]
    opened.post("/pause", BREAK, token=key)
    assert awaited() == []
    opened.post("/resume", token=key)
    assert awaited() == [opened.id]
