"""Quiet calls, and what officers decided about them: entries that wait beside the chain, durable at once.

Each row is an entry as it will be, but for its place and time. It stays when it has entered, and says as which one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from domain.ledger.database import Connection, Database
from domain.ledger.errors import TakenError
from domain.record.canonical import canonical
from domain.record.desk import OfCases
from domain.table.beside import Beside, Said

TABLES = (
    """
    CREATE TABLE calls (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, case_id TEXT NOT NULL, entry BLOB NOT NULL, entered INTEGER,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID
    """,
)

_ADD = """
    INSERT INTO calls (table_id, number, case_id, entry)
    SELECT :table, count(*) + 1, :case, :entry FROM calls WHERE table_id = :table
"""
_OF = "SELECT number, entry, entered FROM calls WHERE table_id = ? ORDER BY number"
_ENTER = "UPDATE calls SET entered = ? WHERE table_id = ? AND number = ? AND entered IS NULL"
_LEFT = "SELECT count(*) FROM calls WHERE table_id = ? AND entered IS NULL"

_entry = msgspec.json.Decoder(OfCases)


class KeptCall(NamedTuple):
    """Something said about a quiet call, and the entry that it has become: 0 where it could not, nothing yet."""

    said: Said
    n: int | None


class Calls:
    """What was said about quiet calls by table, in its order."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, table: str, entries: Iterable[OfCases]) -> None:
        """Note entries; to be called in the transaction in which the table was seen: see `quietly`."""
        assert self._database.in_transaction, "else the table could have ended meanwhile, and the call never enter"
        with self._database.writing() as connection:
            for entry in entries:
                connection.execute(_ADD, {"table": table, "case": entry.case, "entry": canonical(entry)})

    def of(self, table: str) -> tuple[KeptCall, ...]:
        """Return all that was said about quiet calls of a table."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF, (table,)).fetchall()
        return tuple([KeptCall(Said(number, _entry.decode(entry)), entered) for number, entry, entered in rows])

    def waiting(self, table: str) -> tuple[Said, ...]:
        """Return what has not entered the chain of a table."""
        return tuple([kept.said for kept in self.of(table) if kept.n is None])


def enter(connection: Connection, table: str, beside: Beside) -> None:
    """Note which entries they have become, in the transaction of these.

    Raises `TakenError` if others wait than those: somebody called meanwhile, and the entries must be made again.
    """
    for number, n in beside.calls_entered:
        connection.execute(_ENTER, (n, table, number))
    (waiting,) = connection.execute(_LEFT, (table,)).fetchone()
    if waiting != len(beside.calls):
        raise TakenError(f"somebody has called at {table!r} meanwhile")
