"""The heartbeat of a process: first before anybody acts, then each second, and since when nobody lived."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from freezegun import freeze_time

from api.running import heartbeats, serving
from api.running.clocks import ClockRunner
from api.running.group import Serving
from api.running.heartbeats import Heartbeat
from api.running.repeating import Repeating
from api.service import now_ms
from api.settings import Settings
from domain.audit.checks import verify_bytes
from domain.games import UnknownGameError
from domain.ledger.errors import DamagedError, UnavailableError
from domain.ledger.heartbeats import KEPT_MS, SILENT_MS
from domain.ledger.store import open_store
from tests.api.world import KEY, World, code


def told_of_outages(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """Return the level and the text of each line that tells how long nobody has served."""
    said = [(record.levelname, record.getMessage()) for record in caplog.records]
    return [(level, text) for level, text in said if text.startswith("no process has served")]


def test_the_first_process_finds_no_outage_and_the_next_one_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However the one before ended; not while another one lives. Where no clock has run that is no warning."""
    caplog.set_level("INFO")
    with closing(open_store(str(tmp_path / "x.db"))) as store, freeze_time("2027-01-15T08:00:00") as time:
        first = Heartbeat(store, now_ms)
        assert first.start() is None
        began = now_ms()
        time.tick(1)
        first.beat()
        second = Heartbeat(store, now_ms)
        assert second.start() is None
        for process in (first, second):
            process.stop()
        time.tick(90)
        third = Heartbeat(store, now_ms)
        assert third.start() == began + 1_000
        third.stop()
    assert told_of_outages(caplog) == [("INFO", "no process has served this database for 90 seconds")]


@pytest.mark.parametrize("fault", [DamagedError("t", 3, "its bytes are others"), UnknownGameError("whist")], ids=type)
def test_after_an_outage_no_clock_has_counted_it(
    world: World, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    """At every table with a clock whose play is not stopped, once; a damaged one keeps no other waiting."""
    timed, other, stopped, damaged = (world.opened(clock={"move_ms": 60_000}) for _ in range(4))
    untimed, over = world.opened(), world.opened(clock={"move_ms": 60_000})
    over.act(0, "concede")
    assert stopped.post("/pause", {"reason": "break"}, token=world.key("operator")).status_code == 200
    world.store.heartbeats.beat("gone", world.clock.at + 20_000)
    world.clock.at += 320_000
    perform = world.store.perform

    def failing(table: str, action: Any) -> Any:
        if table == damaged.id:
            raise fault
        return perform(table, action)

    world.store.perform = failing  # type: ignore[assignment, method-assign]
    for _ in range(2):
        process = Heartbeat(world.store, world.clock)
        process.start()
        process.stop()
    for table in (timed, other):
        outage = world.store.entries(table.id)[-1]
        assert outage.kind == "outage"
        assert table.get("/actions", seat=0).json["awaited"]["deadline"] == "2027-01-15T08:06:00.000Z"
        assert verify_bytes(table.get("/record", seat=0).data).failed == ()
    kinds = [entry.kind for table in (untimed, over, stopped, damaged) for entry in world.store.entries(table.id)]
    assert "outage" not in kinds
    assert f"table {damaged.id}: the outage could not be noted" in caplog.text
    assert told_of_outages(caplog) == [("WARNING", "no process has served this database for 300 seconds")]


def test_a_start_that_was_killed_while_it_told_the_outage_leaves_the_rest_to_the_next(world: World) -> None:
    """No beat says that somebody lives before every table is told; so does a process that starts meanwhile tell it."""
    first, second = (world.opened(clock={"move_ms": 60_000}) for _ in range(2))
    world.store.heartbeats.beat("gone", world.clock.at)
    world.clock.at += 320_000
    perform = world.store.perform

    def killed(table: str, action: Any) -> Any:
        if table == second.id:
            raise KeyboardInterrupt
        return perform(table, action)

    world.store.perform = killed  # type: ignore[assignment, method-assign]
    with pytest.raises(KeyboardInterrupt):
        Heartbeat(world.store, world.clock).start()
    world.store.perform = perform  # type: ignore[method-assign]
    process = Heartbeat(world.store, world.clock)
    process.start()
    process.stop()
    for table in (first, second):
        assert [entry.kind for entry in world.store.entries(table.id)].count("outage") == 1
        assert table.get("/actions", seat=0).json["awaited"]["deadline"] == "2027-01-15T08:06:20.000Z"


def test_a_database_that_was_away_costs_nobody_time(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The process has lived, but nobody could act: no clock does so for anybody before that is given back."""
    table = world.opened(clock={"move_ms": 60_000}, arbiter_call="stop")
    process, clock = Heartbeat(world.store, world.clock), ClockRunner(world.store, world.clock)
    for _ in range(5):
        world.clock.at += 4_000
        process.beat()
    world.clock.at += 300_000

    def fail(*_: object) -> None:
        raise UnavailableError("the server is not there")

    with monkeypatch.context() as patch:
        patch.setattr(world.store.heartbeats, "beat", fail)
        patch.setattr(world.store, "perform", fail)
        process.beat()
        process.beat()
    assert caplog.messages == ["the heartbeat cannot be written: the server is not there"]
    clock.look()
    assert code(table.say(0, "end_turn"), 503) == "unavailable"
    assert code(table.post("/cases", {"about": "clock", "stops_play": True}, seat=0), 503) == "unavailable"
    process.beat()
    clock.look()
    assert world.store.entries(table.id)[-1].kind == "outage"
    assert table.get("/actions", seat=0).json["awaited"]["deadline"] == "2027-01-15T08:06:00.000Z"
    assert told_of_outages(caplog)[-1] == ("WARNING", "no process has served this database for 300 seconds")
    for _ in range(9):
        world.clock.at += SILENT_MS - 1
        process.beat()
    clock.look()
    assert [entry.kind for entry in world.store.entries(table.id)[-2:]] == ["outage", "action_forced"]


def test_a_process_beats_by_itself_until_it_is_stopped(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "BEAT", 0.001)
    pulse = Heartbeat(world.store, world.clock)
    pulse.start()
    world.clock.at += 60_000
    while not world.store.heartbeats.living(world.clock.at):
        pulse._beating._thread.join(0.001)
    pulse.stop()
    world.clock.at += SILENT_MS
    assert world.store.heartbeats.silent_since(world.clock.at) == world.clock.at - SILENT_MS
    Heartbeat(world.store, world.clock).stop()


def test_a_fault_does_not_end_the_beats(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(heartbeats, "BEAT", 0.001)
    beaten = threading.Semaphore(0)

    def fault(at: int) -> None:
        beaten.release()
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(world.store.heartbeats, "living", fault)
    pulse = Heartbeat(world.store, world.clock)
    pulse.start()
    for _ in range(3):
        assert beaten.acquire(timeout=60)
    pulse.stop()
    assert "the heartbeat failed" in caplog.text


def test_a_beat_that_fails_is_told_once_and_the_next_one_may_succeed(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pulse = Heartbeat(world.store, world.clock)

    def fail(*_: object) -> None:
        raise UnavailableError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(world.store.heartbeats, "beat", fail)
        pulse.beat()
        pulse.beat()
    assert caplog.text.count("the heartbeat cannot be written: the disk is full") == 1
    pulse.beat()
    assert world.store.heartbeats.living(world.clock.at) == 1


def test_rows_of_long_ago_are_forgotten(world: World) -> None:
    world.store.heartbeats.beat("old", world.clock.at - KEPT_MS - 1)
    pulse = Heartbeat(world.store, world.clock)
    pulse.beat()
    assert world.store.heartbeats.living(world.clock.at - 2 * KEPT_MS) == 1


def test_a_process_beats_before_anybody_acts_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock forces nothing, and its bots play nothing, while an outage before it may not be told yet."""
    living: list[int] = []

    def noted(self: Any) -> None:
        living.append(self._store.heartbeats.living(now_ms()))
        stores.append(self._store)

    stores: list[Any] = []
    for name in ("BotRunner", "ClockRunner"):
        monkeypatch.setattr(f"api.running.serving.{name}.start", noted)
    for name in ("ConnectionsRunner", "IdleRunner", "TournamentRunner", "Post"):
        monkeypatch.setattr(f"api.running.serving.{name}.start", lambda _: None)
    monkeypatch.setattr(Repeating, "start", lambda _: None)
    for step in ("_leave", "_spare_collector"):
        monkeypatch.setattr(serving, step, lambda *_: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    heard, told = multiprocessing.Pipe(duplex=False)
    serving.application(Settings(server_key=KEY, database=str(tmp_path / "x.db")), Serving(0, heard, 1))
    for each in (heard, told, stores[0]):
        each.close()
    assert living == [1, 1]
