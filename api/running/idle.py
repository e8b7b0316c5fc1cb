"""Tables that nobody ends: given up after the days that the settings say, so that they do not stay for ever."""

from __future__ import annotations

import logging
from collections.abc import Callable

from api.running.repeating import Repeating
from api.settings import Settings
from domain.games import UnknownGameError
from domain.ledger.errors import DamagedError
from domain.ledger.store import Store
from domain.record.entries import AbandonReason
from domain.table.seating import abandon
from domain.table.table import Table
from domain.table.writing import Written

LOOK = 600.0  # seconds between looks at the list, which is read as a whole
MOST = 50  # tables in one look
DAY_MS = 24 * 60 * 60 * 1000
REASON: AbandonReason = "idle"  # what their last entry says
LONG_AGO = 0  # nothing happened before: for a number of days that is off

logger = logging.getLogger(__name__)


def give_up_idle(store: Store, settings: Settings, at: int) -> int:
    """Abandon tables at which nothing happened for too long; return how many.

    Before the deal nobody may have sat down. After it there is no clock, or nobody would wait, and no bot to act; what
    was played stays proved, and the secrets open as the table said.
    """
    bounds = {
        "open": _since(at, settings.idle_open_days),
        "running": _since(at, settings.idle_running_days),
    }
    idle = store.listings.idle(open_before=bounds["open"], running_before=bounds["running"], most=MOST)
    return sum(_give_up(store, table, bounds, at) for table in idle)


def _since(at: int, days: int) -> int:
    return at - days * DAY_MS if days else LONG_AGO


def _give_up(store: Store, table: str, bounds: dict[str, int], at: int) -> bool:
    """Abandon a table unless something has happened there meanwhile; say whether it was."""

    def action(now: Table) -> Written:
        if now.book.status not in bounds or now.book.at >= bounds[now.book.status]:
            return Written(now, ())
        return abandon(now, REASON, at=at, by="table")

    try:
        return bool(store.perform(table, action).entries)
    except (DamagedError, UnknownGameError) as error:
        logger.warning("table %s cannot be given up: %s", table, error)
        return False


class IdleRunner:
    """Looks every ten minutes; several processes may, for whoever comes second finds nothing to do."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._looking = Repeating("idle", LOOK, self._look, at_once=True)

    def start(self) -> None:
        """Begin; the first look comes at once."""
        self._looking.start()

    def stop(self) -> None:
        """End."""
        self._looking.stop()

    def _look(self) -> None:
        try:
            while give_up_idle(self._store, self._settings, self._clock()) == MOST:
                pass
        except Exception:  # a fault must not end the looks for good
            logger.exception("idle tables could not be given up")
