"""Tables that nobody ends are given up by a rule that the settings say."""

from __future__ import annotations

from typing import Any

import pytest

from api.running.idle import DAY_MS, IdleRunner, give_up_idle
from domain.games import UnknownGameError
from domain.ledger.errors import DamagedError
from tests.api.world import Opened, World

OPEN: list[dict[str, Any]] = [{"kind": "open"}, {"kind": "open"}]


def passed(world: World, days: int) -> list[str]:
    """Let days pass and the runner look; return the tables that were given up, with the kinds of their last entries."""
    world.clock.at += days * DAY_MS
    before = {row["id"] for row in world.get("/tables?status=abandoned").json["tables"]}
    number = give_up_idle(world.store, world.settings, world.clock())
    gone = [row["id"] for row in world.get("/tables?status=abandoned").json["tables"] if row["id"] not in before]
    assert len(gone) == number
    return gone


def status(table: Opened) -> str:
    return str(table.get().json["status"])


def test_a_table_that_does_not_begin_is_given_up_after_a_week(world: World) -> None:
    """From the last time that somebody sat down; its record says why, and proves it."""
    table = world.opened(OPEN)
    assert passed(world, 6) == []
    table.post("/seats", {"name": "Ada"})
    assert passed(world, 7) == []
    world.clock.at += 1
    assert passed(world, 0) == [table.id]
    entry = table.get("/entries").json["entries"][-2]["entry"]
    assert (entry["kind"], entry["reason"], entry["by"]) == ("table_abandoned", "idle", "table")
    assert table.get("/verification").json["failed"] is False
    assert passed(world, 1000) == []


def test_a_game_without_clock_is_given_up_after_ninety_days(world: World) -> None:
    table = world.rigged("H1 H2")
    assert passed(world, 89) == []
    table.act(0, "end_turn")
    assert passed(world, 90) == []
    assert passed(world, 1) == [table.id]
    assert table.get("/result").json["outcome"]["ended_by"] == "abandoned"


def test_clocks_and_bots_end_games_themselves(world: World) -> None:
    """Whoever is awaited there acts, or its clock does."""
    clocked = world.opened(clock={"move_ms": 60_000})
    bots = world.opened([{"kind": "bot"}, {"kind": "bot"}])
    assert passed(world, 1000) == []
    assert (status(clocked), status(bots)) == ("running", "running")


def test_the_days_are_settings() -> None:
    """Nought is never."""
    never = World(idle_open_days=0, idle_running_days=0)
    never.opened(OPEN)
    never.rigged("H1")
    assert passed(never, 3650) == []
    soon = World(idle_open_days=2, idle_running_days=1)
    waits, runs = soon.opened(OPEN), soon.rigged("H1")
    soon.clock.at += 1
    assert passed(soon, 1) == [runs.id]
    assert passed(soon, 1) == [waits.id]


def test_something_that_happens_meanwhile_saves_a_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list may be read before."""
    table = world.opened(OPEN)
    world.clock.at += 8 * DAY_MS
    table.post("/seats", {"name": "Ada"})
    monkeypatch.setattr(world.store.listings, "idle", lambda **_: (table.id,))
    assert give_up_idle(world.store, world.settings, world.clock()) == 0
    assert status(table) == "open"


@pytest.mark.parametrize("fault", [DamagedError("t", 1, "a byte"), UnknownGameError("whist")], ids=type)
def test_a_table_that_cannot_be_read_keeps_no_other_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    one, two = world.opened(OPEN), world.opened(OPEN)
    world.clock.at += 8 * DAY_MS
    perform = world.store.perform

    def fails(table: str, action: Any) -> Any:
        if table == one.id:
            raise fault
        return perform(table, action)

    monkeypatch.setattr(world.store, "perform", fails)
    assert give_up_idle(world.store, world.settings, world.clock()) == 1
    assert (status(one), status(two)) == ("open", "abandoned")


def test_the_runner_looks_at_once_and_outlives_a_fault(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it rests; a fault is logged."""
    looks: list[int] = []
    runner = IdleRunner(world.store, world.settings, world.clock)

    def look(*_: Any) -> int:
        looks.append(len(looks))
        if len(looks) == 2:
            raise RuntimeError("a fault")
        runner._looking._stopped.set()
        return 50 if len(looks) == 1 else 0

    monkeypatch.setattr("api.running.idle.give_up_idle", look)
    runner.start()
    runner.stop()
    assert looks == [0, 1]
