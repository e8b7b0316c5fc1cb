"""The clock of the tables: acts for seats whose time is up, closes cases and confirms results."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from itertools import islice

from api.running.repeating import Repeating
from api.running.resting import Resting
from domain.ledger.errors import DamagedError
from domain.ledger.store import Store, StoreError
from domain.table.cases import close_due, closing_due
from domain.table.pausing import resume_unclaimed
from domain.table.play import NotDueError, force_action
from domain.table.results import confirm

TICK = 0.2  # seconds between looks at the list: how late a time-out comes at most
REST_LOOKS = 300  # looks for which a table rests whose stored entries are damaged, or whose game has a fault
MOST_LATE = 50  # tables served in one look, the longest overdue first

logger = logging.getLogger(__name__)


def call_time(store: Store, table: str, at: int) -> int:
    """Act for every seat of a table whose time is up at this moment; return for how many.

    First play goes on that nobody has claimed the case of, then cases are closed that nobody can appeal any more, and a
    result is confirmed that is due.
    """
    called = 0
    known = store.table(table)
    if known.book.pause is not None:
        known = store.perform(table, partial(resume_unclaimed, at=at)).table
    closing = closing_due(known)
    if closing is not None and closing <= at:
        known = store.perform(table, partial(close_due, at=at)).table
    if known.book.result is not None:
        known = store.perform(table, partial(confirm, at=at)).table
    for seat in sorted(known.decisions):
        try:
            store.perform(table, partial(force_action, seat=seat, at=at))
        except NotDueError:
            continue
        called += 1
    return called


class ClockRunner:
    """Looks at the list five times a second; several processes may, for whoever comes second finds nothing due."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._resting = Resting()
        self._looking = Repeating("clock", TICK, self._look)

    def start(self) -> None:
        """Begin; what fell due while nobody looked comes first."""
        self._looking.start()

    def stop(self) -> None:
        """End."""
        self._looking.stop()

    def look(self) -> None:
        """Call time where it is up, unless the heartbeat first has to give back time in which nobody could act."""
        at = self._clock()
        if not self._store.heartbeats.lives(at):
            return
        self._resting.begin_look()
        due = (table for table in self._store.listings.clocks_due(at) if table not in self._resting)
        for table in islice(due, MOST_LATE):
            try:
                call_time(self._store, table, at)
            except StoreError as error:
                logger.warning("table %s: the clock could not act: %s", table, error)
                if isinstance(error, DamagedError):  # or 50 of them would stop the clocks of all others
                    self._resting.rest(table, REST_LOOKS)
            except Exception:  # a fault of one game's rules must not stop the clocks of the others' games
                logger.exception("table %s: the clock failed", table)
                self._resting.rest(table, REST_LOOKS)

    def _look(self) -> None:
        try:
            self.look()
        except Exception:  # a fault must not end the looks for good
            logger.exception("the clock failed")
