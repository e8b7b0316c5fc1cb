"""Refused commands: a second stream for each table, kept out of the chain, where they would give hands away."""

from __future__ import annotations

import msgspec

from domain.ledger.database import Database

# Limits are a seat's own: a common one would tell a seat, by what is kept of its own, how often others were refused.
A_MINUTE = 30  # attempts kept of one seat in a minute: a stubborn client must not fill the disk
A_SEAT = 1_000  # attempts kept of one seat: about 100 kB, never more than 2 MB
BODY_AT_MOST = 2_000  # characters of a body that is kept; no honest command comes near it
MINUTE_MS = 60_000
A_TABLE = 2**31  # more than the attempts of all seats of a table

TABLES = (
    """
    CREATE TABLE attempts (
        stream TEXT NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, attempt BLOB NOT NULL,
        said_by TEXT NOT NULL DEFAULT '', PRIMARY KEY (stream, n)
    ) WITHOUT ROWID
    """,
)

_HAS_ROOM = """
    count(*) FILTER (WHERE said_by = :said_by) < :a_seat
    AND count(*) FILTER (WHERE said_by = :said_by AND at > :minute_ago) < :a_minute
"""
_INSERT = f"""
    INSERT INTO attempts (stream, n, at, attempt, said_by)
    SELECT :stream, count(*) + 1, :at, :attempt, :said_by FROM attempts WHERE stream = :stream HAVING {_HAS_ROOM}
"""
_ROOM = f"SELECT {_HAS_ROOM} FROM attempts WHERE stream = :stream"
_SELECT = """
    SELECT attempt FROM attempts WHERE stream = :stream AND (said_by = :said_by OR :said_by IS NULL)
    ORDER BY n LIMIT :most OFFSET :after
"""
_COUNT = "SELECT count(*) FROM attempts WHERE stream = :stream AND (said_by = :said_by OR :said_by IS NULL)"


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
    """Keeps some refused commands of each seat of each table, at most 30 a minute and 1,000 in all."""

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
            "said_by": attempt.by,
            "a_seat": A_SEAT,
            "a_minute": A_MINUTE,
        }
        with self._database.reading() as connection:  # a stubborn client must not keep the others from writing either
            (room,) = connection.execute(_ROOM, row).fetchone()
        if not room:
            return False
        with self._database.writing() as connection:
            return connection.execute(_INSERT, row).rowcount > 0

    def of(self, table: str, by: str | None = None, *, after: int = 0, most: int | None = None) -> tuple[Attempt, ...]:
        """Return the kept attempts of a table in their order, or of one who made them: `most` after so many."""
        asked = {"stream": _stream(table), "said_by": by, "after": after, "most": A_TABLE if most is None else most}
        with self._database.reading() as connection:
            rows = connection.execute(_SELECT, asked).fetchall()
        return tuple([_decoder.decode(attempt) for (attempt,) in rows])

    def count(self, table: str, by: str | None = None) -> int:
        """Return how many attempts of a table are kept, or of one who made them."""
        with self._database.reading() as connection:
            (count,) = connection.execute(_COUNT, {"stream": _stream(table), "said_by": by}).fetchone()
        return int(count)


def _stream(table: str) -> str:
    return f"{table}~attempts"
