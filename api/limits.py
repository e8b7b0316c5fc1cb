"""How much one caller may ask for: counted in fixed windows, in this process or in a store that all processes share."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from limits import parse
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string

from api.settings import Settings
from domain.ledger.parking import aside

KEYS_AT_MOST = 100_000  # windows kept in a process, about 20 MB; whoever makes more callers up loses the oldest
Budget: TypeAlias = Literal["address", "caller", "opening", "guesses", "hints"]

logger = logging.getLogger("matchledger.limits")


class Windows(Storage):
    """Fixed windows in memory, bounded in number.

    The library's own memory starts a thread every few milliseconds that looks at every key: a gift to whoever makes
    many callers up.
    """

    STORAGE_SCHEME = None

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[int, float]] = {}  # count and end, the oldest window first

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong here: nothing of its own."""
        return StorageError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count in the window of a key, which begins with its first count; return the count."""
        with self._lock:
            now = self._clock()
            count, end = self._windows.get(key, (0, 0.0))
            if end <= now:
                self._windows.pop(key, None)
                self._make_room()
                count, end = 0, now + expiry
            self._windows[key] = (count + amount, end)
            return count + amount

    def _make_room(self) -> None:
        while len(self._windows) >= KEYS_AT_MOST:
            del self._windows[next(iter(self._windows))]

    def get(self, key: str) -> int:
        """Return the count of a key's window."""
        count, end = self._windows.get(key, (0, 0.0))
        return count if end > self._clock() else 0

    def get_expiry(self, key: str) -> float:
        """Return when the window of a key ends, or now if there is none."""
        return max(self._windows.get(key, (0, 0.0))[1], self._clock())

    def check(self) -> bool:
        """Say that it works."""
        return True

    def reset(self) -> int:
        """Forget everything; return how many windows there were."""
        with self._lock:
            number = len(self._windows)
            self._windows.clear()
            return number

    def clear(self, key: str) -> None:
        """Forget a window."""
        with self._lock:
            self._windows.pop(key, None)


class Left(NamedTuple):
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
            "RateLimit-Policy": f'"{self.budget}";q={self.quota};w={self.window}',
            "RateLimit": f'"{self.budget}";r={self.left};t={self.reset}',
        }
        return {**told, "Retry-After": str(max(1, self.reset))} if self.over else told


class Limits:
    """The budgets of a service; without a shared store each process has its part of them."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        store = settings.limit_store
        self._shared = store is not None  # and far away: others act while it is asked
        self._storage = Windows(clock) if store is None else _shared(store)
        self._clock = clock
        texts: dict[Budget, str] = {
            "address": settings.limit_address,
            "caller": settings.limit_caller,
            "opening": settings.limit_opening,
            "guesses": settings.limit_guesses,
            "hints": settings.limit_hints,
        }
        parts = 1 if self._shared else settings.workers
        self._windows = {budget: _window(text, parts) for budget, text in texts.items() if text != "none"}

    def take(self, budget: Budget, who: str) -> Left | None:
        """Count one request of a caller; nothing where there is no limit, or where the shared store does not answer."""
        return self._counted(budget, who, 1)

    def used_up(self, budget: Budget, who: str) -> Left | None:
        """Return what is left if that is nothing; counts nothing."""
        left = self._counted(budget, who, 0)
        return None if left is None or left.left else left._replace(over=True)

    def _counted(self, budget: Budget, who: str, amount: int) -> Left | None:
        window = self._windows.get(budget)
        if window is None:
            return None
        quota, seconds = window
        key = f"matchledger/{budget}/{who}"

        def asking() -> tuple[int, float]:
            count = self._storage.incr(key, seconds, amount) if amount else self._storage.get(key)
            return count, self._storage.get_expiry(key)

        try:
            count, end = aside(asking) if self._shared else asking()
            reset = end - self._clock()
        except StorageError as error:
            logger.warning("requests are not counted: %s", error)
            return None
        return Left(budget, quota, max(0, quota - count), max(0, math.ceil(reset)), seconds, count > quota)


def _shared(url: str) -> Storage:
    found = storage_from_string(url, wrap_exceptions=True)
    assert isinstance(found, Storage), "an asynchronous store was named"
    return found


def _window(text: str, parts: int) -> tuple[int, int]:
    """Return one process's part of a limit, at least one request, and the seconds of its window."""
    whole = parse(text)
    return max(1, whole.amount // parts), whole.get_expiry()
