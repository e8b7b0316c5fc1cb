"""The processes of a service: one that watches, and those that serve, made from it once the address is bound.

They stop together: when a signal asks for it, when the terminal closes, or when one of them is lost.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import NamedTuple

GRACE = 15.0  # seconds that a process has to end what it is doing; a request that waits is let go at once
KILLED = 5.0  # seconds in which one that is killed is gone
STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)  # the last: the terminal has gone; not under nohup

logger = logging.getLogger("matchledger.service")


class Serving(NamedTuple):
    """What one of the processes is told."""

    number: int  # among all of them, from 0 on
    stopping: Connection  # has something to read once they stop; never read, so that each of them sees it
    parent: int  # the process that watches: without it they end


class Group:
    """Runs `serve` in so many processes until all of them are to end."""

    def __init__(self, serve: Callable[[Serving], None], workers: int) -> None:
        self._stopping, self._stop = multiprocessing.Pipe(duplex=False)
        self._woken, self._wake = os.pipe()  # whatever signal comes, the interpreter itself writes a byte here
        os.set_blocking(self._woken, False)
        os.set_blocking(self._wake, False)
        self._asked = False
        self._pid = os.getpid()
        forking = multiprocessing.get_context("fork")  # they share what is bound, and what is imported
        told = [Serving(number, self._stopping, self._pid) for number in range(workers)]
        self._all: list[BaseProcess] = [forking.Process(target=_one, args=(serve, one)) for one in told]

    def run(self, started: Callable[[], None]) -> bool:
        """Begin, call `started`, and return when all have ended; say whether none was lost."""
        with self._heeding():
            for one in self._all:
                one.start()
            logger.info("%d processes of the service begin", len(self._all))
            try:
                started()
                lost = not self._is_asked()
                if lost:
                    logger.error("a process of the service has ended by itself; the others end too")
            finally:
                self._end()
            logger.info("all processes of the service have ended")
        return not lost

    def _is_asked(self) -> bool:
        """Wait until a signal asks them to end, or one of them has ended; say whether a signal has."""
        sentinels = [one.sentinel for one in self._all]
        while not self._asked:
            ready = wait([self._woken, *sentinels])
            if self._woken in ready:
                os.read(self._woken, 4096)  # which signal it was, its handler knows
            elif not self._asked:
                return False
        return True

    @contextmanager
    def _heeding(self) -> Iterator[None]:
        """Heed signals; a process that was made here heeds these handlers too, until it has its own.

        A handler runs between two steps of the interpreter. One that is due just as the wait begins would run
        when it ends, and nothing would end it: so the wait is woken by the byte, which no moment is too late for.
        """
        ignored = {signal.SIGHUP} if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else set()
        before = {number: signal.signal(number, self._on_signal) for number in STOPPING if number not in ignored}
        woken = signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(woken)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        if os.getpid() == self._pid:
            self._asked = True
        elif number == signal.SIGTERM:
            os._exit(0)  # it serves nobody yet; where all were sent SIGINT, SIGTERM follows

    def _end(self) -> None:
        """Let all end what they are doing, and kill who takes too long."""
        self._stop.send_bytes(b"stop")
        for one in self._all:
            one.terminate()
        _join(self._all, GRACE)
        left = [one for one in self._all if one.is_alive()]
        for one in left:
            logger.error("process %d has not ended in %d seconds and is killed", one.pid, GRACE)
            one.kill()
        _join(left, KILLED)


def _join(processes: list[BaseProcess], seconds: float) -> None:
    end = time.monotonic() + seconds
    for one in processes:
        one.join(max(0.0, end - time.monotonic()))


def _one(serve: Callable[[Serving], None], told: Serving) -> None:
    """Serve; what is written to a terminal that has gone must not end it before the time.

    A process that was only just made forgets what it was sent before: where they are to end by then, the pipe says so.
    """
    signal.set_wakeup_fd(-1)  # what this one is sent wakes nobody else
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if told.stopping.poll():
        return
    serve(told)
    sys.stdout.flush()
