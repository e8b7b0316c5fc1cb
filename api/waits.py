"""Places for requests that wait and for streams: each holds memory, so there is a bound, and everybody gets a share."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal


class Slots:
    """Places for requests that wait, some of them for each caller, and not all of them for callers nobody knows."""

    def __init__(self, all: int, *, unknown: int) -> None:
        self._free = {True: all, False: unknown}
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def place(self, who: str, *, each: int, known: bool) -> Iterator[Literal["taken", "full", "enough"]]:
        """Take a place for a block and say so, unless there is none (`full`) or the caller has its share (`enough`)."""
        got = self._take(who, each=each, known=known)
        try:
            yield got
        finally:
            if got == "taken":
                self._give_back(who, known=known)

    def _take(self, who: str, *, each: int, known: bool) -> Literal["taken", "full", "enough"]:
        with self._lock:
            if self._taken[who] >= each:
                return "enough"
            if self._free[True] <= 0 or (not known and self._free[False] <= 0):
                return "full"
            self._taken[who] += 1
            self._count(-1, known=known)
            return "taken"

    def _give_back(self, who: str, *, known: bool) -> None:
        with self._lock:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]
            self._count(1, known=known)

    def _count(self, change: int, *, known: bool) -> None:
        self._free[True] += change
        if not known:
            self._free[False] += change
