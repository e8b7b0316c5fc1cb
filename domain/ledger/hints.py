"""Who asked a bot for a hint, and when: beside the chain, told in the story before the entry that followed."""

from __future__ import annotations

from domain.kernel.seats import Seat
from domain.ledger.database import Database

TABLES = (
    """
    CREATE TABLE hints (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (table_id, seat, n)
    ) WITHOUT ROWID
    """,
)

_PUT = "INSERT INTO hints (table_id, seat, n) VALUES (?, ?, ?) ON CONFLICT (table_id, seat, n) DO NOTHING"
_OF = "SELECT n, seat FROM hints WHERE table_id = ? ORDER BY n, seat"


class Hints:
    """At which entries seats asked what a bot would do; a mark stays as long as its table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, table: str, seat: Seat, n: int) -> None:
        """Note that a seat asked when entry `n` was the last one; asked again there, it is the same mark."""
        with self._database.writing() as connection:
            connection.execute(_PUT, (table, seat, n))

    def of(self, table: str) -> dict[int, tuple[Seat, ...]]:
        """Return the seats that asked, by the entry after which they did."""
        found: dict[int, tuple[Seat, ...]] = {}
        with self._database.reading() as connection:
            for n, seat in connection.execute(_OF, (table,)).fetchall():
                found[int(n)] = (*found.get(int(n), ()), int(seat))
        return found
