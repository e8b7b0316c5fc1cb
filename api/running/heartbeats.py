"""The heartbeat of a process: a row in the store each second, by a thread of its own.

The first beat after a silence of all processes gives the time back; until then no clock acts for anybody.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

from api.running.outages import note_outages, wait_longer_for_absent
from api.running.repeating import Repeating
from domain.ledger.store import Store, StoreError

BEAT = 1.0  # seconds from one beat to the next
FORGET_BEATS = 3600  # beats from one look for rows of long ago to the next

logger = logging.getLogger(__name__)


class Heartbeat:
    """Tells the other processes, and whoever comes after an outage, that this one lives."""

    def __init__(self, store: Store, clock: Callable[[], int], heard: Callable[[int], object] | None = None) -> None:
        """`heard` is told at each beat how many processes live, this one among them."""
        self._store = store
        self._clock = clock
        self._heard = heard or (lambda _: None)
        self._process = secrets.token_hex(8)
        self._beats = 0
        self._failing = False
        self._beating = Repeating("heartbeat", BEAT, self._beat)

    def start(self) -> int | None:
        """Beat for the first time and go on; return since when no process has lived, if none does.

        Raises `StoreError`.
        """
        silent = self._live()
        self._beating.start()
        return silent

    def _live(self) -> int | None:
        """Beat, and return since when no process has, if that is long ago: the database was away, or nobody served it.

        The outage is written at every table before the beat: nobody may act for seats before, neither this process,
        nor one that starts meanwhile, nor the next one if this one is killed.
        """
        at = self._clock()
        silent = self._store.heartbeats.silent_since(at)
        if silent is None:
            self._store.heartbeats.beat(self._process, at)
            return None
        lost_by_clocks = note_outages(self._store, silent, at)
        level = logging.WARNING if lost_by_clocks else logging.INFO  # who stops at night has no need of a warning
        logger.log(level, "no process has served this database for %d seconds", (at - silent) // 1000)
        wait_longer_for_absent(self._store, self._clock(), self._process)
        return silent

    def stop(self) -> None:
        """End; the row stays, so that the next process knows since when nobody lived."""
        self._beating.stop()

    def _beat(self) -> None:
        try:
            self.beat()
        except Exception:  # a fault must not end the beats for good: nobody could act any more
            logger.exception("the heartbeat failed")

    def beat(self) -> None:
        """Beat once; now and then forget who ended long ago. A failure is logged once, until a beat succeeds."""
        try:
            self._live()
            at = self._clock()
            if self._beats % FORGET_BEATS == 0:
                self._store.heartbeats.forget(at)
            self._heard(self._store.heartbeats.living(at))
        except StoreError as error:
            if not self._failing:
                logger.warning("the heartbeat cannot be written: %s", error)
            self._failing = True
            return
        self._beats += 1
        self._failing = False
