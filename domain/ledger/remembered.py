"""Requests that changed something outside the chain, remembered so that a repeat acts once: tokens given anew."""

from __future__ import annotations

from typing import Literal

from domain.ledger.database import Database
from domain.ledger.lasting import Lasting

TABLES = (
    """
    CREATE TABLE remembered (
        table_id TEXT NOT NULL, key_hash BLOB NOT NULL, body_hash BLOB NOT NULL, number INTEGER NOT NULL,
        PRIMARY KEY (table_id, key_hash)
    ) WITHOUT ROWID
    """,
)

_GET = "SELECT body_hash, number FROM remembered WHERE table_id = ? AND key_hash = ?"
_ANY = "SELECT count(*) FROM (SELECT 1 FROM remembered WHERE table_id = ? LIMIT 1) AS one"


class Remembered:
    """By table and the hash of an Idempotency-Key with its caller: the hash of the body, and a number as the answer.

    Every command with a key asks, and nearly every table has none: that is known without asking each time.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._empty: Lasting[str, Literal[True]] = Lasting(database)  # tables without any

    def get(self, table: str, key: bytes) -> tuple[bytes, int] | None:
        """Return body hash and number of a request."""
        if self._empty.get(table, self._is_empty):
            return None
        with self._database.reading() as connection:
            row = connection.execute(_GET, (table, key)).fetchone()
        return None if row is None else (bytes(row[0]), int(row[1]))

    def _is_empty(self, table: str) -> Literal[True] | None:
        with self._database.reading() as connection:
            (there,) = connection.execute(_ANY, (table,)).fetchone()
        return None if there else True

    def put(self, table: str, key: bytes, body: bytes, number: int) -> None:
        """Remember a request."""
        with self._database.writing() as connection:
            connection.execute("INSERT INTO remembered VALUES (?, ?, ?, ?)", (table, key, body, number))
            self._empty.change()
