"""The clock of sandboxes: nobody waits there, so it jumps to when something would have happened.

Entries have the times that a real tournament might have had; what tells of them outside, such as the time of a
webhook's letter, is the real one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from api.running.clocks import REST_LOOKS, call_time
from api.running.resting import Resting
from domain.ledger.errors import DamagedError, StoreError
from domain.ledger.store import Store
from domain.table.table import Table

THINKING_MS = 2_000  # that a bot would have thought about an action
MOST = 100  # tables in one look

logger = logging.getLogger(__name__)


def moment(table: Table, seat: int, clock: Callable[[], int]) -> int:
    """Return when a bot acts: now, or in a sandbox after a while of thought that its clock allows."""
    opened, at = table.book.opened, clock()
    if opened.tournament is None or not opened.tournament.sandbox:
        return at
    later = max(at, table.book.at + THINKING_MS)
    due = None if table.live is None else table.live.due(seat, opened.clock)
    return later if due is None else min(later, due - 1)


class Jumping:
    """Jumps where only time is waited for, such as the end of what may be appealed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._resting = Resting()

    def jump_due(self) -> int:
        """Let each table that only waits have its time; return how many did. A fault at one keeps no other waiting."""
        self._resting.begin_look()
        waiting = self._store.tournaments.rows.waiting_in_sandboxes(MOST)
        for table, due in waiting:
            if table in self._resting:
                continue
            try:
                call_time(self._store, table, due)
            except StoreError as error:
                logger.warning("table %s: the clock of its sandbox could not jump: %s", table, error)
                if isinstance(error, DamagedError):
                    self._resting.rest(table, REST_LOOKS)
            except Exception:  # a fault of its game's rules
                logger.exception("table %s: the clock of its sandbox failed", table)
                self._resting.rest(table, REST_LOOKS)
        return len(waiting)
