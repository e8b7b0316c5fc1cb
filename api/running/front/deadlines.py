"""What ends connections that take too long: looked at now and then, so that no request pays for a timer of its own."""

from __future__ import annotations

import asyncio
from typing import Protocol

LOOK = 0.25  # seconds between looks
NEVER = float("inf")


class Bounded(Protocol):
    """Something that ends when its time has come."""

    due: float  # by the loop's clock; what is put off is seen by itself, what is due earlier is to be watched anew
    slot: int  # kept for the one who watches
    gone: bool  # it has ended by itself

    def expire(self) -> None:
        """End, or say by `due` when to ask again."""


class Deadlines:
    """Looks at each when it may be due, and every `often` seconds at least."""

    def __init__(self, loop: asyncio.AbstractEventLoop, often: float) -> None:
        self._loop = loop
        self._often = often
        self._slots: dict[int, dict[Bounded, None]] = {}  # by the look at which each comes up
        self._seen = self._slot(loop.time())
        self._timer = loop.call_later(LOOK, self._look)

    def watch(self, one: Bounded) -> None:
        """Look at this from now on, or look again when."""
        self.forget(one)
        one.slot = max(self._slot(min(one.due, self._loop.time() + self._often)), self._seen) + 1
        self._slots.setdefault(one.slot, {})[one] = None

    def forget(self, one: Bounded) -> None:
        """Look at this no more."""
        watched = self._slots.get(one.slot)
        if watched is not None:
            watched.pop(one, None)

    def stop(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def _slot(self, time: float) -> int:
        return int(time / LOOK)

    def _look(self) -> None:
        """Let those expire whose time has come."""
        now = self._loop.time()
        self._timer = self._loop.call_later(LOOK, self._look)
        last = self._slot(now)
        for slot in range(self._seen + 1, last + 1):
            self._seen = slot
            for one in self._slots.pop(slot, ()):
                if one.due <= now:
                    one.expire()
                if not one.gone:
                    self.watch(one)
