"""Signals, turns and calls aside: the same words on threads and on a host."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from domain.ledger import committing, parking
from domain.ledger.committing import Append, DoingThread
from domain.ledger.database import Connection, Database
from domain.ledger.errors import UnavailableError
from domain.ledger.parking import Turn
from domain.ledger.store import open_store
from tests.ledger.tables import evidence, opened

T = TypeVar("T")
SECONDS = 60.0  # for other threads: a loaded machine is slow


class Noted:
    """A host that notes what it is asked, and interrupts whoever waits."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.waits: Callable[[], None] = lambda: None
        self.kept: dict[Hashable, Any] = {}

    def signal(self) -> parking.Signal:
        """Return a signal that does not wait."""
        self.asked.append("signal")
        found = threading.Event()
        found.wait = self._interrupt  # type: ignore[method-assign]
        return found

    def _interrupt(self, timeout: float | None = None) -> bool:
        self.waits()
        raise KeyboardInterrupt

    def pause(self) -> None:
        """Note it."""
        self.asked.append("pause")

    def aside(self, call: Callable[[], T]) -> T:
        """Note it and call."""
        self.asked.append("aside")
        return call()

    def keep(self, what: Hashable, call: Callable[[], T]) -> T:
        """Note it and call; for as long as the test lasts."""
        self.asked.append(f"keep {what}")
        self.kept[what] = kept = call()
        return kept


@pytest.fixture
def host() -> Iterator[Noted]:
    """Host this thread."""
    noted = Noted()
    parking.hosted_by(noted)
    yield noted
    parking.hosted_by(None)


def test_a_thread_waits_for_a_signal_of_its_own() -> None:
    mine = parking.signal()
    setter = threading.Thread(target=mine.set)
    setter.start()
    assert mine.wait(SECONDS)
    setter.join()
    mine.clear()
    assert not mine.is_set()
    parking.pause()
    assert parking.aside(threading.get_ident) == threading.get_ident()
    assert parking.once_a_turn("x", object) is not parking.once_a_turn("x", object)


def test_a_host_is_asked_by_its_own_thread_only(host: Noted) -> None:
    parking.signal()
    parking.pause()
    assert parking.aside(lambda: 7) == parking.once_a_turn("x", lambda: 7) == 7
    other = threading.Thread(target=parking.pause)
    other.start()
    other.join()
    assert host.asked == ["signal", "pause", "aside", "keep x"]


def _appended(host: Noted, *, writing: float = 0.0, ending: float = 0.0) -> list[int]:
    """Append an entry where transactions take so long; return the threads that began one and that ended it."""
    store = open_store(":memory:")
    opened(store)
    store._committer._writing.seconds, store._committer._ending.seconds = writing, ending
    threads: list[int] = []
    transaction = store._database._transaction

    @contextmanager
    def noted() -> Iterator[Connection]:
        with transaction() as connection:
            threads.append(threading.get_ident())
            yield connection
            threads.append(threading.get_ident())

    store._database._transaction = noted  # type: ignore[method-assign]
    host.signal = threading.Event  # type: ignore[method-assign]
    assert store.perform("t1", evidence).table.book.n == 2
    assert store.table("t1").book.n == 2
    assert not store._database.in_transaction
    assert "pause" in host.asked
    store.close()
    return threads


def test_where_writing_takes_long_a_host_leaves_transactions_to_a_thread(host: Noted) -> None:
    """It goes on meanwhile: the leader waits for a signal of its own."""
    begun, ended = _appended(host, writing=60.0)
    assert begun == ended != threading.get_ident()


def test_where_the_disk_takes_long_a_host_leaves_the_end_of_transactions_to_a_thread(host: Noted) -> None:
    begun, ended = _appended(host, ending=60.0)
    assert begun == threading.get_ident() != ended


def test_while_others_write_a_host_leaves_transactions_to_a_thread(
    host: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may wait for the disk, and so would it."""
    monkeypatch.setattr(Database, "is_writing", True)
    begun, ended = _appended(host)
    assert begun == ended != threading.get_ident()


def test_what_a_thread_is_asked_to_do_fails_for_whoever_asked() -> None:
    """And the next thing is done by the same thread."""
    thread, done = DoingThread("commit"), list[int]()

    def fail() -> None:
        raise UnavailableError("the disk is full")

    with pytest.raises(UnavailableError, match="the disk is full"):
        thread.do(fail)
    for _ in range(2):
        thread.do(lambda: done.append(threading.get_ident()))
    thread.end()
    assert done[0] == done[1] != threading.get_ident()


def test_a_thread_that_dies_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the loop of a host is closed. Who is in the queue hears that nothing was done; the next one is served."""
    died: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda told: died.append(str(told.exc_value)))
    thread, begun, queued, heard = DoingThread("commit"), threading.Event(), threading.Event(), list[str]()

    class Closed(threading.Event):
        def set(self) -> None:
            super().set()
            raise RuntimeError("the loop is closed")

    def first() -> None:
        begun.set()
        assert queued.wait(SECONDS)

    def ask(call: Callable[[], None]) -> None:
        try:
            thread.do(call)
        except UnavailableError as error:
            heard.append(str(error))

    with monkeypatch.context() as patch:
        patch.setattr(committing, "signal", Closed)
        asker = threading.Thread(target=ask, args=(first,))
        asker.start()
        assert begun.wait(SECONDS)
    waiting = threading.Thread(target=ask, args=(lambda: heard.append("done"),))
    waiting.start()
    while thread._asked.qsize() == 0:
        waiting.join(0.001)
    queued.set()
    for one in (asker, waiting):
        one.join(SECONDS)
        assert not one.is_alive()
    assert (heard, died) == (["the thread that was asked has ended"], ["the loop is closed"])
    ask(lambda: heard.append("done again"))
    assert heard[1:] == ["done again"]
    thread.end()


def test_once_a_store_is_closed_nothing_is_left_to_its_thread(host: Noted) -> None:
    """Whoever still appends hears of it, and stands still for nothing."""
    store = open_store(":memory:")
    opened(store)
    store._committer._writing.seconds = 60.0
    store.close()
    with pytest.raises(UnavailableError, match="closed"):
        store._committer.append(Append((), {}))


def test_where_nothing_takes_long_a_host_does_all_of_it(host: Noted) -> None:
    assert _appended(host) == [threading.get_ident(), threading.get_ident()]


def test_a_turn_is_given_in_the_order_of_arrival() -> None:
    turn, came = Turn(), list[int]()

    def take(number: int) -> None:
        with turn:
            came.append(number)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(4)]
    with turn:
        for number, thread in enumerate(threads, 1):
            thread.start()
            while len(turn._queue) < number:
                pass
    for thread in threads:
        thread.join(SECONDS)
    assert came == [0, 1, 2, 3]


def test_who_is_interrupted_while_it_waits_for_a_turn_leaves_the_line(host: Noted) -> None:
    turn = Turn()
    with turn, pytest.raises(KeyboardInterrupt), turn:
        pass
    with turn:  # nobody was handed the turn who no longer waits
        pass


def test_who_is_interrupted_as_the_turn_comes_hands_it_on(host: Noted) -> None:
    turn = Turn()
    turn.__enter__()
    host.waits = turn.__exit__  # the holder leaves in the moment of the interruption
    with pytest.raises(KeyboardInterrupt):
        turn.__enter__()
    assert not turn._held
