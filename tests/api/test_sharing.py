"""What readers of one table share: encoded pieces, and the wait for the next entry."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from api.sharing import Rooms, Shared

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

    def ask(self, seconds: float) -> int:
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

    def goes(_: float) -> int:
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
    rooms.wait("t", 1, 0.0, lambda seconds: 1)
    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(rooms.wait, "t", 1, PATIENT, table.ask)
        assert table.somebody_asks.wait(PATIENT)
        rooms.wait("t", 1, 0.001, table.ask)
        table.write()
        long.result()
    assert table.asked == 1
    rooms.wait("t", 0, 0.0, lambda seconds: 1)
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
