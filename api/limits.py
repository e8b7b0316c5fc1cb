"""How much one caller may ask for: counted in fixed windows, in this process or in a store that all processes share."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec
from limits import parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string

from api.settings import Settings
from domain.ledger.parking import aside

KEYS_AT_MOST = 100_000  # windows kept in a process, about 20 MB; whoever makes more callers up loses the oldest
Budget: TypeAlias = Literal["address", "caller", "opening", "guesses", "hints"]

logger = logging.getLogger("matchledger.limits")


class Windows:
    """Fixed windows in memory, bounded in number.

    The library's own memory starts a thread every few milliseconds that looks at every key: a gift to whoever makes
    many callers up.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[int, float]] = {}  # count and end, the oldest window first

    def counted(self, key: str, seconds: float, amount: int) -> tuple[int, float]:
        """Count in the window of a key, which begins with its first count; return the count and the window's end."""
        with self._lock:
            now = self._clock()
            count, end = self._windows.get(key, (0, 0.0))
            if end <= now:
                self._windows.pop(key, None)
                count, end = 0, now
                if amount:
                    self._make_room()
                    end += seconds
            if amount:
                self._windows[key] = (count + amount, end)
            return count + amount, end

    def _make_room(self) -> None:
        while len(self._windows) >= KEYS_AT_MOST:
            del self._windows[next(iter(self._windows))]


class SharedWindows:
    """Windows in a store of the library that all processes share; others act while it is asked."""

    def __init__(self, url: str) -> None:
        found = storage_from_string(url, wrap_exceptions=True)
        assert isinstance(found, Storage), "an asynchronous store was named"
        self._storage = found

    def counted(self, key: str, seconds: int, amount: int) -> tuple[int, float]:
        """Count as `Windows` does; raises `StorageError`."""

        def asking() -> tuple[int, float]:
            count = self._storage.incr(key, seconds, amount) if amount else self._storage.get(key)
            return count, self._storage.get_expiry(key)

        return aside(asking)


class Left(msgspec.Struct, frozen=True):
    """What is left of a budget: its name, requests in all and left, seconds until it is whole again and its length."""

    budget: Budget
    quota: int
    left: int
    reset: int
    window: int
    over: bool

    def headers(self) -> dict[str, str]:
        """Return the fields of draft-ietf-httpapi-ratelimit-headers-10, and Retry-After (RFC 9110) if it is used up."""
        told = {
            "ratelimit-policy": f'"{self.budget}";q={self.quota};w={self.window}',
            "ratelimit": f'"{self.budget}";r={self.left};t={self.reset}',
        }
        return {**told, "retry-after": str(max(1, self.reset))} if self.over else told


class Limits:
    """The budgets of all processes that serve one store; without a shared store of counts each has its part of them."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        store = settings.limit_store
        self._counting = Windows(clock) if store is None else SharedWindows(store)
        self._clock = clock
        texts: dict[Budget, str] = {
            "address": settings.limit_address,
            "caller": settings.limit_caller,
            "opening": settings.limit_opening,
            "guesses": settings.limit_guesses,
            "hints": settings.limit_hints,
        }
        self._parts = settings.workers
        self._windows = {budget: _window(text) for budget, text in texts.items() if text != "none"}

    def share(self, processes: int) -> None:
        """Count a part of each budget only: so many processes serve the store now, of this service and of others."""
        self._parts = max(1, processes)

    def take(self, budget: Budget, who: str) -> Left | None:
        """Count one request of a caller; nothing where there is no limit, or where the shared store does not answer."""
        return self._counted(budget, who, 1)

    def used_up(self, budget: Budget, who: str) -> Left | None:
        """Return what is left if that is nothing; counts nothing."""
        left = self._counted(budget, who, 0)
        return None if left is None or left.left else msgspec.structs.replace(left, over=True)

    def _counted(self, budget: Budget, who: str, amount: int) -> Left | None:
        window = self._windows.get(budget)
        if window is None:
            return None
        whole, seconds = window
        quota = whole if isinstance(self._counting, SharedWindows) else max(1, whole // self._parts)
        try:
            count, end = self._counting.counted(f"matchledger/{budget}/{who}", seconds, amount)
        except StorageError as error:
            logger.warning("requests are not counted: %s", error)
            return None
        reset = max(0, math.ceil(end - self._clock()))
        return Left(budget, quota, max(0, quota - count), reset, seconds, count > quota)


def _window(text: str) -> tuple[int, int]:
    """Return how many requests a limit allows, and the seconds of its window."""
    whole = parse(text)
    return whole.amount, whole.get_expiry()
