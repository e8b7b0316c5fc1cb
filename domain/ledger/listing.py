"""The list of tables: one row each, written in the same transaction as the entries it follows from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.ledger.database import Connection, Database
from domain.ledger.errors import BadCursorError
from domain.ledger.listed import Listed, Seated, changing, fixed, listed, misstated, players_in
from domain.record.entries import Visibility
from domain.record.order import Status
from domain.table.table import Table

PAGE = 50  # rows unless asked otherwise
LARGEST_PAGE = 200  # rows; a page stays below 100 kB

TABLES = (
    """
    CREATE TABLE listing (
        number INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
        visibility TEXT NOT NULL, opened_by TEXT, label TEXT, external_id TEXT, opened_at INTEGER NOT NULL,
        seats INTEGER NOT NULL, status TEXT NOT NULL, free INTEGER NOT NULL, head INTEGER NOT NULL,
        changed_at INTEGER NOT NULL, ended_at INTEGER, bot_due BOOLEAN NOT NULL, clock_due INTEGER,
        series_id TEXT, series TEXT, players TEXT NOT NULL DEFAULT '[]', outcome TEXT,
        delayed BOOLEAN NOT NULL DEFAULT FALSE, imported BOOLEAN NOT NULL DEFAULT FALSE,
        paused BOOLEAN NOT NULL DEFAULT FALSE, sat TEXT NOT NULL DEFAULT '[]'
    )
    """,
    "CREATE INDEX listing_external ON listing (external_id) WHERE external_id IS NOT NULL",
    "CREATE INDEX listing_series ON listing (series_id) WHERE series_id IS NOT NULL",
    "CREATE INDEX listing_bots ON listing (number) WHERE bot_due",
    "CREATE INDEX listing_clocks ON listing (clock_due) WHERE clock_due IS NOT NULL",
)

_INSERT = """
    INSERT INTO listing (table_id, game, visibility, opened_by, label, external_id, opened_at, seats,
        status, free, head, changed_at, ended_at, bot_due, clock_due, series_id, series, players, outcome, delayed,
        imported, paused, sat)
    VALUES (:table_id, :game, :visibility, :opened_by, :label, :external_id, :opened_at, :seats,
        :status, :free, :head, :changed_at, :ended_at, :bot_due, :clock_due, :series_id, :series, :players, :outcome,
        :delayed, :imported, :paused, :sat)
"""
_UPDATE = """
    UPDATE listing SET status = :status, visibility = :visibility, free = :free, head = :head, changed_at = :changed_at,
        ended_at = CASE WHEN CAST(:ended_at AS BIGINT) IS NULL THEN NULL ELSE coalesce(ended_at, :ended_at) END,
        bot_due = :bot_due, clock_due = :clock_due, players = :players, outcome = :outcome,
        paused = :paused, sat = :sat
    WHERE table_id = :table_id
"""
_COLUMNS = """
    SELECT table_id, game, status, visibility, seats, free, head,
        (SELECT substr(state, 2, 32) FROM stored_events WHERE originator_id = table_id AND originator_version = head),
        opened_by, label, external_id, opened_at, changed_at, ended_at, series, players, outcome, delayed,
        imported, paused FROM listing
"""
_IN_SIGHT = """
    (:sees_all OR visibility = 'public'
        OR (opened_by = :sees_opener AND (series_id = :sees_series OR :sees_series IS NULL))
        OR table_id IN (SELECT table_id FROM player_tables WHERE player = :sees_player))
    AND (table_id IN (SELECT table_id FROM player_tables WHERE player = :player) OR :player IS NULL)
"""
_FIND = (
    _COLUMNS
    + """
    WHERE (number < (SELECT number FROM listing WHERE table_id = :before) OR :before IS NULL)
        AND (status = :status OR :status IS NULL OR (NOT :present AND delayed AND table_id NOT IN (
            SELECT table_id FROM player_tables WHERE player = :sees_player)))
        AND (paused OR NOT :paused OR (NOT :present AND delayed AND table_id NOT IN (
            SELECT table_id FROM player_tables WHERE player = :sees_player)))
        AND (game = :game OR :game IS NULL)
        AND (label = :label OR :label IS NULL) AND (external_id = :external_id OR :external_id IS NULL)
        AND (series_id = :series OR :series IS NULL)
        AND (opened_by = :opened_by OR :opened_by IS NULL) AND (visibility = :visibility OR :visibility IS NULL)
        AND """
    + _IN_SIGHT
    + """
    ORDER BY number DESC LIMIT :rows
"""
)
_FILL = """
    UPDATE listing SET series_id = :series_id, series = :series, players = :players, outcome = :outcome
    WHERE table_id = :table_id
"""
_STOPPED = "UPDATE listing SET paused = :paused, sat = :sat WHERE table_id = :table_id"
_PLAYS_BESIDE = """
    SELECT count(*) FROM listing
    WHERE series_id = (SELECT series_id FROM listing WHERE table_id = :table) AND sat LIKE :sat
"""
_OF_SERIES = """
    SELECT table_id FROM listing
    WHERE series_id = (SELECT series_id FROM listing WHERE table_id = :table) AND sat LIKE :sat ORDER BY number
"""
_ONE = _COLUMNS + " WHERE table_id = ?"
_BESIDE = ("bot_due", "clock_due", "sat")  # what no row tells, but somebody goes by
_TOLD_BESIDE = f"SELECT {', '.join(_BESIDE)} FROM listing WHERE table_id = ? AND head = ?"
_BOTS_DUE = "SELECT table_id FROM listing WHERE bot_due ORDER BY number"
_CLOCKS_DUE = "SELECT table_id FROM listing WHERE clock_due <= ? ORDER BY clock_due"
_RUNNING = "SELECT table_id FROM listing WHERE status = 'running' AND NOT imported ORDER BY number"
_IDLE = """
    SELECT table_id FROM listing
    WHERE (status = 'open' AND changed_at < :open_before)
        OR (status = 'running' AND changed_at < :running_before AND clock_due IS NULL AND NOT bot_due)
    ORDER BY changed_at LIMIT :most
"""
_IS_IMPORTED = "SELECT imported FROM listing WHERE table_id = ?"
_PLAYERS = "SELECT players FROM listing WHERE table_id = ?"
_IS_LISTED = "SELECT count(*) FROM listing WHERE table_id = :before AND" + _IN_SIGHT
_COUNT = "SELECT count(*) FROM listing"
_KNOWN = """
    SELECT originator_id AS known FROM stored_events WHERE substr(originator_id, 1, 11) <> 'tournament:'
    UNION SELECT table_id FROM listing ORDER BY known
"""  # the streams of tournaments have names that no table has


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """What the list says of a table beyond its entries: who opened it (a key's id, or nobody known).

    An `imported` one came from an archive: nobody changes it any more.
    """

    opened_by: str | None = None
    imported: bool = False


class TableQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which tables to list; what is absent does not matter.

    `player` leaves the tables at which a player with a key sits. Unless `sees_all`, only public tables are found, and
    those that `sees_opener` opened (of the series `sees_series` only, if given), or where `sees_player` sits. `cursor`
    comes from the page before. Unless `present`, delayed tables are found in any status, stopped or not, those
    aside where `sees_player` sits: whoever asks sees them as they were, and in the status of then.
    """

    status: Status | None = None
    game: str | None = None
    label: str | None = None
    external_id: str | None = None
    series: str | None = None
    opened_by: str | None = None
    visibility: Visibility | None = None
    paused: bool = False  # only where the play is stopped
    player: str | None = None
    sees_all: bool = True
    sees_opener: str | None = None
    sees_series: str | None = None
    sees_player: str | None = None
    present: bool = True
    cursor: str | None = None
    limit: int = PAGE


class Page(msgspec.Struct, frozen=True):
    """Rows from the newest table to the oldest, and the cursor of the next page if there are more.

    It is the last row's table: its place among all would say how many private ones lie between two of a list.
    """

    tables: tuple[Listed, ...]
    cursor: str | None


def insert_row(connection: Connection, table: Table, listing: Listing) -> None:
    """Write the row of a new table."""
    connection.execute(
        _INSERT,
        {
            "opened_by": listing.opened_by,
            "imported": listing.imported,
            **fixed(table),
            **changing(table),
        },
    )


def update_rows(connection: Connection, changed: Iterable[Mapping[str, Any]]) -> None:
    """Bring the rows of tables to the state that `changing` gives."""
    connection.executemany(_UPDATE, changed)


def fill_row(connection: Connection, table: Table) -> None:
    """Add what form 2 of the database says of a table to a row of form 1."""
    _fill(connection, _FILL, table, "series_id", "series", "players", "outcome")


def fill_stopped(connection: Connection, table: Table) -> None:
    """Add what form 9 of the database says of a table to a row of form 8."""
    _fill(connection, _STOPPED, table, "paused", "sat")


def _fill(connection: Connection, statement: str, table: Table, *names: str) -> None:
    row = {**fixed(table), **changing(table)}
    connection.execute(statement, {name: row[name] for name in ("table_id", *names)})


def players_of(connection: Connection, table: str) -> tuple[Seated, ...]:
    """Return who sits at a table; nobody where there is none."""
    row = connection.execute(_PLAYERS, (table,)).fetchone()
    return () if row is None else players_in(row[0])


class Listings:
    """Reads the list."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, query: TableQuery) -> Page:
        """Return one page; raises `BadCursorError`."""
        limit = max(1, min(query.limit, LARGEST_PAGE))
        asked = msgspec.structs.asdict(query)
        asked |= {"before": query.cursor, "rows": limit + 1}
        with self._database.reading() as connection:
            if query.cursor is not None and connection.execute(_IS_LISTED, asked).fetchone() == (0,):
                raise BadCursorError(f"{query.cursor!r} is no cursor of this list")
            rows = connection.execute(_FIND, asked).fetchall()
        tables = tuple([listed(row) for row in rows[:limit]])
        return Page(tables, tables[-1].table if len(rows) > limit else None)

    def one(self, table: str) -> Listed | None:
        """Return the row of a table."""
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (table,)).fetchone()
        return None if row is None else listed(row)

    def misstated(self, row: Listed, table: Table) -> tuple[str, ...]:
        """Return what the list says otherwise than the entries of a table, folded up to the head of this row of it.

        Also of what the row does not tell: when a clock acts there, whether a bot does, and who has ever sat there.
        """
        with self._database.reading() as connection:
            beside = connection.execute(_TOLD_BESIDE, (row.table, row.head)).fetchone()
        if beside is None:  # somebody has written meanwhile
            return misstated(row, table)
        expected = changing(table)
        wrong = [name for name, value in zip(_BESIDE, beside, strict=True) if value != expected[name]]
        return (*misstated(row, table), *wrong)

    def plays_beside(self, table: str, player: str) -> bool:
        """Say whether a player sits, or has sat, at any table of the series to which this table belongs."""
        with self._database.reading() as connection:
            (count,) = connection.execute(_PLAYS_BESIDE, {"table": table, "sat": f'%"{player}"%'}).fetchone()
        return bool(count)

    def played_in_series(self, table: str, player: str) -> tuple[str, ...]:
        """Return the tables of this table's series at which a player sits, or has sat, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF_SERIES, {"table": table, "sat": f'%"{player}"%'}).fetchall()
        return tuple([str(id) for (id,) in rows])

    def is_imported(self, table: str) -> bool:
        """Say whether a table came from an archive."""
        with self._database.reading() as connection:
            row = connection.execute(_IS_IMPORTED, (table,)).fetchone()
        return row is not None and bool(row[0])

    def count(self) -> int:
        """Return how many tables there are."""
        with self._database.reading() as connection:
            (count,) = connection.execute(_COUNT).fetchone()
        return int(count)

    def known(self) -> tuple[str, ...]:
        """Return the tables that are in the list or have entries: all of both, unless something is wrong."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_KNOWN).fetchall()])

    def bots_due(self) -> tuple[str, ...]:
        """Return the tables at which a bot is awaited."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_BOTS_DUE).fetchall()])

    def clocks_due(self, at: int) -> tuple[str, ...]:
        """Return the tables at which somebody's time is up, or that of a pause, the longest overdue first."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_CLOCKS_DUE, (at,)).fetchall()])

    def running(self) -> tuple[str, ...]:
        """Return the tables whose game runs."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_RUNNING).fetchall()])

    def idle(self, *, open_before: int, running_before: int, most: int) -> tuple[str, ...]:
        """Return tables at which nothing has happened since these times, before and after the deal, the oldest first.

        Where a clock runs or a bot is awaited something will happen.
        """
        asked = {"open_before": open_before, "running_before": running_before, "most": most}
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_IDLE, asked).fetchall()])
