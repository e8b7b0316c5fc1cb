"""Tells the other processes every few seconds who is connected, at tables that show it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from api.connections import Connections, since
from api.running.repeating import Repeating
from api.settings import Settings
from domain.ledger.store import Store, StoreError

TELL = 5.0  # seconds from one telling to the next: how late another process knows at most

logger = logging.getLogger(__name__)


class ConnectionsRunner:
    """Writes at most once every few seconds, and only where somebody asked for something meanwhile."""

    def __init__(self, connections: Connections, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._connections = connections
        self._store = store
        self._settings = settings
        self._clock = clock
        self._telling = Repeating("connections", TELL, self.tell)

    def start(self) -> None:
        """Begin."""
        self._telling.start()

    def stop(self) -> None:
        """End."""
        self._telling.stop()

    def tell(self) -> None:
        """Tell once; what cannot be written now is told the next time."""
        try:
            self._connections.tell(self._store, since(self._settings.longest_wait, self._clock()))
        except StoreError as error:
            logger.warning("who is connected cannot be told to the other processes: %s", error)
