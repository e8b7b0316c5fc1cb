"""Requests that changed something outside the chain, remembered so that a repeat acts once: tokens given anew."""

from __future__ import annotations

from domain.ledger.database import Database

TABLES = (
    """
    CREATE TABLE remembered (
        table_id TEXT NOT NULL, key_hash BLOB NOT NULL, body_hash BLOB NOT NULL, number INTEGER NOT NULL,
        PRIMARY KEY (table_id, key_hash)
    ) WITHOUT ROWID
    """,
)


class Remembered:
    """By table and the hash of an Idempotency-Key with its caller: the hash of the body, and a number as the answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, table: str, key: bytes) -> tuple[bytes, int] | None:
        """Return body hash and number of a request."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT body_hash, number FROM remembered WHERE table_id = ? AND key_hash = ?", (table, key)
            ).fetchone()
        return None if row is None else (bytes(row[0]), int(row[1]))

    def put(self, table: str, key: bytes, body: bytes, number: int) -> None:
        """Remember a request."""
        with self._database.writing() as connection:
            connection.execute("INSERT INTO remembered VALUES (?, ?, ?, ?)", (table, key, body, number))
