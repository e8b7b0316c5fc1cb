"""Processes that stand ready: threads bring pieces of work, and each waits for its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from processes.pool import Died, Failed, Worker, end

T = TypeVar("T")
R = TypeVar("R")


class BusyError(Exception):
    """All processes are at work, and none of them has ended its piece in time."""


class Standing(Generic[T, R]):
    """At most so many processes, begun when they are needed; they end with this one, or when it ends them.

    `work`, pieces and results must be picklable, and a piece may be done twice; `preload` names modules to import once
    for all processes.
    """

    def __init__(self, work: Callable[[T], R], *, most: int, preload: Sequence[str] = ()) -> None:
        self._work = work
        self._preload = preload
        self._places = threading.Semaphore(most)
        self._lock = threading.Lock()
        self._idle: list[Worker[T, R]] = []

    def ask(self, piece: T, seconds: float) -> R | Failed:
        """Return what comes of a piece, which waits so many seconds for a process at most; raises `BusyError`.

        A piece whose process dies is given to another one, once: it may not have been the piece that it died of.
        """
        if not self._places.acquire(timeout=seconds):
            raise BusyError
        try:
            result = self._asked(piece)
            return self._asked(piece) if isinstance(result, Died) else result
        finally:
            self._places.release()

    def _asked(self, piece: T) -> R | Failed:
        worker = self._ready(piece)
        try:
            result = worker.result()
        except BaseException:  # such as the interrupt key: what comes of the piece must not be taken for another's
            end([worker])
            raise
        if isinstance(result, Died):
            end([worker])
        else:
            with self._lock:
                self._idle.append(worker)
        return result

    def _ready(self, piece: T) -> Worker[T, R]:
        """Give a piece to an idle process, or to a new one; those that died meanwhile, of no piece, are passed over."""
        while True:
            with self._lock:
                idle = self._idle.pop() if self._idle else None
                worker = idle or Worker(self._work, self._preload)
            try:
                worker.connection.send(piece)
            except OSError:
                if idle is None:
                    return worker  # its end is told like that of any other
                end([worker])
            else:
                return worker

    def close(self) -> None:
        """End the processes that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        end(idle)
