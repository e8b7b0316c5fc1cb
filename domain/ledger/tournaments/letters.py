"""What webhooks are sent: a durable queue of letters, each numbered by its webhook, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.ledger.database import Connection, Database

LetterState: TypeAlias = Literal["waiting", "delivered", "dead"]

TABLES = (
    """
    CREATE TABLE letters (
        webhook TEXT NOT NULL, number INTEGER NOT NULL, about TEXT NOT NULL, n INTEGER, type TEXT NOT NULL,
        body BLOB NOT NULL, created INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL,
        due INTEGER NOT NULL, tried INTEGER, status INTEGER, fault TEXT, PRIMARY KEY (webhook, number)
    ) WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX letters_about ON letters (webhook, about)",
    "CREATE INDEX letters_waiting ON letters (webhook, due) WHERE state = 'waiting'",
    "CREATE INDEX letters_created ON letters (created)",
)

_COLUMNS = "webhook, number, about, n, type, body, created, state, attempts, due, tried, status, fault"
_PUT = f"INSERT INTO letters ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ONE = f"SELECT {_COLUMNS} FROM letters WHERE webhook = ? AND number = ?"
_ABOUT = f"SELECT {_COLUMNS} FROM letters WHERE webhook = ? AND about = ?"
_FIND = f"""
    SELECT {_COLUMNS} FROM letters
    WHERE webhook = :webhook AND number > :after AND (state = :state OR :state IS NULL) ORDER BY number LIMIT :rows
"""
_NEXT = f"""
    SELECT {_COLUMNS} FROM letters WHERE webhook = ? AND state = 'waiting' AND due <= ? AND number > ?
    ORDER BY number LIMIT 1
"""
_COUNT = "SELECT state, count(*) FROM letters WHERE webhook = ? GROUP BY state"
_TRIED = """
    UPDATE letters SET state = ?, attempts = ?, due = ?, tried = ?, status = ?, fault = ?
    WHERE webhook = ? AND number = ? AND state = 'waiting'
"""
_GIVE_UP = "UPDATE letters SET state = 'dead' WHERE webhook = ? AND state = 'waiting' AND created <= ?"
_RELEASE = "UPDATE letters SET due = 0 WHERE webhook = ? AND state = 'waiting'"
_FORGET = "DELETE FROM letters WHERE created <= ?"
_OVERDUE = """
    SELECT webhooks.id, own.table_id, own.round, own.pairing, cases.case_id, cases.due
    FROM cases JOIN tournament_tables AS own ON own.table_id = cases.table_id
        JOIN webhooks ON webhooks.tournament_id = own.tournament_id
    WHERE cases.due <= ? AND cases.state <> 'closed' AND NOT cases.quiet AND webhooks.status = 'on'
        AND NOT EXISTS (SELECT 1 FROM letters WHERE letters.webhook = webhooks.id
            AND letters.about = 'case:' || own.table_id || '/' || cases.case_id || '/' || cases.due)
    ORDER BY webhooks.id, cases.due
"""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A letter; times in milliseconds since 1970.

    `about` is what it tells, once to each webhook; `n` the entry of the tournament, if it tells one. `status` and
    `fault` are those of the last attempt, which was when it was `tried`.
    """

    webhook: str
    number: int
    about: str
    n: int | None
    type: str
    body: bytes
    created: int
    state: LetterState = "waiting"
    attempts: int = 0
    due: int = 0
    tried: int | None = None
    status: int | None = None
    fault: str | None = None

    @property
    def id(self) -> str:
        """What every attempt to deliver it is called."""
        return f"msg_{self.webhook}_{self.number}"


msgspec.json.Decoder(Letter)  # works the type out before two threads could do it at once, which crashes msgspec


class Overdue(NamedTuple):
    """A case that waits too long at a table of a tournament, and the webhook that was not told."""

    webhook: str
    table: str
    round: int
    pairing: int
    case: str
    due: int

    @property
    def about(self) -> str:
        """What a letter of it is about."""
        return f"case:{self.table}/{self.case}/{self.due}"


class Letters:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, letters: Iterable[Letter]) -> None:
        """Queue letters; raises `TakenError` where a webhook has one about the same."""
        with self._database.writing() as connection:
            connection.executemany(_PUT, [msgspec.structs.astuple(letter) for letter in letters])

    def get(self, webhook: str, number: int) -> Letter | None:
        """Return one by its number."""
        with self._database.reading() as connection:
            return _first(connection, _ONE, webhook, number)

    def about(self, webhook: str, about: str) -> Letter | None:
        """Return the one that tells something."""
        with self._database.reading() as connection:
            return _first(connection, _ABOUT, webhook, about)

    def next(self, webhook: str, at: int, after: int) -> Letter | None:
        """Return the first one after a number that is to be delivered now."""
        with self._database.reading() as connection:
            return _first(connection, _NEXT, webhook, at, after)

    def find(self, webhook: str, *, after: int, most: int, state: LetterState | None = None) -> tuple[Letter, ...]:
        """Return letters after a number, in their order."""
        asked = {"webhook": webhook, "after": after, "state": state, "rows": most}
        with self._database.reading() as connection:
            return tuple([_letter(row) for row in connection.execute(_FIND, asked).fetchall()])

    def counts(self, webhook: str) -> dict[str, int]:
        """Return how many there are in each state."""
        with self._database.reading() as connection:
            return {state: int(count) for state, count in connection.execute(_COUNT, (webhook,)).fetchall()}

    def tried(self, letters: Iterable[Letter]) -> None:
        """Note what became of attempts."""
        rows = [
            (one.state, one.attempts, one.due, one.tried, one.status, one.fault, one.webhook, one.number)
            for one in letters
        ]
        with self._database.writing() as connection:
            connection.executemany(_TRIED, rows)

    def release(self, webhook: str) -> None:
        """Let all that wait be delivered at once."""
        with self._database.writing() as connection:
            connection.execute(_RELEASE, (webhook,))

    def give_up(self, webhook: str, before: int) -> None:
        """Let all that wait and were written until a moment be dead."""
        with self._database.writing() as connection:
            connection.execute(_GIVE_UP, (webhook, before))

    def forget(self, before: int) -> None:
        """Delete what was written until a moment, delivered or not."""
        with self._database.writing() as connection:
            connection.execute(_FORGET, (before,))

    def overdue(self, at: int) -> tuple[Overdue, ...]:
        """Return the cases that wait too long and that everybody may know of, for each webhook that was not told."""
        with self._database.reading() as connection:
            return tuple([Overdue(*row) for row in connection.execute(_OVERDUE, (at,)).fetchall()])


def _first(connection: Connection, statement: str, *asked: object) -> Letter | None:
    row = connection.execute(statement, asked).fetchone()
    return None if row is None else _letter(row)


def _letter(row: tuple[object, ...]) -> Letter:
    told = dict(zip(Letter.__struct_fields__, row, strict=True))
    return msgspec.convert({**told, "body": bytes(told["body"])}, Letter)  # type: ignore[call-overload]
