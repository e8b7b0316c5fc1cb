"""Casters that a table's ruler has asked for, and which seats have agreed to theirs; who casts now its entries say."""

from __future__ import annotations

import msgspec

from domain.kernel.seats import Seat
from domain.ledger.database import Database

TABLES = (
    """
    CREATE TABLE castings (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, player TEXT NOT NULL, seats TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE casting_consents (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (table_id, number, seat)
    ) WITHOUT ROWID
    """,
)

_ADD = "INSERT INTO castings (table_id, number, player, seats) VALUES (?, ?, ?, ?)"
_OF = "SELECT number, player, seats FROM castings WHERE table_id = ? ORDER BY number"
_AGREE = "INSERT INTO casting_consents (table_id, number, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_AGREED = "SELECT number, seat FROM casting_consents WHERE table_id = ? ORDER BY number, seat"
_WITHDRAW = "DELETE FROM casting_consents WHERE table_id = ? AND number = ? AND seat = ?"
_WITHDRAW_ALL = "DELETE FROM casting_consents WHERE table_id = ? AND seat = ?"

_seats = msgspec.json.Decoder(tuple[Seat, ...])


class Asked(msgspec.Struct, frozen=True):
    """A caster by its number at the table: a pseudonymous player, the seats it asks, and those that have agreed."""

    number: int
    player: str
    seats: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()


class Castings:
    """Casters that were asked for, by table and number; they stay, so that no number is given twice."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, table: str, asked: Asked) -> None:
        """Note a caster; nobody has agreed to it yet. Raises `TakenError` for a number that is there already."""
        seats = msgspec.json.encode(asked.seats).decode()
        with self._database.writing() as connection:
            connection.execute(_ADD, (table, asked.number, asked.player, seats))

    def of(self, table: str) -> tuple[Asked, ...]:
        """Return every caster that was asked for at a table, by number."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF, (table,)).fetchall()
            agreed = connection.execute(_AGREED, (table,)).fetchall() if rows else []
        return tuple(
            [
                Asked(number, player, _seats.decode(seats), tuple([seat for of, seat in agreed if of == number]))
                for number, player, seats in rows
            ]
        )

    def agree(self, table: str, number: int, seat: Seat) -> None:
        """Note that a seat agrees to a caster."""
        with self._database.writing() as connection:
            connection.execute(_AGREE, (table, number, seat))

    def withdraw(self, table: str, number: int, seat: Seat) -> None:
        """Forget that a seat agreed to a caster."""
        with self._database.writing() as connection:
            connection.execute(_WITHDRAW, (table, number, seat))

    def withdraw_all(self, table: str, seat: Seat) -> None:
        """Forget everything that a seat agreed to at a table: somebody else may hold it now."""
        with self._database.writing() as connection:
            connection.execute(_WITHDRAW_ALL, (table, seat))
