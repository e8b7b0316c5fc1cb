"""Waiting for the next entry of a table, of any table of a player, or of any table at all, whoever writes it.

Who waits is woken by the write itself, or, for what another process wrote, by one thread that asks the database for
everybody. How waiting takes no thread is said in `parking`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from domain.ledger.errors import StoreError
from domain.ledger.parking import Signal, signal

POLL_SECONDS = 0.025  # how late an entry of another process is noticed at most; SQLite cannot tell us
THE_DESK = "* desk"  # the name to wait by for news of cases
ANY_TABLE = "*"  # the name to wait by for news of all tables; no table and no player has it

logger = logging.getLogger(__name__)


class Others(Protocol):
    """Tells what other processes have written."""

    def begin(self) -> None:
        """Tell from now on; raises `UnavailableError`."""

    def names(self) -> Iterable[str]:
        """Return the tables written to since it was asked last, and their players; raises `UnavailableError`."""


class Waiting:
    """Wakes who waits in this process."""

    def __init__(self, others: Others) -> None:
        self._others = others
        self._lock = threading.Lock()
        self._waiters: dict[str, set[Signal]] = {}
        self._asking: threading.Thread | None = None
        self._ended = threading.Event()
        self.stopped = False  # nobody waits any more

    def wake(self, *names: str) -> None:
        """Let everybody who waits by one of these names, of a table or a player, look again."""
        with self._lock:
            found = [one for name in names for one in self._waiters.get(name, ())]
        for one in found:
            one.set()

    def stop(self) -> None:
        """Let everybody go: the service stops."""
        self.stopped = True
        self._ended.set()
        self._wake_all()

    def _wake_all(self) -> None:
        with self._lock:
            names = tuple(self._waiters)
        self.wake(*names)

    def wait(self, name: str, head: Callable[[], int], after: int, timeout: float) -> int:
        """Stand still until `head` is later than `after`, for `timeout` seconds at most; return the head.

        Raises what `head` raises, and `GoneError`.
        """
        end = time.monotonic() + timeout
        mine = signal()
        self._enter(name, mine)
        try:
            while True:
                mine.clear()
                now = head()
                left = end - time.monotonic()
                if now > after or left <= 0 or self.stopped:
                    return now
                mine.wait(left)
        finally:
            self._leave(name, mine)

    def _enter(self, name: str, mine: Signal) -> None:
        with self._lock:
            self._waiters.setdefault(name, set()).add(mine)
            if self._asking is None and not self.stopped:
                self._asking = threading.Thread(target=self._ask, name="news", daemon=True)
                self._asking.start()

    def _leave(self, name: str, mine: Signal) -> None:
        with self._lock:
            waiters = self._waiters[name]
            waiters.discard(mine)
            if not waiters:
                del self._waiters[name]

    def _ask(self) -> None:
        """Ask for news of other processes while anybody waits."""
        begun = False
        while not self._ended.wait(POLL_SECONDS):
            with self._lock:
                if not self._waiters:
                    self._asking = None
                    return
            try:
                if begun:
                    self._tell(self._others.names())
                else:
                    self._others.begin()
                    begun = True
                    self._wake_all()  # what was written between their own look and this one
            except StoreError as error:
                logger.warning("other processes cannot be asked for news: %s", error)
                begun = False
                self._wake_all()  # whoever waits hears of it by looking

    def _tell(self, names: Iterable[str]) -> None:
        told = tuple(names)
        if told:
            self.wake(*told, ANY_TABLE)
