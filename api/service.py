"""What every request of the application works with: the store, the settings, the clock, the bots."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from flask import current_app

from api.connections import Connections
from api.metrics import Metrics
from api.reels import Reels
from api.settings import Settings
from api.sharing import Latest, Rooms, Shared
from api.waits import Slots
from domain.ledger.store import Store
from domain.table.table import Table
from domain.table.writing import Written
from processes.standing import Standing

if TYPE_CHECKING:
    from api.limits import Limits  # its library takes long to import, and most commands count nothing
    from domain.audit.heard import Heard

EXTENSION = "matchledger"  # where Flask keeps the service
VERIFYING_AT_MOST = 2  # records read through at the same time: each keeps the interpreter busy, and commands come first
HELPERS_AT_MOST = 2  # processes beside each worker that do so instead, some 60 MB each
WAITING_AT_MOST = 8192  # requests that wait at the same time in a process; each holds some 30 kB and no thread
UNKNOWN_WAITING_AT_MOST = 4096  # of them without credentials, so that those who play can wait


def now_ms() -> int:
    """Return the time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


class Bots(Protocol):
    """Plays the seats that bots hold."""

    def wake(self, table: str) -> None:
        """Look at this table soon: something happened there."""


class NoBots:
    """Nobody plays for the bots here: another process does."""

    def wake(self, table: str) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class Service:
    """The parts of a running service; `clock` gives milliseconds since 1970 (UTC).

    `helpers` do what takes long with a record; where there are none it is done here.
    """

    settings: Settings
    store: Store
    clock: Callable[[], int]
    bots: Bots
    limits: Limits
    connections: Connections = field(default_factory=Connections)
    metrics: Metrics = field(default_factory=Metrics)
    waiting: Slots = field(default_factory=lambda: Slots(WAITING_AT_MOST, unknown=UNKNOWN_WAITING_AT_MOST))
    shared: Shared = field(default_factory=Shared)
    heard: Latest[tuple[str, str], Heard] = field(default_factory=Latest)
    rooms: Rooms = field(default_factory=Rooms)
    reels: Reels = field(default_factory=Reels)
    helpers: Standing[Any, object] | None = None
    verifying: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(VERIFYING_AT_MOST))

    def perform(self, table: str, action: Callable[[Table], Written], *, admit: str | None = None) -> Written:
        """Write at a table for a caller, as `Store.perform` does and raising as it does.

        Raises `UnavailableError` too where the database was away and its time is yet to be given back: that counts from
        the table's last entry.
        """
        self.store.heartbeats.check(self.clock())
        return self.store.perform(table, action, admit=admit)


def service() -> Service:
    """Return the service that this request belongs to."""
    found: Service = current_app.extensions[EXTENSION]
    return found
