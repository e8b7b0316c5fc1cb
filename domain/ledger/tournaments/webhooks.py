"""Webhooks of tournaments: where their letters go, and which process delivers to one of them at a moment.

No secret lies here: what signs a webhook's letters is derived from the server key, its id and its generation.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.ledger.database import Database

WebhookStatus: TypeAlias = Literal["on", "gone"]

TABLES = (
    """
    CREATE TABLE webhooks (
        id TEXT PRIMARY KEY, tournament_id TEXT NOT NULL, url TEXT NOT NULL, status TEXT NOT NULL,
        created INTEGER NOT NULL, generation INTEGER NOT NULL, rotated INTEGER, queued INTEGER NOT NULL,
        letters INTEGER NOT NULL, failures INTEGER NOT NULL, due INTEGER NOT NULL, leased INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    "CREATE INDEX webhooks_of ON webhooks (tournament_id)",
)

_COLUMNS = "id, tournament_id, url, status, created, generation, rotated, queued, letters, failures, due, leased"
_PUT = f"INSERT INTO webhooks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ONE = f"SELECT {_COLUMNS} FROM webhooks WHERE id = ?"
_OF = f"SELECT {_COLUMNS} FROM webhooks WHERE tournament_id = ? ORDER BY created, id"
_BEHIND = """
    SELECT webhooks.id FROM webhooks JOIN tournaments ON tournaments.tournament_id = webhooks.tournament_id
    WHERE webhooks.queued < tournaments.head AND webhooks.status = 'on' ORDER BY webhooks.id
"""
_DUE = """
    SELECT id FROM webhooks
    WHERE status = 'on' AND due <= ? AND leased <= ? AND EXISTS (
        SELECT 1 FROM letters WHERE webhook = webhooks.id AND state = 'waiting' AND letters.due <= ?)
    ORDER BY due, id
"""
_TAKE = """
    UPDATE webhooks SET leased = :until WHERE id = :id AND leased <= :at AND due <= :at AND status = 'on'
"""
_QUEUED = "UPDATE webhooks SET queued = ?, letters = ? WHERE id = ? AND queued = ? AND letters = ?"
_LEAVE = "UPDATE webhooks SET leased = 0, failures = ?, due = ?, status = ? WHERE id = ? AND leased = ?"
_ROTATE = "UPDATE webhooks SET generation = generation + 1, rotated = ? WHERE id = ? AND generation = ?"
_RESUME = "UPDATE webhooks SET status = 'on', failures = 0, due = 0 WHERE id = ?"
_REMOVE = ("DELETE FROM letters WHERE webhook = ?", "DELETE FROM webhooks WHERE id = ?")


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook; times in milliseconds since 1970.

    `rotated` is when its secret was made anew, `queued` the last entry of the tournament that it has a letter of,
    `letters` how many it has had. While nobody answers there it rests until `due`; `leased` is until when a process
    has it to itself.
    """

    id: str
    tournament: str
    url: str
    status: WebhookStatus = "on"
    created: int
    generation: int = 0
    rotated: int | None = None
    queued: int = 0
    letters: int = 0
    failures: int = 0
    due: int = 0
    leased: int = 0


msgspec.json.Decoder(Webhook)  # works the type out before two threads could do it at once, which crashes msgspec


class Webhooks:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, webhook: Webhook) -> None:
        """Note a new one; raises `TakenError` for an id that is there."""
        with self._database.writing() as connection:
            connection.execute(_PUT, msgspec.structs.astuple(webhook))

    def get(self, id: str) -> Webhook | None:
        """Return one."""
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (id,)).fetchone()
        return None if row is None else _webhook(row)

    def of(self, tournament: str) -> tuple[Webhook, ...]:
        """Return those of a tournament, the oldest first."""
        with self._database.reading() as connection:
            return tuple([_webhook(row) for row in connection.execute(_OF, (tournament,)).fetchall()])

    def behind(self) -> tuple[str, ...]:
        """Return those whose tournament has entries that they have no letter of."""
        with self._database.reading() as connection:
            return tuple([id for (id,) in connection.execute(_BEHIND).fetchall()])

    def due(self, at: int) -> tuple[str, ...]:
        """Return those that have a letter to deliver and that nobody delivers to, the longest due first."""
        with self._database.reading() as connection:
            return tuple([id for (id,) in connection.execute(_DUE, (at, at, at)).fetchall()])

    def take(self, id: str, at: int, until: int) -> bool:
        """Have one to oneself until a moment; say whether nobody else has it."""
        with self._database.writing() as connection:
            return connection.execute(_TAKE, {"id": id, "at": at, "until": until}).rowcount > 0

    def leave(self, now: Webhook, until: int) -> None:
        """Let others have one that was taken until a moment, with its failures and its rest as they are now."""
        with self._database.writing() as connection:
            connection.execute(_LEAVE, (now.failures, now.due, now.status, now.id, until))

    def wrote(self, before: Webhook, queued: int, letters: int) -> bool:
        """Note up to which entry it has letters, and how many; say whether nobody else was faster."""
        asked = (queued, letters, before.id, before.queued, before.letters)
        with self._database.writing() as connection:
            return connection.execute(_QUEUED, asked).rowcount > 0

    def rotate(self, before: Webhook, at: int) -> bool:
        """Give it the next secret; say whether nobody else was faster."""
        with self._database.writing() as connection:
            return connection.execute(_ROTATE, (at, before.id, before.generation)).rowcount > 0

    def resume(self, id: str) -> None:
        """Let it be delivered to again, at once."""
        with self._database.writing() as connection:
            connection.execute(_RESUME, (id,))

    def remove(self, id: str) -> None:
        """Forget one with its letters."""
        with self._database.writing() as connection:
            for statement in _REMOVE:
                connection.execute(statement, (id,))


def _webhook(row: tuple[object, ...]) -> Webhook:
    return msgspec.convert(dict(zip(Webhook.__struct_fields__, row, strict=True)), Webhook)
