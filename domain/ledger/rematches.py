"""Who at a table that has ended wants to play again: by seat, until everybody does or the time is over."""

from __future__ import annotations

import msgspec

from domain.kernel.seats import Seat
from domain.ledger.database import Database

TABLES = (
    """
    CREATE TABLE rematch_consents (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL, by_key INTEGER NOT NULL,
        entropy BLOB NOT NULL, PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID
    """,
)

_PUT = """
    INSERT INTO rematch_consents (table_id, seat, at, by_key, entropy) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (table_id, seat) DO UPDATE SET entropy = excluded.entropy
"""
_OF = "SELECT seat, at, by_key, entropy FROM rematch_consents WHERE table_id = ? ORDER BY seat"
_CLEAR = "DELETE FROM rematch_consents WHERE table_id = ?"


class Consent(msgspec.Struct, frozen=True):
    """A seat that wants to play again: since when, whether it acts by a player's key, its entropy for the next deal."""

    seat: Seat
    at: int
    by_key: bool
    entropy: bytes


class Rematches:
    """Consents to a rematch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, table: str, consent: Consent) -> None:
        """Note a consent; one that is there already stays as it is but for its entropy."""
        row = (table, consent.seat, consent.at, int(consent.by_key), consent.entropy)
        with self._database.writing() as connection:
            connection.execute(_PUT, row)

    def of(self, table: str) -> tuple[Consent, ...]:
        """Return the consents at a table, in seat order."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF, (table,)).fetchall()
        return tuple([Consent(seat, at, bool(by_key), bytes(entropy)) for seat, at, by_key, entropy in rows])

    def clear(self, table: str) -> None:
        """Forget the consents at a table."""
        with self._database.writing() as connection:
            connection.execute(_CLEAR, (table,))
