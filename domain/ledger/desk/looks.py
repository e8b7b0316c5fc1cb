"""Looks at hidden values while a game goes on: durable before anybody has seen anything, and entries later.

A row stays when its look has entered the chain, and says as which entry: so `matchledger database check` finds a look
that never entered.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger.database import Connection, Database
from domain.ledger.errors import TakenError
from domain.table.beside import Beside, Look

TABLES = (
    """
    CREATE TABLE looks (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, said_by TEXT NOT NULL,
        viewer TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, case_id TEXT, entered INTEGER,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID
    """,
)

_ADD = """
    INSERT INTO looks (table_id, number, at, said_by, viewer, first, last, case_id)
    SELECT :table, count(*) + 1, :at, :by, :viewer, :first, :last, CAST(:case AS TEXT) FROM looks
    WHERE table_id = :table
"""
_OF = """
    SELECT number, at, said_by, viewer, first, last, case_id, entered FROM looks WHERE table_id = ? ORDER BY number
"""
_ENTER = "UPDATE looks SET entered = ? WHERE table_id = ? AND number = ? AND entered IS NULL"
_LEFT = "SELECT count(*) FROM looks WHERE table_id = ? AND entered IS NULL"


class Kept(NamedTuple):
    """A look, and the entry that it has become, if it has."""

    look: Look
    n: int | None


class Looks:
    """Looks by table, in the order in which they were made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, table: str, *, at: int, by: str, viewer: str, first: int, last: int, case: str | None) -> None:
        """Note a look; durable when the outermost transaction ends.

        To be called in the transaction in which the table was seen to go on: see `Store.look_quietly`.
        """
        assert self._database.in_transaction, "else the table could have ended meanwhile, and the look never enter"
        row = {"table": table, "at": at, "by": by, "viewer": viewer, "first": first, "last": last, "case": case}
        with self._database.writing() as connection:
            connection.execute(_ADD, row)

    def of(self, table: str) -> tuple[Kept, ...]:
        """Return every look that was noted at a table."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF, (table,)).fetchall()
        return tuple([_kept(*row) for row in rows])

    def waiting(self, table: str) -> tuple[Look, ...]:
        """Return the looks at a table that have not entered its chain."""
        return tuple([kept.look for kept in self.of(table) if kept.n is None])


def _kept(
    number: int, at: int, by: str, viewer: str, first: int, last: int, case: str | None, entered: int | None
) -> Kept:
    look = Look(number=number, at=at, by=by, viewer=viewer, first=first, last=last, case=case)
    return Kept(look, entered)


def enter(connection: Connection, table: str, beside: Beside) -> None:
    """Note which entries looks have become, in the transaction of these.

    Raises `TakenError` if others wait than those: somebody looked meanwhile, and the entries must be made again.
    """
    for number, n in beside.looks_entered:
        connection.execute(_ENTER, (n, table, number))
    (waiting,) = connection.execute(_LEFT, (table,)).fetchone()
    if waiting != len(beside.looks):
        raise TakenError(f"somebody has looked at {table!r} meanwhile")
