"""When each seat last asked for anything, at tables that show who is connected: what processes tell each other of it.

Written a few seconds late, many seats in one transaction; no entry, and nothing of tables that hide it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.ledger.database import Database

TABLES = (
    """
    CREATE TABLE seats_seen (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID
    """,
)

_PUT = """
    INSERT INTO seats_seen (table_id, seat, at) VALUES (?, ?, ?)
    ON CONFLICT (table_id, seat) DO UPDATE SET at = excluded.at WHERE excluded.at > seats_seen.at
"""
_OF = "SELECT seat, at FROM seats_seen WHERE table_id = ?"
_FORGET = "DELETE FROM seats_seen WHERE at < ?"


class Seen(NamedTuple):
    """A seat that asked for something, and when (milliseconds since 1970)."""

    table: str
    seat: Seat
    at: int


class SeatsSeen:
    """When seats last asked for anything, as far as processes have told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, seen: Iterable[Seen], *, forget: int) -> None:
        """Note when seats asked, unless somebody knows of a later moment; forget what is older than a moment."""
        with self._database.writing() as connection:
            connection.executemany(_PUT, seen)
            connection.execute(_FORGET, (forget,))

    def of(self, table: str) -> dict[Seat, int]:
        """Return when each seat of a table asked last."""
        with self._database.reading() as connection:
            return {int(seat): int(at) for seat, at in connection.execute(_OF, (table,)).fetchall()}
