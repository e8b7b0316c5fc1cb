"""The reels of the tables that are looked at: what was filmed for one reader is there for the next one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from domain.audit.frames.reel import Reel
from domain.audit.timeline import Timeline

KEPT = 12  # reels; each also keeps the states of its table, some 3 MB for a thousand entries of ten seats
KEPT_BYTES = 32 * 1024 * 1024  # of frames, in all of them together


class Slot:
    """A place for one reel, which one request at a time has."""

    def __init__(self) -> None:
        self.reel: Reel | None = None
        self.size = 0
        self.lock = threading.Lock()

    def up_to(self, n: int, follow: Callable[[Timeline | None], Timeline], new: Callable[[Timeline], Reel]) -> Reel:
        """Return a reel that reaches entry `n` at least; `follow` follows the record, on from what is known of it."""
        if self.reel is not None and len(self.reel.timeline) >= n:
            return self.reel
        before = None if self.reel is None else self.reel.timeline
        timeline = follow(before)
        if self.reel is not None and before is not None and _goes_on(timeline, before):
            self.reel.grow(timeline)
        else:
            self.reel = new(timeline)
        return self.reel


def _goes_on(timeline: Timeline, before: Timeline) -> bool:
    """Say whether a timeline begins with all of another one."""
    n = len(before)
    return len(timeline) >= n and timeline.moments[n - 1] is before.moments[n - 1]


class Reels:
    """The reels used last, by table, viewer and words; those that nobody wanted for longest go."""

    def __init__(self, most: int = KEPT, most_bytes: int = KEPT_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._slots: OrderedDict[Hashable, Slot] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def slot(self, key: Hashable) -> Iterator[Slot]:
        """Give the place of a reel to this request alone."""
        with self._lock:
            slot = self._slots.setdefault(key, Slot())
            self._slots.move_to_end(key)
        with slot.lock:
            yield slot
            slot.size = 0 if slot.reel is None else slot.reel.size
        with self._lock:
            while len(self._slots) > 1 and self._is_full():
                self._slots.popitem(last=False)

    def _is_full(self) -> bool:
        return len(self._slots) > self._most or sum(slot.size for slot in self._slots.values()) > self._most_bytes
