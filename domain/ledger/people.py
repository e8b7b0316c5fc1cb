"""Names of players, outside the ledger: entries hold a salted hash, and erasing a person is one row deleted."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import msgspec

from domain.ledger.database import Database
from domain.ledger.desk.texts import ERASE_OF_PLAYER

SALT_BYTES = 16

TABLES = ("CREATE TABLE people (player TEXT PRIMARY KEY, name TEXT NOT NULL, salt BLOB NOT NULL) WITHOUT ROWID",)

_NAMES = "SELECT player, name FROM people WHERE player IN (SELECT key FROM json_each(?))"

_ERASE = ("DELETE FROM people WHERE player = ?", ERASE_OF_PLAYER)


class Person(msgspec.Struct, frozen=True):
    """A pseudonymous player id, the name behind it, and the salt of the name's hash."""

    player: str
    name: str
    salt: bytes


class People:
    """The only place where names are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, *, player: str | None = None) -> Person:
        """Remember a name with a new random salt, under a new random id unless one is given.

        An id that is known keeps its name and salt.
        """
        person = Person(player or f"p_{secrets.token_hex(8)}", name, secrets.token_bytes(SALT_BYTES))
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO people VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (person.player, name, person.salt)
            )
            row = connection.execute("SELECT player, name, salt FROM people WHERE player = ?", (person.player,))
            return Person(*row.fetchone())

    def get(self, player: str) -> Person | None:
        """Return a person, or nothing after an erasure."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT player, name, salt FROM people WHERE player = ?", (player,)).fetchone()
        return None if row is None else Person(*row)

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names that are known, by player id, with one question to the database."""
        with self._database.reading() as connection:
            return dict(connection.execute(_NAMES, (msgspec.json.encode(dict.fromkeys(players)).decode(),)).fetchall())

    def erase(self, player: str) -> bool:
        """Forget a name, and what its bearer wrote in own words, for good; say whether there was any of it.

        Raises `UnavailableError`, also where the name is gone from the table but not yet from the database's files;
        then erasing it again goes on.
        """
        with self._database.writing() as connection:
            erased = [connection.execute(statement, (player,)).rowcount for statement in _ERASE]
        self._database.clear_deleted()
        return any(erased)
