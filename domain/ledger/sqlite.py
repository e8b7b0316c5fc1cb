"""SQLite: one file for everything the service keeps, or a database in memory for tests."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from domain.ledger.database import BUSY_SECONDS, ERASED, SCHEMA, Connection, Database
from domain.ledger.entries import Row
from domain.ledger.errors import UnavailableError
from domain.ledger.following import CHANGED, COUNT, Stored
from domain.ledger.listing import update_rows
from domain.ledger.parking import once_a_turn, signal
from domain.ledger.recorder import insert_rows

MEMORY = ":memory:"
IDLE_READERS = 8  # open connections kept for the next reader
READERS_LOOK = 0.05  # seconds between looks whether those have ended who read what was deleted
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)

GUARDS = (
    """
    CREATE TRIGGER entries_stay BEFORE UPDATE ON stored_events
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END
    """,
    """
    CREATE TRIGGER entries_remain BEFORE DELETE ON stored_events
    BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END
    """,
)

CHANGES = (
    f"CREATE TRIGGER token_changed AFTER UPDATE ON seat_tokens WHEN OLD.token_hash IS NOT NULL BEGIN {COUNT}; END",
    f"CREATE TRIGGER token_removed AFTER DELETE ON seat_tokens BEGIN {COUNT}; END",
    f"CREATE TRIGGER request_remembered AFTER INSERT ON remembered BEGIN {COUNT}; END",
)

STATE = "PRAGMA data_version"  # another number after each write of another connection
NEWEST = "SELECT rowid, originator_id, originator_version, state FROM stored_events ORDER BY rowid DESC LIMIT 1"
AT = "SELECT rowid, originator_id, originator_version, state FROM stored_events WHERE rowid = ?"
SINCE = "SELECT rowid, originator_id FROM stored_events WHERE rowid > ? ORDER BY rowid LIMIT ?"

WRITE_ANEW = (
    "CREATE TEMP TABLE kept AS SELECT * FROM {table}",
    "DELETE FROM {table}",  # without a condition: every page of the table is overwritten, also what no row owns there
    "INSERT INTO {table} SELECT * FROM kept",
    "DROP TABLE kept",
)


def _identity(path: str) -> tuple[tuple[int, int] | None, int]:
    """Return what tells a file from every other, `None` where there is none, and how many bytes it has."""
    try:
        found = os.stat(path)
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size


def _place(entry: Any) -> int:
    """Return the place of an entry in the order of all, 0 where there is none."""
    return 0 if entry is None else int(entry[0])


def _make_file(path: str) -> None:
    """Make the file for its owner only, since it holds closed secrets.

    A file that is there is not even opened: closing it would drop the locks that SQLite holds on it in this process.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


class SqliteDatabase(Database):
    """Connections to one file; `:memory:` has a single connection that everybody takes in turn.

    Writers of all processes queue at a lock file before they begin, since SQLite's own waiting polls (p99 11 to 83 ms).
    """

    embedded = True
    errors = (sqlite3.Error,)

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self._memory = path == MEMORY
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = False
        self._lock_file = -1
        self._version: int | None = None  # in a transaction
        self._looked: int | None = None  # what SQLite called the state of the file at the last look
        self._newest: Any = None  # the entry at the place that is followed on from, `None` where there was none
        self._file: tuple[int, int] | None = None
        self._size = 0  # bytes that the file had when it was largest: it never shrinks
        if not self._memory:
            _make_file(path)
            self._file, self._size = _identity(path)
            self._lock_file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with self._queued():  # the first to come turns on write-ahead logging
                self._own = self._connect()
        except BaseException:
            self._close_lock_file()
            raise

    def _connect(self) -> sqlite3.Connection:
        self.check()
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        if not self._memory:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # an erased name leaves no trace in free pages
        connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    def form(self, connection: Connection) -> int:
        """Return the file's own number."""
        (form,) = connection.execute("PRAGMA user_version").fetchone()
        return int(form)

    def _set_form(self, connection: Connection, form: int) -> None:
        connection.execute(f"PRAGMA user_version = {form:d}")  # a pragma takes no value in place of a ?

    def define(self, connection: Connection, statement: str) -> None:
        """Run the statement as it is."""
        connection.execute(statement)

    def guard_entries(self, connection: Connection) -> None:
        """Add the triggers that refuse."""
        for statement in GUARDS:
            connection.execute(statement)

    def note_changes(self, connection: Connection) -> None:
        """Add the triggers that count."""
        for statement in CHANGES:
            connection.execute(statement)

    def keep_no_samples(self, connection: Connection, table: str, column: str) -> None:
        """Do nothing: only ANALYZE would keep some, and nobody calls it."""

    def count_on(self, connection: Connection) -> None:
        """Do nothing: a row's number is the last one's and one more."""

    def put(self, connection: Connection, entries: Sequence[Row], listed: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement for each row: no journey lies between."""
        insert_rows(connection, entries)
        update_rows(connection, listed)

    def _is_taken(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorcode in _TAKEN

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._queued():
            self._own.execute("BEGIN IMMEDIATE")
            try:
                self.check()  # what would be written would be lost
                self._version = self._asked_version()
                yield self._own
                self._end()
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite has rolled back by itself where the disk failed
                    self._own.execute("ROLLBACK")
                raise
            finally:
                self._version = None

    def _end(self) -> None:
        """Make the open transaction durable."""
        self.check()
        followed = self.following.place is not None
        newest = self._own.execute(NEWEST).fetchone() if followed else None
        try:
            self._own.execute("COMMIT")
            self.check()  # before anybody hears that it is durable
        except BaseException:  # it may be: what this process remembers may be old
            self.following.lose()
            raise
        if followed:  # nobody else has written since the look at the beginning
            self.following.place, self._newest = _place(newest), newest

    @contextmanager
    def _queued(self) -> Iterator[None]:
        if self._closed:
            raise UnavailableError("the database is closed")
        if self._memory:
            yield
            return
        fcntl.flock(self._lock_file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._lock_file, fcntl.LOCK_UN)

    @property
    def is_writing(self) -> bool:
        """Say so of other processes too: who waits for their lock does so on a thread, and the host goes on."""
        if self._memory or not self._turn.acquire(blocking=False):
            return super().is_writing
        try:  # nobody of this process holds the lock, which it would lose here
            return not self._closed and self._is_queued()
        finally:
            self._turn.release()

    def _is_queued(self) -> bool:
        """Say whether another process writes now."""
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        fcntl.flock(self._lock_file, fcntl.LOCK_UN)
        return False

    def clear_deleted(self) -> None:
        """Write the tables of what can be erased anew, then the log back into the file, and empty it.

        What is deleted is overwritten, but where SQLite has moved rows between pages, a copy can stay in a gap.
        Nobody else writes while the tables are written; while it waits for readers everybody does. Raises
        `UnavailableError` where one reads for ten seconds; then doing it again goes on.
        """
        assert not self.in_transaction, "the log cannot be emptied inside a transaction"
        with self.writing() as connection:
            for table, _ in ERASED:
                for statement in WRITE_ANEW:
                    connection.execute(statement.format(table=table))
        end = time.monotonic() + BUSY_SECONDS
        while not self._empty_log():
            if time.monotonic() >= end:
                raise UnavailableError(
                    "somebody reads for long: what was deleted is still in the database's log, do it again"
                )
            signal().wait(READERS_LOOK)

    def _empty_log(self) -> bool:
        """Write the log back into the file and empty it, unless somebody reads what only the log holds; say whether.

        SQLite itself would wait for the readers, and let nobody write meanwhile.
        """
        with self._answering(), self._turn, self._queued():
            self._own.execute("PRAGMA busy_timeout = 0")
            try:
                (busy, *_) = self._own.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                self._own.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
        return not busy

    @contextmanager
    def _lent(self) -> Iterator[sqlite3.Connection]:
        if self._memory:
            with self._turn:
                yield self._own
            return
        self.check()  # what was done before is told to nobody as durable
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        finally:
            if self._closed or len(self._idle) >= IDLE_READERS:
                connection.close()
            else:
                self._idle.append(connection)

    def version(self) -> int | None:
        """Look whether others have written, and at what; return the number of `Following`.

        Done once for all requests that were there before it was asked. Raises `UnavailableError` as `check` does.
        """
        return once_a_turn(self, self._present_version)

    def _present_version(self) -> int | None:
        """Ask for it, on the writer's connection."""
        self.check()
        if not self._turn.acquire(blocking=False):
            return self._version  # while this process writes no other does
        try:
            return self._asked_version()
        except sqlite3.Error:
            return None
        finally:
            self._turn.release()

    def _asked_version(self) -> int:
        (state,) = self._own.execute(STATE).fetchone()
        if state != self._looked or self.following.place is None:
            self._look()
        return self.following.version

    def _look(self) -> None:
        """See what others have written since the last look, all of one moment."""
        own = self._own
        if own.in_transaction:
            self._see()
            return
        own.execute("BEGIN")
        try:
            self._see()
        finally:
            own.execute("COMMIT")

    def _see(self) -> None:
        own, following = self._own, self.following
        if self.form(own) != SCHEMA:  # its tables are being made, or brought to this form
            following.lose()
            return
        place = following.place
        stored = [] if place is None else [Stored(*row) for row in own.execute(SINCE, (place, following.most + 1))]
        newest = own.execute(NEWEST).fetchone()
        (changes,) = own.execute(f"SELECT {CHANGED}").fetchone()
        (state,) = own.execute(STATE).fetchone()
        if not stored or own.execute(AT, (place,)).fetchone() != self._newest:
            following.lose()  # nobody knows what was written: a place may be given out again after a loss
        following.see(changes, stored, _place(newest))
        self._looked, self._newest = state, newest

    def check(self) -> None:
        """Raise `UnavailableError` where the file is gone, another lies in its place, or a part of it is missing."""
        if self._memory:
            return
        before = self._size  # asked first, as another thread may see the file grow
        file, size = _identity(self.path)
        if file != self._file:
            raise UnavailableError("the database's file has been removed or replaced: start the service again")
        if size < before:
            raise UnavailableError("the database's file has been cut: put a whole one in its place and start again")
        self._size = max(self._size, size)

    def close(self) -> None:
        """Close every connection that nobody uses; the others close when they are handed back."""
        with self._turn:
            if self._closed:
                return
            self._closed = True
            self._own.close()
            while self._idle:
                self._idle.pop().close()
            self._close_lock_file()

    def _close_lock_file(self) -> None:
        if not self._memory:
            os.close(self._lock_file)
