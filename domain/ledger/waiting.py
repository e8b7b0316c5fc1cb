"""Waiting for a table's next entry, whoever writes it."""

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

    def wake(self, table: str) -> None:
        """Let everybody who waits for this table look again."""
        with self._lock:
            for event in self._waiters.get(table, ()):
                event.set()

    def stop(self) -> None:
        """Let everybody go: the service stops."""
        with self._lock:
            self._stopped = True
            for events in self._waiters.values():
                for event in events:
                    event.set()

    def wait(self, table: str, head: Callable[[], int], after: int, timeout: float) -> int:
        """Block until `head` is later than `after`, for `timeout` seconds at most; return the head."""
        end = time.monotonic() + timeout
        event = threading.Event()
        with self._lock:
            self._waiters.setdefault(table, set()).add(event)
        try:
            while True:
                event.clear()
                now = head()
                left = end - time.monotonic()
                if now > after or left <= 0 or self._stopped:
                    return now
                event.wait(min(left, POLL_SECONDS))
        finally:
            with self._lock:
                events = self._waiters[table]
                events.discard(event)
                if not events:
                    del self._waiters[table]
