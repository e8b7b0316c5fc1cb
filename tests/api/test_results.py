"""The result over HTTP: it waits for its window or for every seat, and nothing opens before."""

from __future__ import annotations

from typing import Any

import pytest

from api.running.clocks import ClockRunner
from domain.audit.checks import verify_bytes
from tests.api.world import DUEL, Opened, World, code

WINDOW = {"window_ms": 60_000}
CONCEDE = {"command": {"tag": "concede"}}
KEYED = {"Idempotency-Key": "0123456789abcdef"}
SOLO = [{"kind": "token", "name": "Ada"}, {"kind": "bot"}]


def conceded(world: World, seats: Any = DUEL, **more: Any) -> Opened:
    """Return a table with a window at which seat 0 has conceded."""
    table = world.opened(seats, confirm=WINDOW, **more)
    assert table.post("/actions", CONCEDE, seat=0, headers={"If-Match": "*"}).status_code == 200
    return table


def hands_seen(table: Opened) -> list[bool]:
    """Return which hands a spectator sees."""
    return [player["hand"] is not None for player in table.get("/view").json["view"]["players"]]


def test_the_result_waits_until_every_seat_has_accepted_it(world: World) -> None:
    table = conceded(world)
    assert table.get().json["confirm"] == WINDOW
    result = table.get("/result").json
    assert (result["status"], result["confirmed"]) == ("finished", False)
    assert result["waiting"] == {"accepted": [0], "final_at": "2027-01-15T08:01:00.000Z"}
    assert table.get().json["secrets_open"] is False
    done = table.post("/result/accept", {}, seat=1, headers=KEYED).json
    assert (done["status"], done["confirmed"], done["waiting"]) == ("confirmed", True, None)
    assert table.post("/result/accept", {}, seat=1, headers=KEYED).json == done
    assert table.get().json["secrets_open"] is True
    assert verify_bytes(table.get("/record").data).failed == ()


def test_nothing_opens_before_the_result_is_final(world: World) -> None:
    """To nobody: what a spectator, a seat and a stranger get stays as it was in play."""
    table = conceded(world)
    before = [table.get(f"/record{query}", seat=seat).data for query, seat in (("", None), ("", 0), ("", 1))]
    assert not any(b"secrets_opened" in copy for copy in before)
    assert all(b'"opened"' not in line for line in before[0].splitlines())
    closed = hands_seen(table)
    assert not all(closed)
    assert code(table.get("/record?viewer=all"), 403) == "not_allowed"
    table.post("/result/accept", {}, seat=1)
    assert all(hands_seen(table))


def test_the_clock_confirms_when_the_window_is_over_also_after_a_restart(world: World) -> None:
    table = conceded(world)
    world.clock.at += 59_999
    ClockRunner(world.store, world.clock).look()
    assert table.get("/result").json["confirmed"] is False
    world.clock.at += 1
    ClockRunner(world.store, world.clock).look()
    assert table.get("/result").json["confirmed"] is True
    kinds = [line["entry"]["kind"] for line in table.get("/entries").json["entries"]]
    assert kinds[-4:] == ["game_finished", "result_accepted", "result_confirmed", "secrets_opened"]
    n = world.store.head(table.id)
    ClockRunner(world.store, world.clock).look()
    assert world.store.head(table.id) == n


def test_a_bot_accepts_by_itself(world: World) -> None:
    table = conceded(world, SOLO)
    assert table.get("/result").json["confirmed"] is True


def test_without_a_window_there_is_nothing_to_accept(world: World) -> None:
    table = world.opened()
    assert table.get().json["confirm"] is None
    assert code(table.post("/result/accept", {}, seat=1), 409) == "nothing_to_accept"
    table.post("/actions", CONCEDE, seat=0, headers={"If-Match": "*"})
    assert table.get("/result").json["waiting"] is None
    assert code(table.post("/result/accept", {}, seat=1), 409) == "nothing_to_accept"


def test_only_who_sits_there_accepts(world: World) -> None:
    table = conceded(world)
    assert code(table.post("/result/accept", {}), 401) == "credentials_needed"
    assert code(table.post("/result/accept", {}, token=world.key("operator")), 403) == "no_seat"
    assert code(table.post("/result/accept", {}, seat=0), 409) == "accepted_already"
    assert code(table.post("/result/accept", {"seat": 1}, seat=1), 422) == "invalid_body"


def test_a_player_accepts_with_its_own_key(world: World) -> None:
    ada = world.player("Ada")
    table = world.opened([{"kind": "open"}, DUEL[1]], confirm=WINDOW)
    table.post("/seats", {}, token=ada.token)
    table.post("/actions", CONCEDE, seat=1, headers={"If-Match": "*"})
    assert table.post("/result/accept", {}, token=ada.token).json["confirmed"] is True


@pytest.mark.parametrize("confirm", ["at_once", {}, {"window_ms": 999}, {"window_ms": 60_000, "more": 1}, None])
def test_a_window_is_a_time(world: World, confirm: Any) -> None:
    body = {"game": "chanic_panic", "seats": DUEL, "confirm": confirm}
    assert code(world.post("/tables", body), 422) == "invalid_body"
