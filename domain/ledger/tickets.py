"""Single-use tickets to streams: a hash each, what they stand for, and how long they are good."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from domain.ledger.database import Database
from domain.ledger.seat_tokens import hashed

SECRET_BYTES = 32
LASTS_MS = 30_000  # from the answer to the stream; a ticket stands in an address, and addresses are written down
PREFIX = "mlt_"

TABLES = (
    """
    CREATE TABLE tickets (
        hash BLOB NOT NULL PRIMARY KEY, expires INTEGER NOT NULL, stream TEXT NOT NULL,
        of_table TEXT, of_seat INTEGER, of_key TEXT, credential BLOB
    ) WITHOUT ROWID
    """,
)

_PUT = "INSERT INTO tickets VALUES (?, ?, ?, ?, ?, ?, ?)"
_OLD = "DELETE FROM tickets WHERE expires <= ?"
_OF = "SELECT of_table, of_seat, of_key, credential FROM tickets WHERE hash = ? AND stream = ? AND expires > ?"
_TAKE = "DELETE FROM tickets WHERE hash = ?"


class Bearer(NamedTuple):
    """Whose ticket it is: the table and seat of a token, or the id of a key, and its hash; nobody's has none of it."""

    table: str | None = None
    seat: int | None = None
    key: str | None = None
    hash: bytes | None = None


class Tickets:
    """Made, and taken once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, stream: str, bearer: Bearer, *, at: int) -> str:
        """Make a ticket to one stream and return its text; those that nobody used in time are thrown away."""
        text = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        with self._database.writing() as connection:
            connection.execute(_OLD, (at,))
            connection.execute(_PUT, (hashed(text), at + LASTS_MS, stream, *bearer))
        return text

    def take(self, stream: str, text: str, *, at: int) -> Bearer | None:
        """Return whose ticket this is and make it worthless; nothing for one that is used, too old or for elsewhere."""
        hash = hashed(text)
        with self._database.writing() as connection:
            row = connection.execute(_OF, (hash, stream, at)).fetchone()
            taken = connection.execute(_TAKE, (hash,)).rowcount if row is not None else 0
        if row is None or not taken:
            return None
        table, seat, key, credential = row
        return Bearer(table, seat, key, None if credential is None else bytes(credential))
