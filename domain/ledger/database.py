"""One SQLite file for everything the service keeps: connections, transactions, and whose turn it is to write."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from domain.ledger.errors import StoreError, UnavailableError

MEMORY = ":memory:"
SCHEMA = 3  # raised when a table of the database changes its form
BUSY_SECONDS = 10.0  # for programs that write without our lock file: backups, the sqlite3 shell
IDLE_READERS = 8  # open connections kept for the next reader


def _make_file(path: str) -> None:
    """Make the file for its owner only, since it holds closed secrets.

    A file that is there is not even opened: closing it would drop the locks that SQLite holds on it in this process.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def _answering() -> Iterator[None]:
    """Say in the ledger's words that the database does not answer; a number that is taken stays the recorder's."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise UnavailableError(f"the database does not answer: {error}") from error


class Database:
    """Connections to one file; `:memory:` has a single connection that everybody takes in turn.

    Writers of all processes queue at a lock file before they begin, since SQLite's own waiting polls (p99 11 to 83 ms).
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._memory = path == MEMORY
        self._turn = threading.RLock()
        self._holder: int | None = None
        self._after: list[Callable[[], None]] = []
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = False
        self._lock_file = -1
        if not self._memory:
            _make_file(path)
            self._lock_file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            with self._queued():  # the first to come turns on write-ahead logging
                self._writer = self._connect()
        except BaseException:
            self._close_lock_file()
            raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        if not self._memory:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # an erased name leaves no trace in free pages
        return connection

    def make(self, statements: tuple[str, ...], upgrade: Callable[[sqlite3.Connection, int], None]) -> None:
        """Make the tables of an empty database; `upgrade` brings one of an older form, given as number, to this one.

        Raises `StoreError` for one that a newer release wrote.
        """
        with self.writing() as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA:
                raise StoreError(f"the database has form {version}, this release knows forms up to {SCHEMA}")
            if version == SCHEMA:
                return
            if version:
                upgrade(connection, version)
            else:
                for statement in statements:
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction, or join the one this thread is in; durable when the outermost one ends.

        Raises `UnavailableError` where it cannot be opened or made durable.
        """
        if self._holder == threading.get_ident():
            yield self._writer
            return
        with _answering(), self._turn, self._queued():
            self._holder = threading.get_ident()
            try:
                with self._transaction():
                    yield self._writer
            finally:
                self._holder = None
                after, self._after = self._after, []
        for call in after:
            call()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._writer.execute("COMMIT")
        except BaseException:
            self._after.clear()
            with suppress(sqlite3.Error):  # SQLite has rolled back by itself where the disk failed
                self._writer.execute("ROLLBACK")
            raise

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

    def clear_log(self) -> None:
        """Write the log back into the file and empty it, so that nothing deleted remains there; not in a transaction.

        Waits for readers, and gives up after ten seconds.
        """
        assert not self.in_transaction, "the log cannot be emptied inside a transaction"
        with _answering(), self._turn, self._queued():
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection for one select after the other; inside a transaction the one that sees its writes.

        Raises `UnavailableError`.
        """
        if self._holder == threading.get_ident():
            yield self._writer
        elif self._memory:
            with _answering(), self._turn:
                yield self._writer
        else:
            with _answering(), self._lent() as connection:
                yield connection

    @contextmanager
    def _lent(self) -> Iterator[sqlite3.Connection]:
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

    @property
    def in_transaction(self) -> bool:
        """Say whether this thread is inside `writing`."""
        return self._holder == threading.get_ident()

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call this once the transaction that this thread is in is durable; never if it is rolled back."""
        self._after.append(call)

    def close(self) -> None:
        """Close every connection that nobody uses; the others close when they are handed back."""
        with self._turn:
            if self._closed:
                return
            self._closed = True
            self._writer.close()
            while self._idle:
                self._idle.pop().close()
            self._close_lock_file()

    def _close_lock_file(self) -> None:
        if not self._memory:
            os.close(self._lock_file)
