"""What readers of one table share: encoded pieces, and the wait for the next entry."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from api import sharing
from api.sharing import Rooms, Shared, Take

PATIENT = 60.0  # seconds: nobody here waits as long


def test_a_piece_is_made_once_while_it_is_kept() -> None:
    """The pieces used last stay, as many as there is room for."""
    shared, made = Shared(most=25), list[str]()

    def piece(name: str) -> bytes:
        made.append(name)
        return bytes(10)

    for name in ("a", "b", "a", "c", "a", "b"):
        assert shared.get(name, partial(piece, name)) == bytes(10)
    assert made == ["a", "b", "c", "b"]


class Table:
    """A table whose next entry comes when it is told to; counts who asks for it."""

    def __init__(self) -> None:
        self.asked = 0
        self.head = 1
        self._news = threading.Event()
        self.somebody_asks = threading.Event()

    def ask(self, _: int, seconds: float) -> int:
        """Wait for the next entry, as the store does."""
        self.asked += 1
        self.somebody_asks.set()
        assert self._news.wait(seconds)
        return self.head

    def write(self) -> None:
        self.head += 1
        self._news.set()


def test_many_wait_as_one() -> None:
    """One of them asks, and all hear of it."""
    rooms, table = Rooms(), Table()
    with ThreadPoolExecutor(8) as pool:
        waits = [pool.submit(rooms.wait, "t", 1, PATIENT, table.ask) for _ in range(8)]
        while sum(len(room.waiting) for room in rooms._rooms.values()) < 7:
            assert table.somebody_asks.wait(PATIENT)
        table.write()
        for wait in waits:
            wait.result()
    assert table.asked == 1
    assert rooms._rooms == {}


def test_whoever_asks_for_all_may_leave() -> None:
    """Then the next one asks."""
    rooms, table = Rooms(), Table()
    left = threading.Event()

    def goes(_: int, seconds: float) -> int:
        assert left.wait(PATIENT)
        raise ConnectionError("gone")

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(rooms.wait, "t", 1, PATIENT, goes)
        while not rooms._rooms:
            pass
        others = [pool.submit(rooms.wait, "t", 1, PATIENT, table.ask) for _ in range(2)]
        while len(rooms._rooms["t"].waiting) < 2:
            pass
        left.set()
        assert table.somebody_asks.wait(PATIENT)
        table.write()
        for other in others:
            other.result()
        with pytest.raises(ConnectionError):
            first.result()
    assert table.asked == 1
    assert rooms._rooms == {}


def test_nobody_waits_beyond_its_time() -> None:
    """Neither who asks nor who waits with it."""
    rooms, table = Rooms(), Table()
    rooms.wait("t", 1, 0.0, lambda after, seconds: 1)
    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(rooms.wait, "t", 1, PATIENT, table.ask)
        assert table.somebody_asks.wait(PATIENT)
        rooms.wait("t", 1, 0.001, table.ask)
        table.write()
        long.result()
    assert table.asked == 1
    rooms.wait("t", 0, 0.0, lambda after, seconds: 1)
    assert rooms._rooms == {}


def test_who_saw_less_than_another_does_not_wait() -> None:
    """Somebody here knows already what it waits for."""
    rooms, table = Rooms(), Table()
    with ThreadPoolExecutor(1) as pool:
        ahead = pool.submit(rooms.wait, "t", 1, PATIENT, table.ask)
        assert table.somebody_asks.wait(PATIENT)
        rooms.wait("t", 0, PATIENT, table.ask)
        table.write()
        ahead.result()
    assert table.asked == 1


class Sleeper:
    """A reader who takes what is new without waking, or refuses to."""

    def __init__(self, *, takes: bool = True) -> None:
        self.told = 0
        self._takes = takes

    def take(self, made: dict[Hashable, Any]) -> bool:
        """Count what was made for everybody in `made`."""
        self.told += 1
        made["together"] = made.get("together", 0) + 1
        return self._takes


def wait_asleep(rooms: Rooms, table: Table, takes: list[Take]) -> None:
    """Let readers wait together until all of them are back: after the one entry that comes nobody waits longer."""
    with ThreadPoolExecutor(len(takes)) as pool:
        waits = [pool.submit(rooms.wait, "t", 1, PATIENT, table.ask, takes[0])]
        assert table.somebody_asks.wait(PATIENT)
        waits += [pool.submit(rooms.wait, "t", 1, PATIENT, table.ask, take) for take in takes[1:]]
        while len(rooms._rooms["t"].waiting) < len(takes) - 1:
            pass
        table.write()
        for wait in waits:
            wait.result()
    assert rooms._rooms == {}


def test_who_takes_what_is_new_goes_on_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several at a time, with what was made for all of them; then those who act have their turn."""
    rooms, table, sleepers = Rooms(), Table(), [Sleeper() for _ in range(9)]
    pauses: list[int] = []
    monkeypatch.setattr(sharing, "AT_ONCE", 6)
    monkeypatch.setattr(sharing, "pause", lambda: pauses.append(sum(sleeper.told for sleeper in sleepers)))
    wait_asleep(rooms, table, [sleeper.take for sleeper in sleepers])
    assert [sleeper.told for sleeper in sleepers] == [1] * 9
    assert pauses == [3, 6]  # the first of each batch makes what it takes, which counts for three more
    assert table.asked > 1  # who asked for all took it too, and asked again


def test_who_cannot_take_it_is_woken() -> None:
    """The others go on waiting, and one of them asks."""
    rooms, table = Rooms(), Table()
    sleepers = [Sleeper(takes=False), Sleeper(), Sleeper(takes=False)]
    wait_asleep(rooms, table, [sleeper.take for sleeper in sleepers])
    assert [sleeper.told for sleeper in sleepers] == [1, 1, 1]


def test_who_joins_while_others_are_told_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that comes meanwhile reaches those who were told before it."""
    rooms, table, sleepers = Rooms(), Table(), [Sleeper() for _ in range(3)]

    def news() -> None:
        monkeypatch.setattr(sharing, "pause", lambda: None)
        rooms._rooms["t"].head = table.head = 3

    monkeypatch.setattr(sharing, "AT_ONCE", 1)
    monkeypatch.setattr(sharing, "pause", news)
    wait_asleep(rooms, table, [sleeper.take for sleeper in sleepers])
    assert sorted(sleeper.told for sleeper in sleepers) == [1, 1, 2]
