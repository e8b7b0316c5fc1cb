"""Bots in the service, and the clock: threads of their own on a real store."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.running.bots import BotRunner, fresh_chance, play_once, play_out
from api.running.clocks import ClockRunner, call_time
from api.service import now_ms
from domain.games import game
from domain.kernel.bots import Bot
from domain.kernel.messages import Concede
from domain.ledger.errors import ConflictError, UnavailableError
from domain.ledger.store import Store, open_store
from domain.record.entries import Clock
from domain.table.play import take_action
from domain.table.seating import Sitting, replace_seat
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.tables import change, move, seated, started

pytestmark = pytest.mark.long

PATIENCE = 60.0  # seconds; a loaded machine

BOTS = ("random", "random")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(str(tmp_path / "x.db"))
    yield store
    store.close()


@pytest.fixture
def runner(store: Store) -> Iterator[BotRunner]:
    runner = BotRunner(store, now_ms)
    yield runner
    runner.stop()


def until(done: Callable[[], bool], store: Store, table: str = "t1") -> None:
    """Wait, entry by entry, for something that another thread does."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"{table} stands at entry {store.head(table)}"
        store.wait(table, store.head(table), 0.2)


def over(store: Store, table: str = "t1") -> Callable[[], bool]:
    return lambda: store.table(table).book.status == "confirmed"


@pytest.fixture
def with_bot(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Bot], None]:
    """Give Chanic Panic another bot for a test."""
    return lambda name, bot: monkeypatch.setitem(game("chanic_panic").bots, name, bot)


def test_bots_play_a_game_to_its_end(store: Store, runner: BotRunner) -> None:
    runner.start()
    started(store, bots=BOTS)
    until(over(store), store)


def test_bots_go_on_with_the_tables_that_a_restart_finds(store: Store, runner: BotRunner) -> None:
    started(store, bots=BOTS)
    started(store, "t2", bots=BOTS)
    runner.start()
    until(over(store), store)
    until(over(store, "t2"), store, "t2")


def test_a_bot_answers_a_person(store: Store, runner: BotRunner) -> None:
    runner.start()
    started(store, bots=(None, "random"), options={"first_player": "seat", "first_seat": 1})
    until(lambda: 0 in store.table("t1").decisions, store)
    last = store.table("t1")
    assert last.book.n > 4
    store.perform("t1", lambda now: take_action(now, 0, Concede(), at=now_ms()))
    until(over(store), store)


def test_a_bot_is_noticed_that_another_process_left_waiting(store: Store, runner: BotRunner, tmp_path: Path) -> None:
    runner.start()
    other = open_store(str(tmp_path / "x.db"))
    started(other, bots=BOTS)
    until(over(store), store)
    other.close()


def test_several_runners_play_no_bot_twice(store: Store, tmp_path: Path) -> None:
    others = [open_store(str(tmp_path / "x.db")) for _ in range(2)]
    runners = [BotRunner(one, now_ms) for one in (store, *others)]
    started(store, bots=BOTS)
    for runner in runners:
        runner.start()
    until(over(store), store)
    for runner in runners:
        runner.stop()
    for other in others:
        other.close()
    assert store.table_at("t1", store.head("t1")) == store.table("t1")


def test_a_choice_for_a_decision_that_is_answered_is_dropped(
    store: Store, with_bot: Callable[[str, Bot], None]
) -> None:
    """While the bot thinks, another process plays for it."""

    def slow(view: Any, offers: Any, may: Any, chance: Any) -> Any:
        store.perform("t1", move)
        return game("chanic_panic").bots["random"](view, offers, may, chance)

    with_bot("slow", slow)
    started(store, bots=("slow", "slow"))
    assert play_once(store, "t1", fresh_chance(), now_ms)
    assert store.head("t1") == 5


def test_a_bot_does_not_act_for_whoever_took_its_place(store: Store, with_bot: Callable[[str, Bot], None]) -> None:
    """Though the decision is the same one."""
    person = Sitting(player="p9", name_hash="h")

    def slow(view: Any, offers: Any, may: Any, chance: Any) -> Any:
        (seat,) = store.table("t1").decisions
        store.perform("t1", lambda now: replace_seat(now, seat, person, at=now_ms(), by="operator:o"))
        return game("chanic_panic").bots["random"](view, offers, may, chance)

    with_bot("slow", slow)
    started(store, bots=("slow", "slow"))
    assert play_once(store, "t1", fresh_chance(), now_ms)
    assert store.head("t1") == 5
    assert not play_once(store, "t1", fresh_chance(), now_ms)


def test_a_choice_that_the_rules_refuse_is_dropped(
    store: Store, with_bot: Callable[[str, Bot], None], caplog: pytest.LogCaptureFixture
) -> None:
    with_bot("wild", lambda view, offers, may, chance: game("chanic_panic").rules.command_types[0](card="H99"))
    started(store, bots=("wild", "wild"))
    with caplog.at_level(logging.INFO):
        assert play_once(store, "t1", fresh_chance(), now_ms)
    assert store.head("t1") == 4
    assert "came too late" in caplog.text


def test_nothing_happens_where_no_bot_is_awaited(store: Store) -> None:
    started(store)
    assert not play_once(store, "t1", fresh_chance(), now_ms)
    play_out(store, "t1", fresh_chance(), now_ms)
    assert store.head("t1") == 4


def test_a_faulty_bot_rests_and_the_others_play_on(
    store: Store, runner: BotRunner, with_bot: Callable[[str, Bot], None], caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: Any, offers: Any, may: Any, chance: Any) -> Any:
        raise ZeroDivisionError("a fault")

    with_bot("broken", broken)
    started(store, bots=("broken", "broken"))
    runner.start()
    started(store, "t2", bots=BOTS)
    until(over(store, "t2"), store, "t2")
    runner.stop()
    assert store.head("t1") == 4
    assert caplog.text.count("ZeroDivisionError: a fault") == 1


def test_damage_at_one_table_does_not_stop_the_others(
    store: Store, runner: BotRunner, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    started(store, bots=BOTS)
    change(str(tmp_path / "x.db"), 3, lambda state: b"\x07" + state[1:])
    cold = open_store(str(tmp_path / "x.db"))
    bots = BotRunner(cold, now_ms)
    bots.start()
    started(cold, "t2", bots=BOTS)
    until(over(cold, "t2"), cold, "t2")
    bots.stop()
    cold.close()
    assert "entry 3 of 't1' is damaged" in caplog.text


def test_a_database_that_fails_for_a_while_does_not_end_the_bots(
    store: Store, runner: BotRunner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, fails = store.listings.bots_due, [True]

    def due() -> tuple[str, ...]:
        if fails and fails.pop():
            raise UnavailableError("the database does not answer: disk I/O error")
        return real()

    monkeypatch.setattr(store.listings, "bots_due", due)
    monkeypatch.setattr("api.running.bots.LOOK_AGAIN", 0.02)
    started(store, bots=BOTS)
    runner.stop()
    again = BotRunner(store, now_ms)
    again.start()
    until(over(store), store)
    again.stop()
    assert "disk I/O error" in caplog.text


def test_a_busy_database_is_asked_again_soon(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only damage makes a table rest for long."""
    real, fails = store.perform, [True]

    def perform(table: str, action: Callable[[Table], Written]) -> Written:
        if fails:
            fails.clear()
            raise ConflictError(table, 8)
        return real(table, action)

    started(store, bots=BOTS)
    monkeypatch.setattr(store, "perform", perform)
    monkeypatch.setattr("api.running.bots.LOOK_AGAIN", 0.02)
    runner = BotRunner(store, now_ms)
    runner.start()
    until(over(store), store)
    runner.stop()
    assert not fails


def test_who_is_never_idle_still_looks_for_what_others_left(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Busy(BotRunner):
        def _play(self, table: str) -> None:
            if table == "busy":
                self.wake(table)
            else:
                super()._play(table)

    monkeypatch.setattr("api.running.bots.LOOK_AGAIN", 0.02)
    busy = Busy(store, now_ms)
    busy.wake("busy")
    busy.start()
    other = open_store(str(tmp_path / "x.db"))
    started(other, bots=BOTS)
    until(over(store), store)
    busy.stop()
    other.close()


def test_a_runner_that_never_began_can_be_stopped(store: Store) -> None:
    BotRunner(store, now_ms).stop()
    ClockRunner(store, now_ms).stop()


def test_the_clock_acts_for_the_seat_whose_time_is_up(store: Store) -> None:
    table = started(store, clock=Clock(move_ms=1_000))
    at = table.book.at + 1_000
    clock = ClockRunner(store, lambda: at)
    clock.look()
    (forced,) = store.entries("t1", after=4)
    assert forced.kind == "action_forced"
    clock.look()
    assert store.head("t1") == 5


def test_the_clock_leaves_alone_who_has_time_left(store: Store) -> None:
    table = started(store, clock=Clock(move_ms=1_000))
    assert call_time(store, "t1", table.book.at + 999) == 0
    assert call_time(store, "t1", table.book.at + 1_000) == 1
    assert store.head("t1") == 5


def test_the_clock_finds_what_fell_due_while_nobody_looked(store: Store) -> None:
    started(store, clock=Clock(move_ms=1_000))
    seated(store, "t2", clock=Clock(move_ms=1_000))
    clock = ClockRunner(store, now_ms)
    clock.start()
    until(over(store), store)  # time-out after time-out, until a seat forfeits
    clock.stop()
    assert store.head("t2") == 3


def test_damage_at_one_table_does_not_stop_the_clock(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It rests, however few tables are served in one look."""
    for table in ("t1", "t2"):
        started(store, table, clock=Clock(move_ms=1_000))
    change(str(tmp_path / "x.db"), 3, lambda state: b"\x07" + state[1:])
    cold = open_store(str(tmp_path / "x.db"))
    monkeypatch.setattr("api.running.clocks.MOST_LATE", 1)
    monkeypatch.setattr("api.running.clocks.REST_LOOKS", 2)
    clock = ClockRunner(cold, now_ms)
    clock.look()
    assert cold.head("t2") == 4
    clock.look()
    assert cold.head("t2") == 5
    assert caplog.text.count("is damaged") == 1
    clock.look()
    assert caplog.text.count("is damaged") == 2
    cold.close()


def test_a_fault_of_one_games_rules_does_not_stop_the_clocks_of_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is the longest overdue in every look from then on."""
    for table in ("t1", "t2"):
        started(store, table, clock=Clock(move_ms=1_000))

    def call(store: Store, table: str, at: int) -> int:
        if table == "t1":
            raise ZeroDivisionError("a fault")
        return call_time(store, table, at)

    monkeypatch.setattr("api.running.clocks.call_time", call)
    clock = ClockRunner(store, now_ms)
    for _ in range(2):
        clock.look()
    assert (store.head("t1"), store.head("t2")) == (4, 5)
    assert caplog.messages == ["table t1: the clock failed"]


def test_a_fault_does_not_end_the_clock(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looked = threading.Semaphore(0)

    def fault() -> int:
        looked.release()
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("api.running.clocks.TICK", 0.001)
    clock = ClockRunner(store, fault)
    clock.start()
    for _ in range(3):
        assert looked.acquire(timeout=PATIENCE)
    clock.stop()
    assert "the clock failed" in caplog.text
