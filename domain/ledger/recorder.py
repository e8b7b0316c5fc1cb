"""The library's SQLite recorder over our connections: fewer steps a call, and rows beside the entries."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore, SQLiteFactory
from eventsourcing.utils import Environment

from domain.ledger.database import Database

_INSERT = "INSERT INTO stored_events VALUES (?, ?, ?, ?)"
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
_ALL = 2**62  # larger than every entry number; SQLite's limit is 2^63 - 1

TABLES = (
    """
    CREATE TABLE stored_events (
        originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,
        PRIMARY KEY (originator_id, originator_version)
    )
    """,
    """
    CREATE TRIGGER entries_stay BEFORE UPDATE ON stored_events
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END
    """,
    """
    CREATE TRIGGER entries_remain BEFORE DELETE ON stored_events
    BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END
    """,
)


class Datastore(SQLiteDatastore):
    """The library's transactions on our connections; its own pool stays empty."""

    def __init__(self, database: Database) -> None:
        self.database = database
        super().__init__(database.path, originator_id_type="text")

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Lend a cursor that gives rows by name, as the library reads them."""
        with self.database.writing() if commit else self.database.reading() as connection:
            cursor = connection.cursor()
            cursor.row_factory = sqlite3.Row
            yield SQLiteCursor(cursor)


class Recorder(SQLiteApplicationRecorder):
    """Stores a batch in one transaction with what `beside` writes, and reads with one select."""

    datastore: Datastore

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        beside: Callable[[sqlite3.Connection], None] | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Insert entries; raises `IntegrityError` if one of the numbers is taken, and then nothing is stored."""
        rows = [(event.originator_id, event.originator_version, event.topic, event.state) for event in stored_events]
        with self.datastore.database.writing() as connection:
            try:
                ids = [connection.execute(_INSERT, row).lastrowid or 0 for row in rows]
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            if beside is not None:
                beside(connection)
        return ids

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
        rows = self.select_rows(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)
        return [StoredEvent(originator_id, n, topic, state) for n, topic, state in rows]

    def select_rows(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[tuple[int, str, bytes]]:
        """Return number, topic and state of the same entries, without the library's objects around them."""
        after = -1 if gt is None else gt
        bounds = (originator_id, after, _ALL if lte is None else lte, -1 if limit is None else limit)
        with self.datastore.database.reading() as connection:
            return connection.execute(_SELECT_DOWN if desc else _SELECT, bounds).fetchall()


class Factory(SQLiteFactory):
    """Makes recorders on a database that is open already."""

    application_recorder_class = Recorder

    def __init__(self, env: Environment, database: Database) -> None:
        super().__init__(env)
        self.datastore = Datastore(database)
