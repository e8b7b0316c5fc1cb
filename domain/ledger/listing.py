"""The list of tables: one row each, written in the same transaction as the entries it follows from."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import msgspec

from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome
from domain.ledger.database import Database
from domain.ledger.errors import BadCursorError
from domain.record.canonical import b64, unb64
from domain.record.entries import Series, Visibility
from domain.record.order import Status
from domain.table.table import Table

PAGE = 50  # rows unless asked otherwise
LARGEST_PAGE = 200  # rows; a page stays below 100 kB
_ROW_NUMBER = re.compile(rb"[1-9][0-9]{0,17}")  # below 2^63, SQLite's largest

TABLES = (
    """
    CREATE TABLE listing (
        number INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
        visibility TEXT NOT NULL, opened_by TEXT, label TEXT, external_id TEXT, opened_at INTEGER NOT NULL,
        seats INTEGER NOT NULL, status TEXT NOT NULL, free INTEGER NOT NULL, head INTEGER NOT NULL,
        changed_at INTEGER NOT NULL, ended_at INTEGER, bot_due INTEGER NOT NULL, clock_due INTEGER,
        series_id TEXT, series TEXT, players TEXT NOT NULL DEFAULT '[]', outcome TEXT
    )
    """,
    "CREATE INDEX listing_external ON listing (external_id) WHERE external_id IS NOT NULL",
    "CREATE INDEX listing_series ON listing (series_id) WHERE series_id IS NOT NULL",
    "CREATE INDEX listing_bots ON listing (number) WHERE bot_due",
    "CREATE INDEX listing_clocks ON listing (clock_due) WHERE clock_due IS NOT NULL",
)

_INSERT = """
    INSERT INTO listing (table_id, game, visibility, opened_by, label, external_id, opened_at, seats,
        status, free, head, changed_at, ended_at, bot_due, clock_due, series_id, series, players, outcome)
    VALUES (:table_id, :game, :visibility, :opened_by, :label, :external_id, :opened_at, :seats,
        :status, :free, :head, :changed_at, :ended_at, :bot_due, :clock_due, :series_id, :series, :players, :outcome)
"""
_UPDATE = """
    UPDATE listing SET status = :status, free = :free, head = :head, changed_at = :changed_at,
        ended_at = CASE WHEN :ended_at IS NULL THEN NULL ELSE coalesce(ended_at, :ended_at) END,
        bot_due = :bot_due, clock_due = :clock_due, players = :players, outcome = :outcome
    WHERE table_id = :table_id
"""
# The hash of an entry stands in its blob: see `domain.record.blob.public_blob`.
_COLUMNS = """
    SELECT number, table_id, game, status, visibility, seats, free, head, opened_by, label, external_id,
        opened_at, changed_at, ended_at, series, players, outcome,
        (SELECT substr(state, 2, 32) FROM stored_events
            WHERE originator_id = table_id AND originator_version = head)
    FROM listing
"""
_FIND = (
    _COLUMNS
    + """
    WHERE (:before IS NULL OR number < :before)
        AND (:status IS NULL OR status = :status) AND (:game IS NULL OR game = :game)
        AND (:label IS NULL OR label = :label) AND (:external_id IS NULL OR external_id = :external_id)
        AND (:series IS NULL OR series_id = :series)
        AND (:opened_by IS NULL OR opened_by = :opened_by) AND (:visibility IS NULL OR visibility = :visibility)
        AND (:player IS NULL OR table_id IN (SELECT table_id FROM player_tables WHERE player = :player))
        AND (:sees_all OR visibility = 'public'
            OR (opened_by = :sees_opener AND (:sees_series IS NULL OR series_id = :sees_series))
            OR table_id IN (SELECT table_id FROM player_tables WHERE player = :sees_player))
    ORDER BY number DESC LIMIT :rows
"""
)
_FILL = """
    UPDATE listing SET series_id = :series_id, series = :series, players = :players, outcome = :outcome
    WHERE table_id = :table_id
"""
_ONE = _COLUMNS + " WHERE table_id = ?"
_BOTS_DUE = "SELECT table_id FROM listing WHERE bot_due ORDER BY number"
_CLOCKS_DUE = "SELECT table_id FROM listing WHERE clock_due <= ? ORDER BY clock_due"
_COUNT = "SELECT count(*) FROM listing"


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """What the list says of a table beyond its entries: who opened it (a key's id, or nobody known)."""

    opened_by: str | None = None


class TableQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which tables to list; what is absent does not matter.

    `player` leaves the tables at which a player with a key sits. Unless `sees_all`, only public tables are found, and
    those that `sees_opener` opened (of the series `sees_series` only, if given), or where `sees_player` sits. `cursor`
    comes from the page before.
    """

    status: Status | None = None
    game: str | None = None
    label: str | None = None
    external_id: str | None = None
    series: str | None = None
    opened_by: str | None = None
    visibility: Visibility | None = None
    player: str | None = None
    sees_all: bool = True
    sees_opener: str | None = None
    sees_series: str | None = None
    sees_player: str | None = None
    cursor: str | None = None
    limit: int = PAGE


class Seated(msgspec.Struct, frozen=True, array_like=True):
    """Who holds a seat: a pseudonymous player, whose name only `people` knows, or a bot."""

    seat: Seat
    player: str
    bot: str | None = None


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list; times in milliseconds since 1970, `head` the number of the last entry."""

    table: str
    game: str
    status: Status
    visibility: Visibility
    seats: int
    free: int
    head: int
    opened_by: str | None
    label: str | None
    external_id: str | None
    opened_at: int
    changed_at: int
    ended_at: int | None
    series: Series | None
    players: tuple[Seated, ...]
    outcome: Outcome | None
    head_hash: bytes  # of the last entry, as its blob begins behind the format


_series_of = msgspec.json.Decoder(Series)
_players_of = msgspec.json.Decoder(tuple[Seated, ...])
_outcome_of = msgspec.json.Decoder(Outcome)


class Page(msgspec.Struct, frozen=True):
    """Rows from the newest table to the oldest, and the cursor of the next page if there are more."""

    tables: tuple[Listed, ...]
    cursor: str | None


def insert_row(connection: sqlite3.Connection, table: Table, listing: Listing) -> None:
    """Write the row of a new table."""
    opened = table.book.opened
    connection.execute(
        _INSERT,
        {
            "game": opened.game,
            "visibility": opened.visibility,
            "opened_by": listing.opened_by,
            "label": opened.label,
            "external_id": opened.external_id,
            "opened_at": opened.at,
            "seats": opened.seats,
            **_series(opened.series),
            **_changing(table),
        },
    )


def update_row(connection: sqlite3.Connection, table: Table) -> None:
    """Bring a table's row to its present state."""
    connection.execute(_UPDATE, _changing(table))


def fill_row(connection: sqlite3.Connection, table: Table) -> None:
    """Add what form 2 of the database says of a table to a row of form 1."""
    series = table.book.opened.series
    connection.execute(_FILL, {"table_id": table.id, **_series(series), **_shown(table)})


def _series(series: Series | None) -> dict[str, Any]:
    return {"series_id": None if series is None else series.id, "series": None if series is None else _text(series)}


def _shown(table: Table) -> dict[str, Any]:
    """Return who sits at a table and how it ended."""
    held = enumerate(table.book.holders)
    players = tuple([Seated(seat, holder.player, holder.bot) for seat, holder in held if holder is not None])
    outcome = table.book.outcome
    return {"players": _text(players), "outcome": None if outcome is None else _text(outcome)}


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _changing(table: Table) -> dict[str, Any]:
    book = table.book
    return {
        "table_id": table.id,
        "status": book.status,
        "free": book.holders.count(None),
        "head": book.n,
        "changed_at": book.at,
        "ended_at": None if book.status in ("open", "running") else book.at,
        "bot_due": int(bool(awaited_bots(table))),
        "clock_due": _clock_due(table),
        **_shown(table),
    }


def awaited_bots(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the awaited seats that bots hold, with the names of the bots, in seat order."""
    held = ((seat, table.book.holders[seat]) for seat in sorted(table.decisions))
    return tuple((seat, holder.bot) for seat, holder in held if holder is not None and holder.bot is not None)


def _clock_due(table: Table) -> int | None:
    live, clock = table.live, table.book.opened.clock
    if live is None:
        return None
    moments = (live.deadline(seat, clock) for seat in table.decisions)
    return min((moment for moment in moments if moment is not None), default=None)


class Listings:
    """Reads the list."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, query: TableQuery) -> Page:
        """Return one page; raises `BadCursorError`."""
        limit = max(1, min(query.limit, LARGEST_PAGE))
        asked = msgspec.structs.asdict(query)
        asked |= {"before": None if query.cursor is None else _before(query.cursor), "rows": limit + 1}
        with self._database.reading() as connection:
            rows = connection.execute(_FIND, asked).fetchall()
        more = len(rows) > limit
        cursor = b64(b"%d" % rows[limit - 1][0]) if more else None
        return Page(tuple([_listed(row) for row in rows[:limit]]), cursor)

    def one(self, table: str) -> Listed | None:
        """Return the row of a table."""
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (table,)).fetchone()
        return None if row is None else _listed(row)

    def count(self) -> int:
        """Return how many tables there are."""
        with self._database.reading() as connection:
            (count,) = connection.execute(_COUNT).fetchone()
        return int(count)

    def bots_due(self) -> tuple[str, ...]:
        """Return the tables at which a bot is awaited."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_BOTS_DUE).fetchall()])

    def clocks_due(self, at: int) -> tuple[str, ...]:
        """Return the tables at which somebody's time is up, the longest overdue first."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_CLOCKS_DUE, (at,)).fetchall()])


def _listed(row: tuple[Any, ...]) -> Listed:
    shown = dict(zip(Listed.__struct_fields__, row[1:], strict=True))
    series, outcome = shown["series"], shown["outcome"]
    shown["series"] = None if series is None else _series_of.decode(series)
    shown["players"] = _players_of.decode(shown["players"])
    shown["outcome"] = None if outcome is None else _outcome_of.decode(outcome)
    return Listed(**shown)


def _before(cursor: str) -> int:
    try:
        number = unb64(cursor)
    except ValueError:
        number = b""
    if not _ROW_NUMBER.fullmatch(number):
        raise BadCursorError(f"{cursor!r} is no cursor of this list")
    return int(number)
