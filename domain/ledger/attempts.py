"""Refused commands: a second stream for each table, kept out of the chain, where they would give hands away."""

from __future__ import annotations

import msgspec

from domain.ledger.database import Database

A_MINUTE = 30  # attempts kept of one table in a minute: a stubborn client must not fill the disk
A_TABLE = 2_000  # attempts kept of one table: about 200 kB, never more than 4 MB
BODY_AT_MOST = 2_000  # characters of a body that is kept; no honest command comes near it
MINUTE_MS = 60_000

TABLES = (
    """
    CREATE TABLE attempts (
        stream TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, attempt BLOB NOT NULL,
        PRIMARY KEY (stream, n)
    ) WITHOUT ROWID
    """,
)

_INSERT = """
    INSERT INTO attempts SELECT :stream, count(*) + 1, :at, :attempt FROM attempts WHERE stream = :stream
    HAVING count(*) < :a_table AND coalesce(sum(at > :minute_ago), 0) < :a_minute
"""
_ROOM = """
    SELECT count(*) < :a_table AND coalesce(sum(at > :minute_ago), 0) < :a_minute FROM attempts WHERE stream = :stream
"""
_SELECT = "SELECT attempt FROM attempts WHERE stream = ? ORDER BY n"


class Attempt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that was refused: when (milliseconds since 1970), by whom, what, with which code.

    `seen` is the number of the table's last entry at that moment; `body` is missing where it was too long to be kept.
    """

    at: int
    by: str
    tag: str
    code: str
    seen: int
    body: str | None = None  # JSON text of the command's body


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Attempt)


class Attempts:
    """Keeps some refused commands of each table, at most 30 a minute and 2,000 in all."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, table: str, attempt: Attempt) -> bool:
        """Keep an attempt, without a body of enormous length; say whether there was room."""
        if len(attempt.body or "") > BODY_AT_MOST:
            attempt = msgspec.structs.replace(attempt, body=None)
        row = {
            "stream": _stream(table),
            "at": attempt.at,
            "attempt": _encode(attempt),
            "minute_ago": attempt.at - MINUTE_MS,
            "a_table": A_TABLE,
            "a_minute": A_MINUTE,
        }
        with self._database.reading() as connection:  # a stubborn client must not keep the others from writing either
            (room,) = connection.execute(_ROOM, row).fetchone()
        if not room:
            return False
        with self._database.writing() as connection:
            return connection.execute(_INSERT, row).rowcount > 0

    def of(self, table: str) -> tuple[Attempt, ...]:
        """Return the kept attempts of a table in their order."""
        with self._database.reading() as connection:
            rows = connection.execute(_SELECT, (_stream(table),)).fetchall()
        return tuple([_decoder.decode(attempt) for (attempt,) in rows])


def _stream(table: str) -> str:
    return f"{table}~attempts"
