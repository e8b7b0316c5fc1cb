"""Which processes serve the store, and until when they did: a row each, brought up to date every second.

From them follows since when no process has lived, so that an outage can be told and its time given back to the clocks.
Moments are those of the processes' own clocks (milliseconds since 1970).
"""

from __future__ import annotations

from domain.ledger.database import Database
from domain.ledger.errors import UnavailableError

SILENT_MS = 5_000  # without a beat for so long nobody lives: a busy machine may miss some
KEPT_MS = 24 * 60 * 60 * 1000  # after its last beat a row is kept for so long, the newest one always

TABLES = (
    """
    CREATE TABLE heartbeats (
        process TEXT NOT NULL PRIMARY KEY, began INTEGER NOT NULL, at INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
)

_BEAT = """
    INSERT INTO heartbeats (process, began, at) VALUES (?, ?, ?) ON CONFLICT (process) DO UPDATE SET at = excluded.at
"""
_NEWEST = "SELECT max(at) FROM heartbeats"
_LIVING = "SELECT count(*) FROM heartbeats WHERE at > ?"
_FORGET = "DELETE FROM heartbeats WHERE at < ? AND at < (SELECT max(at) FROM heartbeats)"


class Heartbeats:
    """The rows of all processes that serve the store, or did."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._beaten: int | None = None  # when this process did last

    def beat(self, process: str, at: int) -> None:
        """Note that a process lives at this moment."""
        with self._database.writing() as connection:
            connection.execute(_BEAT, (process, at, at))
            self._database.after_commit(lambda: self._note(at))

    def _note(self, at: int) -> None:
        self._beaten = at

    def lives(self, at: int) -> bool:
        """Say whether somebody has lived until this moment: else time has to be given back before anybody acts.

        Whoever beats itself asks nobody. Raises `UnavailableError`.
        """
        return self._beaten is None or at - self._beaten < SILENT_MS or self.silent_since(at) is None

    def check(self, at: int) -> None:
        """Raise `UnavailableError` unless somebody has lived until this moment."""
        if not self.lives(at):
            raise UnavailableError("the database was away: the time that it has cost is given back first")

    def silent_since(self, at: int) -> int | None:
        """Return the last beat of any process if none lives at this moment; nothing where one does, or never did.

        Whoever starts asks before its own first beat.
        """
        with self._database.reading() as connection:
            (newest,) = connection.execute(_NEWEST).fetchone()
        return None if newest is None or at - newest < SILENT_MS else int(newest)

    def living(self, at: int) -> int:
        """Return how many processes live at this moment."""
        with self._database.reading() as connection:
            (count,) = connection.execute(_LIVING, (at - SILENT_MS,)).fetchone()
        return int(count)

    def forget(self, at: int) -> None:
        """Forget processes that ended long ago."""
        with self._database.writing() as connection:
            connection.execute(_FORGET, (at - KEPT_MS,))
