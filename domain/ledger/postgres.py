"""PostgreSQL by URL, on psycopg 3 and its pool: the same statements, a pool of connections, one writer at a time.

A transaction takes an advisory lock first, so writers of all processes queue as they do for SQLite: places in the
order of entries are given out by whoever holds it, and nobody sees a later one before an earlier one. The library's
own module for PostgreSQL locks the table for each insert, and keeps a pool for itself.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import UniqueViolation
from psycopg_pool import ConnectionPool, PoolClosed

from domain.ledger import supposing
from domain.ledger.database import BUSY_SECONDS, Connection, Database, Rows, Values
from domain.ledger.entries import Row
from domain.ledger.errors import StoreError, UnavailableError
from domain.ledger.following import CHANGED, Stored
from domain.ledger.foreign import Foreign
from domain.ledger.parking import once_a_turn
from domain.ledger.postgres_tables import CHANGES, GUARDS, defined

CONNECTIONS = 10  # of a process at most: as many readers as SQLite keeps, the writer, and one to look
IDLE_SECONDS = 30.0  # how long a transaction may stand still before the server ends it: others wait for the lock
# In ms and s: a machine that lost its power says nothing, and the system would wait for a quarter of an hour or longer.
GONE_AFTER = {"tcp_user_timeout": 10_000, "keepalives_idle": 5, "keepalives_interval": 5, "keepalives_count": 2}
NO_PLACE = 2**62  # after every entry
LOCK = 0x4D4C6564676572  # the writers' lock in this database: "MLedger"

_NAMED = re.compile(r"(?<![:\w]):([a-z_]+)")
# Statements of this module only: what both databases understand stands where it is used.
LOCKED = f"SELECT pg_current_xact_id()::text FROM pg_advisory_xact_lock({LOCK})"
SNAPSHOT = """
    SELECT pg_current_snapshot()::text, pg_postmaster_start_time()::text
    WHERE NOT pg_is_in_recovery()
"""  # a standby's names too few
LOOK = f"""
    SELECT pg_current_snapshot()::text, pg_postmaster_start_time()::text, {CHANGED},
        coalesce((SELECT max(rowid) FROM stored_events), 0), (
            SELECT json_agg(json_build_array(rowid, originator_id, writer::text)) FROM (
                SELECT rowid, originator_id, xmin AS writer FROM stored_events
                WHERE rowid > %s ORDER BY rowid LIMIT %s
            ) AS entry
        )
    WHERE NOT pg_is_in_recovery()
"""
BEGIN = f"BEGIN ISOLATION LEVEL READ COMMITTED; {LOCKED}; {SNAPSHOT}"  # which is taken once nobody else writes
PUT = """
    WITH entries AS (
        INSERT INTO stored_events (originator_id, originator_version, topic, state)
        SELECT table_id, n, kind, state
        FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[]) WITH ORDINALITY
            AS row (table_id, n, kind, state, place)
        ORDER BY place
        RETURNING rowid
    )
    UPDATE listing SET status = now.status, visibility = now.visibility, free = now.free, head = now.head,
        changed_at = now.changed_at,
        ended_at = CASE WHEN now.ended_at IS NULL THEN NULL ELSE coalesce(listing.ended_at, now.ended_at) END,
        bot_due = now.bot_due, clock_due = now.clock_due, players = now.players, outcome = now.outcome,
        paused = now.paused, sat = now.sat
    FROM json_to_recordset(%s::json) AS now (
        table_id TEXT, status TEXT, visibility TEXT, free BIGINT, head BIGINT, changed_at BIGINT, ended_at BIGINT,
        bot_due BOOLEAN, clock_due BIGINT, players TEXT, outcome TEXT, paused BOOLEAN, sat TEXT
    )
    WHERE listing.table_id = now.table_id
    RETURNING (SELECT max(rowid) FROM entries)
"""
SETTINGS = f"""
    SELECT set_config('lock_timeout', '{int(BUSY_SECONDS)}s', false),
        set_config('idle_in_transaction_session_timeout', '{int(IDLE_SECONDS)}s', false),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit')
            WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""
FORM = "SELECT form FROM matchledger"
MAKE_FORM = "CREATE TABLE IF NOT EXISTS matchledger (form BIGINT NOT NULL)"
HAS_FORM = "SELECT count(*) FROM pg_class WHERE oid = to_regclass('matchledger')"
COUNT_ON = "SELECT setval(pg_get_serial_sequence('stored_events', 'rowid'), max(rowid)) FROM stored_events"

_Plain = psycopg.Connection[tuple[Any, ...]]


@cache
def _placed(statement: str) -> str:
    """Return a statement with psycopg's marks for values; every statement is a constant of ours, so there are few."""
    return _NAMED.sub(r"%(\1)s", statement).replace("?", "%s")


def _asked(values: Values) -> Values:
    """Return values to select by: no stored text holds a NUL, and one that does is found nowhere, not refused."""
    if isinstance(values, Mapping):
        return {name: _without_nul(value) for name, value in values.items()}
    return [_without_nul(value) for value in values]


def _without_nul(value: Any) -> Any:
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


def _only(rows: psycopg.Cursor[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return the one row of what was asked for."""
    row = rows.fetchone()
    assert row is not None, "a function gives one row"
    return row


def _configure(connection: _Plain) -> None:
    connection.execute(SETTINGS)


class _Statements:
    """A connection that runs our statements."""

    def __init__(self, connection: _Plain) -> None:
        self.connection = connection

    def execute(self, statement: str, values: Values = (), /) -> Rows:
        """Run a statement."""
        return self.connection.cursor(binary=True).execute(_placed(statement), values)

    def executemany(self, statement: str, values: Iterable[Values], /) -> None:
        """Run a statement once for each of these values, in one journey."""
        self.connection.cursor().executemany(_placed(statement), values)


class _Reader(_Statements):
    """A reader's connection; one that was cut off while it lay in the pool is replaced: a select may be repeated."""

    def __init__(self, pool: ConnectionPool[_Plain]) -> None:
        self._pool = pool
        super().__init__(pool.getconn())

    def execute(self, statement: str, values: Values = (), /) -> Rows:
        """Run a select."""
        left = CONNECTIONS
        while True:
            try:
                return super().execute(statement, _asked(values))
            except psycopg.OperationalError:
                if not (left and self.connection.closed):
                    raise
            left -= 1
            self._pool.putconn(self.connection)
            self.connection = self._pool.getconn()

    def hand_back(self) -> None:
        """Give the connection back to the pool."""
        self._pool.putconn(self.connection)


class PostgresDatabase(Database):
    """One database of a PostgreSQL server; its tables are made by `matchledger database upgrade`."""

    embedded = False
    overriding = "OVERRIDING SYSTEM VALUE"
    errors = (psycopg.Error,)

    def __init__(self, url: str) -> None:
        """Raise `StoreError` for a URL that is none, and for a server that cannot be reached or keeps no Unicode."""
        super().__init__()
        asked = self._check(url)
        gone_after = {name: value for name, value in GONE_AFTER.items() if name not in asked}
        self._foreign = Foreign()
        self._look = threading.Lock()
        self._looking: _Plain | None = None  # the connection that snapshots are asked on
        self._followed: int | None = None  # the number of `foreign` at the last look at what others have stored
        self._servers = 0  # at that look
        self._put: int | None = None  # the place of the last entry of the open transaction
        self._pool: ConnectionPool[_Plain] = ConnectionPool(
            url,
            kwargs={"autocommit": True, "application_name": "matchledger", "client_encoding": "UTF8", **gone_after},
            min_size=1,
            max_size=CONNECTIONS,
            timeout=BUSY_SECONDS,
            configure=_configure,
            name="matchledger",
            open=True,
        )

    @staticmethod
    def _check(url: str) -> Mapping[str, Any]:
        """Return what a URL says, by libpq's names, of a database that can be worked with."""
        try:
            asked = conninfo_to_dict(url)
        except psycopg.ProgrammingError:  # whose message shows the URL, and so the password
            raise StoreError("the URL of the database cannot be read") from None
        place = f"{asked.get('dbname', 'of the user')} at {asked.get('host', 'the local socket')}"
        try:
            with psycopg.connect(url, connect_timeout=int(BUSY_SECONDS)) as connection:
                encoding = connection.info.parameter_status("server_encoding")
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            raise StoreError(f"the database {place} cannot be opened: {reason}") from None
        if encoding != "UTF8":
            raise StoreError(f"the database {place} keeps text as {encoding}: make one with ENCODING 'UTF8'")
        return asked

    def form(self, connection: Connection) -> int:
        """Return the number in the table that we keep for it."""
        (there,) = connection.execute(HAS_FORM).fetchone()
        row = connection.execute(FORM).fetchone() if there else None
        return 0 if row is None else int(row[0])

    def _set_form(self, connection: Connection, form: int) -> None:
        connection.execute(MAKE_FORM)
        connection.execute("DELETE FROM matchledger")
        connection.execute("INSERT INTO matchledger (form) VALUES (?)", (form,))

    def define(self, connection: Connection, statement: str) -> None:
        """Run the statement with this database's names of types."""
        connection.execute(defined(statement))

    def guard_entries(self, connection: Connection) -> None:
        """Add the place in the order of all entries, and the triggers that refuse."""
        for statement in GUARDS:
            connection.execute(statement)

    def note_changes(self, connection: Connection) -> None:
        """Add the triggers that count."""
        for statement in CHANGES:
            connection.execute(statement)

    def keep_no_samples(self, connection: Connection, table: str, column: str) -> None:
        """Let statistics keep no samples of its values."""
        connection.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")

    def count_on(self, connection: Connection) -> None:
        """Set the sequence of places, which counts by itself."""
        connection.execute(COUNT_ON)

    def put(self, connection: Connection, entries: Sequence[Row], listed: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement for all rows, which is one journey and half the work of one for each."""
        assert isinstance(connection, _Statements), "it is a transaction of this database"
        columns = [list(column) for column in zip(*entries, strict=True)]
        stored = connection.connection.execute(PUT, [*columns, msgspec.json.encode(listed).decode()]).fetchone()
        self._put = None if stored is None else int(stored[0])  # nothing is told where no table is in the list

    def _is_taken(self, error: Exception) -> bool:
        return isinstance(error, UniqueViolation)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        connection, number = self._begun()
        try:
            yield _Statements(connection)
            self._end(connection, number)
            self._stored()
        except BaseException:
            if connection.closed:  # a server that has crashed may give this number to another one
                self._foreign.doubt(number)
            with suppress(psycopg.Error):
                connection.execute("ROLLBACK")
            raise
        finally:
            self.began = self._put = None
            self._pool.putconn(connection)

    def _end(self, connection: _Plain, number: int) -> None:
        """Commit the transaction of this number."""
        try:
            said = connection.execute("COMMIT").statusmessage
        except BaseException:  # its answer is lost: what this process remembers may be old
            self._foreign.doubt(number)
            raise
        if said != "COMMIT":  # a failure inside was passed over
            raise UnavailableError("the database has rolled the transaction back")

    def _stored(self) -> None:
        """Follow on from what this process has stored, if nobody else has written between the last look and that."""
        with self._look:
            following = self.following
            if self._put is not None and following.place is not None and self.began == self._followed:
                following.place = max(following.place, self._put)

    def _begun(self) -> tuple[_Plain, int]:
        """Return a connection in a transaction that holds the lock, and its number; those cut off are passed over."""
        left = CONNECTIONS
        while True:
            connection = self._pool.getconn()
            try:
                begun = connection.execute(BEGIN, prepare=False)
                begun.nextset()
                transaction = int(_only(begun)[0])
                self._foreign.ours(transaction)
                begun.nextset()
                snapshot, server = _only(begun)
                self.began = self._foreign.count(snapshot, transaction, server)
                return connection, transaction
            except psycopg.Error:
                gone = connection.closed
                self._pool.putconn(connection)  # which ends a transaction that has failed
                if not (left and gone):
                    raise
            left -= 1

    @contextmanager
    def _lent(self) -> Iterator[Connection]:
        reader = _Reader(self._pool)
        try:
            yield reader
        finally:
            reader.hand_back()

    def version(self) -> int | None:
        """Look whether others have written, and at what; return the number of `Following`, `None` on a standby too.

        Done once for all requests that were there before it was asked.
        """
        if supposing.version() is not None:
            return self.following.version
        return None if self.foreign() is None else self.following.version

    def foreign(self) -> int | None:
        """Return the number of the same look that stays as it is while nobody else writes anything."""
        return once_a_turn(self, self._looked)

    @property
    def servers(self) -> int:
        """The number of servers that it was seen on one after the other."""
        return self._foreign.servers

    def known_version(self) -> int | None:
        """Return the number of the last look, if others have not written for long.

        A transaction of this process may have seen since that they have: until a look has told at what, none is known.
        """
        expected = self._foreign.expected()
        return expected if expected == self._followed else None

    def _looked(self) -> int | None:
        """Look, at no more than is needed: while nobody else has written for long, whether somebody has."""
        with self._look:
            try:
                if self._looking is None:
                    self._looking = self._pool.getconn()
                    self._foreign.forget()
                    self.following.lose()
                if self.known_version() is not None:
                    row = self._looking.execute(SNAPSHOT).fetchone()
                    if row is not None and self._foreign.count(row[0], server=row[1]) == self._followed:
                        return self._followed
                after = NO_PLACE if self.following.place is None else self.following.place
                row = self._looking.execute(LOOK, (after, self.following.most + 1)).fetchone()
                return None if row is None else self._see(*row)
            except (psycopg.Error, PoolClosed):
                self._stop_looking()
                return None

    def _see(self, snapshot: str, server: str, changes: int, last: int, rows: Sequence[Any] | None) -> int:
        """Take note of what others have stored since the last look; return the number of `foreign`."""
        following, foreign = self.following, self._foreign
        stored = [Stored(*entry) for *entry, writer in rows or () if not foreign.wrote(int(writer))]
        count = foreign.count(snapshot, server=server)
        foreign.followed(snapshot)
        if foreign.servers != self._servers or len(rows or ()) > following.most:
            following.lose()  # entries that were there may be lost, or there are more than were told of
        following.see(changes, stored, last)
        self._followed, self._servers = count, foreign.servers
        return count

    def _stop_looking(self) -> None:
        if self._looking is not None:
            self._pool.putconn(self._looking)
            self._looking = None

    def check(self) -> None:
        """Do nothing: what a server has committed it keeps."""

    def clear_deleted(self) -> None:
        """Do nothing: no dump, copy or answer holds what was deleted, and the files are the administrator's.

        `docs/operations.md` says how they are cleared.
        """

    def close(self) -> None:
        """Close the pool."""
        with self._look:
            self._stop_looking()
        self._pool.close()
