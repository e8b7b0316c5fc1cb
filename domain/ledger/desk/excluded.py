"""Arbiters whom a table's organiser has excluded from its cases: they claim none (`conflict_of_interest`)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ledger.database import Database

TABLES = (
    """
    CREATE TABLE excluded_arbiters (
        table_id TEXT NOT NULL, arbiter TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (table_id, arbiter)
    ) WITHOUT ROWID
    """,
)

_ADD = "INSERT INTO excluded_arbiters VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CLEAR = "DELETE FROM excluded_arbiters WHERE table_id = ?"
_OF = "SELECT arbiter FROM excluded_arbiters WHERE table_id = ? ORDER BY arbiter"


class Excluded:
    """Officers by table, as entries name them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set(self, table: str, arbiters: Iterable[str], *, at: int) -> None:
        """Exclude exactly these arbiters from a table's cases."""
        with self._database.writing() as connection:
            connection.execute(_CLEAR, (table,))
            connection.executemany(_ADD, [(table, arbiter, at) for arbiter in arbiters])

    def of(self, table: str) -> frozenset[str]:
        """Return who is excluded from a table's cases."""
        with self._database.reading() as connection:
            return frozenset([arbiter for (arbiter,) in connection.execute(_OF, (table,)).fetchall()])
