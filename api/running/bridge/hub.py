"""Greenlets on an event loop: who waits is parked, and the loop goes on with the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

from domain.ledger.parking import GoneError

T = TypeVar("T")

KEPT = 256  # greenlets kept for the next requests; each holds a stack of its own
Job = Callable[[], object]


class Worker(greenlet):
    """Runs one job after the other, and knows where the present one waits."""

    gone = False  # nobody is left to answer to
    bounded: Parked | None = None  # the signal it waits for, if that wait is bounded

    def leave(self) -> None:
        """Tell the job that nobody is left to answer to: its waits end, this one and every later one."""
        self.gone = True
        if self.bounded is not None and self.bounded.taken():
            self.throw(GoneError)


class Parked:
    """A signal for one greenlet of a hub; set by anybody on any thread."""

    __slots__ = ("_hub", "_set", "_waiter")

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._set = False
        self._waiter: greenlet | None = None

    def set(self) -> None:
        """Let the greenlet go on, in the next turn of the loop."""
        self._set = True
        self._hub.soon(self._wake)

    def clear(self) -> None:
        """Wait again from now on."""
        self._set = False

    def is_set(self) -> bool:
        """Say whether it was set."""
        return self._set

    def taken(self) -> bool:
        """Say whether somebody waits, who belongs to the caller from now on: each wait ends once."""
        there, self._waiter = self._waiter is not None, None
        return there

    def _wake(self) -> None:
        waiter = self._waiter
        if self._set and waiter is not None:
            self._waiter = None
            waiter.switch()

    def _time_out(self) -> None:
        waiter = self._waiter
        if self.taken():
            assert waiter is not None
            waiter.switch()

    def wait(self, timeout: float | None = None) -> bool:
        """Park the greenlet that runs now until it is set, for `timeout` seconds at most; say whether it was.

        Raises `GoneError`, with a timeout only.
        """
        worker = self._hub.worker()
        if timeout is None:
            while not self._set:
                self._waiter = worker
                self._hub.park()
            return True
        if worker.gone:
            raise GoneError
        if not self._set and timeout > 0:
            self._wait(worker, timeout)
        return self._set

    def _wait(self, worker: Worker, timeout: float) -> None:
        timer = self._hub.loop.call_later(timeout, self._time_out)
        self._waiter, worker.bounded = worker, self
        try:
            self._hub.park()
        finally:
            worker.bounded = None
            timer.cancel()


class Hub:
    """The host (see `domain.ledger.parking`) of the requests on an event loop; made on the loop's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, threads: Executor) -> None:
        self.loop = loop
        self._threads = threads
        self._thread = threading.get_ident()
        self._main = getcurrent()
        self._idle: list[Worker] = []
        self.kept: dict[Hashable, Any] = {}

    def run(self, job: Job) -> Worker:
        """Run a job on a greenlet until it has ended or waits; return the greenlet.

        To be called by the loop itself, never by a job.
        """
        worker = self._idle.pop() if self._idle else self._new()
        worker.gone = False
        worker.switch(job)
        return worker

    def _new(self) -> Worker:
        worker = Worker(self._work, self._main)
        worker.switch()  # to where it waits for its jobs: what it was begun with it would hold for good
        return worker

    def _work(self) -> None:
        me = getcurrent()
        assert isinstance(me, Worker)
        while True:
            job = self._main.switch()
            job()
            del job  # it holds the answer
            if len(self._idle) >= KEPT:
                return
            self._idle.append(me)

    def worker(self) -> Worker:
        """Return the greenlet that runs now."""
        found = getcurrent()
        assert isinstance(found, Worker), "the loop itself never waits: only what runs on a greenlet may"
        return found

    def park(self) -> None:
        """Let the loop go on; returns when somebody switches back."""
        self._main.switch()

    def soon(self, call: Callable[[], object]) -> None:
        """Let the loop call this in its next turn; from any thread."""
        if threading.get_ident() == self._thread:
            self.loop.call_soon(call)
        else:
            self.loop.call_soon_threadsafe(call)

    def signal(self) -> Parked:
        """Return a signal for whoever runs now."""
        return Parked(self)

    def pause(self) -> None:
        """Let everybody else who can go on do so first."""
        self.loop.call_soon(self.worker().switch)
        self.park()

    def keep(self, what: Hashable, call: Callable[[], T]) -> T:
        """Call this, and keep what it gives for this turn of the loop.

        Dropped by what the loop runs after everything that waits to be run now, so that whoever comes later, also
        while this is called, or is woken later, gets an answer of its own.
        """
        self.loop.call_soon(self.kept.pop, what, None)
        kept = self.kept[what] = call()
        return kept

    def aside(self, call: Callable[[], T]) -> T:
        """Call this on a thread, with the present context, and park until it has returned."""
        done = self.signal()
        future = self._threads.submit(copy_context().run, call)
        future.add_done_callback(lambda _: done.set())
        done.wait()
        return future.result()
