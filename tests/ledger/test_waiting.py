"""Waiting for what other processes write: one thread asks for everybody, while anybody waits."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from domain.ledger.errors import UnavailableError
from domain.ledger.waiting import ANY_TABLE, Waiting

LONG = 60.0  # seconds that nobody waits here


class Told:
    """Others who wrote what they are told; `heads` is what a look finds."""

    def __init__(self) -> None:
        self.head = 1
        self.names_to_tell: list[str] = []
        self.failing = False
        self.asked = threading.Event()

    def look(self) -> int:
        """Return the head."""
        return self.head

    def begin(self) -> None:
        """Tell from now on, or not at all."""
        if self.failing:
            raise UnavailableError("the database does not answer")

    def names(self) -> Iterable[str]:
        """Return what was written."""
        self.asked.set()
        if self.failing:
            raise UnavailableError("the database does not answer")
        told, self.names_to_tell = self.names_to_tell, []
        return told


def test_who_waits_for_any_table_is_woken_by_every_one() -> None:
    others = Told()
    waiting = Waiting(others)
    with ThreadPoolExecutor(2) as pool:
        looks = [pool.submit(waiting.wait, name, others.look, 1, LONG) for name in ("t1", ANY_TABLE)]
        assert others.asked.wait(LONG)
        others.head = 2
        others.names_to_tell = ["t1"]
        assert [look.result() for look in looks] == [2, 2]
    waiting.stop()


def test_nobody_is_asked_while_nobody_waits() -> None:
    others = Told()
    waiting = Waiting(others)
    for _ in range(2):  # the thread ends, and another begins
        with ThreadPoolExecutor(1) as pool:
            look = pool.submit(waiting.wait, "t1", others.look, others.head, LONG)
            assert others.asked.wait(LONG)
            asking = waiting._asking
            assert asking is not None
            others.head += 1
            waiting.wake("t1")
            assert look.result() == others.head
        asking.join(LONG)
        assert waiting._asking is None
        others.asked.clear()


def test_a_database_that_does_not_answer_is_looked_at_by_everybody_who_waits() -> None:
    """And so they hear of it."""
    others = Told()
    waiting = Waiting(others)

    def look() -> int:
        if others.failing:
            raise UnavailableError("the database does not answer")
        return 1

    with ThreadPoolExecutor(1) as pool:
        waiter = pool.submit(waiting.wait, "t1", look, 1, LONG)
        assert others.asked.wait(LONG)
        others.failing = True
        assert isinstance(waiter.exception(), UnavailableError)
    waiting.stop()
    assert waiting.stopped
    assert waiting.wait("t1", lambda: 1, 1, LONG) == 1
