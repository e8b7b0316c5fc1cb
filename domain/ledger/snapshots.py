"""Snapshots: folded tables kept beside their entries, so that a cold table folds few of them.

A cache that may be thrown away at any time, also while the service runs. A snapshot is read only by the release that
wrote it, only where it is whole and its head is the hash of the stored entry, and never by an audit. The library's own
snapshots are known by table and number alone, so that another release's would be read, and a damaged one ends the
reading instead of being passed over.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from domain.games import added
from domain.ledger.database import Database
from domain.ledger.errors import UnavailableError
from domain.ledger.table_bytes import frozen
from domain.table.seating import RELEASE
from domain.table.table import Table

EVERY = 100  # entries from one snapshot of a table to the next
KEPT = 2  # of a table: the newest, and the one before it in case that is damaged
DIGEST_BYTES = 32  # before the text: damage is found before anything is decoded
LULL_SECONDS = 1.0  # after the first one due: those that fall due meanwhile are written in the same transaction

MAKE = """
    CREATE TABLE IF NOT EXISTS snapshots (
        table_id TEXT NOT NULL, n INTEGER NOT NULL, made_by TEXT NOT NULL, state BLOB NOT NULL,
        PRIMARY KEY (table_id, n, made_by)
    )
"""
_INSERT = """
    INSERT INTO snapshots VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, n, made_by) DO UPDATE SET state = excluded.state
"""
_FORGET = "DELETE FROM snapshots WHERE table_id = ? AND (n <= ? OR made_by <> ?)"
_SELECT = """
    SELECT n, made_by, state FROM snapshots WHERE table_id = ? AND n <= ? ORDER BY n DESC
"""
_ALL = 2**62  # larger than every entry number

logger = logging.getLogger(__name__)


class Snapshot(NamedTuple):
    """A table after entry `n`, frozen by a program."""

    n: int
    made_by: str
    text: bytes


@cache
def program() -> str | None:
    """Return the release and a fingerprint of all code that may fold a table, as it lies when it is first asked for.

    `None` where the code cannot be read.
    """
    digest = hashlib.sha256()
    try:
        for package in ("domain", *added()):
            (folder,) = import_module(package).__path__
            for path in sorted(Path(folder).rglob("*.py")):
                digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    except OSError as error:
        logger.warning("no snapshots: %s", error)
        return None
    return f"{RELEASE}/{digest.hexdigest()[:32]}"


def _digest(table: str, n: int, made_by: str, text: bytes) -> bytes:
    return hashlib.sha256(f"{table}/{n}/{made_by}/".encode() + text).digest()


class Snapshots:
    """The snapshots of all tables. A thread of their own writes them, after the commands that made them due."""

    def __init__(self, database: Database) -> None:
        self.program = program()  # now, while the files are the code that runs
        self._database = database
        self._lock = threading.Lock()
        self._due: dict[str, Table] = {}
        self._timer: threading.Timer | None = None

    def note(self, table: Table, *, after: int) -> None:
        """Let a snapshot be written soon if one has fallen due since entry `after`; returns at once."""
        if self.program is not None and table.book.n // EVERY > after // EVERY:
            with self._lock:
                self._due[table.id] = table
                if self._timer is None:
                    self._timer = threading.Timer(LULL_SECONDS, self.write)
                    self._timer.daemon = True
                    try:
                        self._timer.start()
                    except RuntimeError:  # the system gives no thread: the next one that is due tries again
                        self._timer = None

    def write(self) -> None:
        """Write what is due, in one transaction; a failure is logged and harms nothing."""
        with self._lock:
            due, self._due, self._timer = self._due, {}, None
        if not due or self.program is None:
            return
        try:
            rows = [_row(table, self.program) for table in due.values()]
            with self._database.writing() as connection:
                if self._database.embedded:
                    connection.execute(MAKE)
                connection.executemany(_INSERT, rows)
                connection.executemany(_FORGET, [(table, n - KEPT * EVERY, by) for table, n, by, _ in rows])
        except (UnavailableError, NotImplementedError) as error:
            logger.warning("no snapshots of %s: %s", ", ".join(due), error)

    def of(self, table: str, upto: int | None = None) -> Iterator[Snapshot]:
        """Yield the snapshots of a table that are whole, the newest first; none where the database gives none."""
        try:
            with self._database.reading() as connection:
                rows = connection.execute(_SELECT, (table, _ALL if upto is None else upto)).fetchall()
        except UnavailableError:  # such as: the table of them is gone
            return
        for n, made_by, state in rows:
            if isinstance(state, bytes) and state[:DIGEST_BYTES] == _digest(table, n, made_by, state[DIGEST_BYTES:]):
                yield Snapshot(n, made_by, state[DIGEST_BYTES:])

    def close(self) -> None:
        """Let what is due go: whoever ends must not wait for another process that writes."""
        with self._lock:
            self._due = {}
            if self._timer is not None:
                self._timer.cancel()


def _row(table: Table, made_by: str) -> tuple[str, int, str, bytes]:
    n, text = table.book.n, frozen(table)
    return table.id, n, made_by, _digest(table.id, n, made_by, text) + text
