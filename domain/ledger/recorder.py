"""Where entries are kept: our own table, behind the recorder that the `eventsourcing` library works with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    NotSupportedError,
    StoredEvent,
    Subscription,
)
from eventsourcing.popo import POPOFactory
from eventsourcing.utils import Environment

from domain.ledger.database import Connection, Database
from domain.ledger.entries import Row
from domain.ledger.errors import TakenError

_INSERT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
_SELECT = """
    SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?
    ORDER BY originator_version LIMIT ?
"""
_SELECT_DOWN = """
    SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?
    ORDER BY originator_version DESC LIMIT ?
"""
_NOTIFICATIONS = """
    SELECT rowid, originator_id, originator_version, topic, state FROM stored_events
    WHERE rowid >= ? AND rowid <= ? ORDER BY rowid LIMIT ?
"""
_LAST = "SELECT max(rowid) FROM stored_events"
_ALL = 2**62  # larger than every number; the databases' limit is 2^63 - 1

# `rowid` is the place in the order of all entries: SQLite has it by itself, PostgreSQL as a column.
TABLES = (
    """
    CREATE TABLE stored_events (
        originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,
        PRIMARY KEY (originator_id, originator_version)
    )
    """,
)


def insert_rows(connection: Connection, rows: Iterable[Row]) -> None:
    """Insert entries; a number that is taken raises the database's own error, which `writing` puts in our words."""
    connection.executemany(_INSERT, rows)


class Recorder(ApplicationRecorder):
    """Stores a batch in one transaction, and reads with one select.

    Writers take turns, so entries become visible in the order of their places, without holes.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        **_: Any,
    ) -> Sequence[int] | None:
        """Insert entries; raises `IntegrityError` if one of the numbers is taken, and then nothing is stored."""
        rows = [
            (str(event.originator_id), event.originator_version, event.topic, event.state) for event in stored_events
        ]
        try:
            with self._database.writing() as connection:
                insert_rows(connection, rows)
                (last,) = connection.execute(_LAST).fetchone()
        except TakenError as error:
            raise IntegrityError(error) from error
        return [last - left for left in reversed(range(len(rows)))]

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return entries of one table in the order of their numbers."""
        rows = self.select_rows(str(originator_id), gt=gt, lte=lte, desc=desc, limit=limit)
        return [StoredEvent(originator_id, n, topic, state) for n, topic, state in rows]

    def select_rows(
        self,
        originator_id: str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[tuple[int, str, bytes]]:
        """Return number, topic and state of the same entries, without the library's objects around them."""
        after = -1 if gt is None else gt
        bounds = (originator_id, after, _ALL if lte is None else lte, _ALL if limit is None else limit)
        with self._database.reading() as connection:
            return connection.execute(_SELECT_DOWN if desc else _SELECT, bounds).fetchall()

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return entries of all tables in the order in which they became durable."""
        first = 0 if start is None else start if inclusive_of_start else start + 1
        last = _ALL if stop is None else stop
        found: list[Notification] = []
        while len(found) < limit:
            with self._database.reading() as connection:
                rows = connection.execute(_NOTIFICATIONS, (first, last, limit)).fetchall()
            found += [
                Notification(table, n, topic, state, id=place)
                for place, table, n, topic, state in rows
                if not topics or topic in topics
            ]
            if len(rows) < limit:
                break
            first = rows[-1][0] + 1
        return found[:limit]

    def max_notification_id(self) -> int | None:
        """Return the place of the newest entry."""
        with self._database.reading() as connection:
            (last,) = connection.execute(_LAST).fetchone()
        return None if last is None else int(last)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Raise `NotSupportedError`: no database tells of new entries; `Waiting` asks."""
        raise NotSupportedError("new entries are asked for, not told of")


class Factory(POPOFactory):
    """Makes the recorder of entries on a database that is open already; the library's other recorders are not used."""

    def __init__(self, env: Environment, database: Database) -> None:
        super().__init__(env)
        self._database = database

    def application_recorder(self) -> ApplicationRecorder:
        """Return our recorder."""
        return Recorder(self._database)
