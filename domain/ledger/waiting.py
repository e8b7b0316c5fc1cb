"""Waiting for the next entry of a table, or of any table of a player, whoever writes it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

POLL_SECONDS = 0.025  # how late an entry of another process is noticed at most; SQLite cannot tell us


class Waiting:
    """Wakes who waits in this process at once; entries of other processes are polled for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiters: dict[str, set[threading.Event]] = {}
        self._stopped = False

    def wake(self, *names: str) -> None:
        """Let everybody who waits for one of these, a table or a player, look again."""
        with self._lock:
            for name in names:
                for event in self._waiters.get(name, ()):
                    event.set()

    @property
    def stopped(self) -> bool:
        """Say whether nobody waits any more."""
        return self._stopped

    def stop(self) -> None:
        """Let everybody go: the service stops."""
        with self._lock:
            self._stopped = True
            for events in self._waiters.values():
                for event in events:
                    event.set()

    def wait(
        self, name: str, head: Callable[[], int], after: int, timeout: float, *, poll: float = POLL_SECONDS
    ) -> int:
        """Block until `head` is later than `after`, for `timeout` seconds at most; return the head."""
        end = time.monotonic() + timeout
        event = threading.Event()
        with self._lock:
            self._waiters.setdefault(name, set()).add(event)
        try:
            while True:
                event.clear()
                now = head()
                left = end - time.monotonic()
                if now > after or left <= 0 or self._stopped:
                    return now
                event.wait(min(left, poll))
        finally:
            with self._lock:
                events = self._waiters[name]
                events.discard(event)
                if not events:
                    del self._waiters[name]
