"""Databases of older forms, brought to the present one when they are opened: nothing in an entry ever changes."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from domain.games import UnknownGameError
from domain.ledger import castings, following, heartbeats, hints, players, rematches, seats_seen, tickets
from domain.ledger.database import Connection, Database
from domain.ledger.desk import calls, cases, excluded, looks, texts
from domain.ledger.errors import DamagedError
from domain.ledger.listing import fill_row, fill_stopped
from domain.ledger.tables import Tables
from domain.ledger.tournaments import letters, rows, webhooks
from domain.table.table import Table

FORM_2 = (  # series, players and outcomes in the list; attempts by seat
    "ALTER TABLE listing ADD COLUMN series_id TEXT",
    "ALTER TABLE listing ADD COLUMN series TEXT",
    "ALTER TABLE listing ADD COLUMN players TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE listing ADD COLUMN outcome TEXT",
    "CREATE INDEX listing_series ON listing (series_id) WHERE series_id IS NOT NULL",
    "ALTER TABLE attempts ADD COLUMN said_by TEXT NOT NULL DEFAULT ''",
    "UPDATE attempts SET said_by = json_extract(CAST(attempt AS TEXT), '$.by')",
)

FORM_3 = (  # keys with scope, end and last use; the tables of players who have one
    "ALTER TABLE api_keys ADD COLUMN expires INTEGER",
    "ALTER TABLE api_keys ADD COLUMN last_used INTEGER",
    "ALTER TABLE api_keys ADD COLUMN organiser TEXT",
    "ALTER TABLE api_keys ADD COLUMN series TEXT",
    "ALTER TABLE api_keys ADD COLUMN player TEXT",
    *players.TABLES,
)

FORM_4 = rematches.TABLES  # consents to rematches
FORM_5 = (  # tickets; which processes and seats are there; tables shown later to who has no seat
    *tickets.TABLES,
    *heartbeats.TABLES,
    *seats_seen.TABLES,
    "ALTER TABLE listing ADD COLUMN delayed BOOLEAN NOT NULL DEFAULT FALSE",
)

FORM_6 = castings.TABLES  # casters, and the seats that have agreed to them
FORM_7 = ("ALTER TABLE listing ADD COLUMN imported BOOLEAN NOT NULL DEFAULT FALSE",)  # tables from archives
FORM_8 = (*looks.TABLES, *calls.TABLES, *cases.TABLES, *texts.TABLES, *excluded.TABLES)  # the desk of arbiters

FORM_9 = (  # which tables are stopped, and who has ever sat at them
    "ALTER TABLE listing ADD COLUMN paused BOOLEAN NOT NULL DEFAULT FALSE",
    "ALTER TABLE listing ADD COLUMN sat TEXT NOT NULL DEFAULT '[]'",
)

FORM_10 = rows.FORM_10  # tournaments
FORM_11 = hints.TABLES  # who asked a bot
FORM_12 = (rows.SANDBOX, *webhooks.TABLES, *letters.TABLES)  # tournaments that are only tried; their webhooks
FORM_13 = (rows.TOLD,)  # the status of a tournament whose board is played, as everybody may see it
FORM_14 = following.TABLES  # what makes a remembered answer wrong is counted

logger = logging.getLogger(__name__)


def upgrade(database: Database, tables: Tables, connection: Connection, form: int) -> None:
    """Bring a database of an older form to the present one, inside the transaction of the connection."""
    assert form in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), "there were no other forms before this one"
    if form == 1:
        _to_form_2(database, tables, connection)
    for statement in (
        *(FORM_3 if form < 3 else ()),
        *(FORM_4 if form < 4 else ()),
        *(FORM_5 if form < 5 else ()),
        *(FORM_6 if form < 6 else ()),
        *(FORM_7 if form < 7 else ()),
        *(FORM_8 if form < 8 else ()),
        *(FORM_9 if form < 9 else ()),
        *(FORM_10 if form < 10 else ()),
        *(FORM_11 if form < 11 else ()),
        *(FORM_12 if form < 12 else ()),
        *(FORM_13 if form < 13 else ()),
        *FORM_14,
    ):
        database.define(connection, statement)
    database.note_changes(connection)
    if form < 8:
        database.keep_no_samples(connection, "texts", "text")
    if form < 9:
        _to_form_9(tables, connection)


def _to_form_2(database: Database, tables: Tables, connection: Connection) -> None:
    for statement in FORM_2:
        database.define(connection, statement)
    for table in _folded(tables, connection):
        fill_row(connection, table)


def _to_form_9(tables: Tables, connection: Connection) -> None:
    for table in _folded(tables, connection):
        fill_stopped(connection, table)


def _folded(tables: Tables, connection: Connection) -> Iterator[Table]:
    """Yield every table that can be read."""
    for (table,) in connection.execute("SELECT table_id FROM listing").fetchall():
        try:
            folded = tables.folded(table)
        except (DamagedError, UnknownGameError) as error:  # the others must not wait for its repair
            logger.warning("the list does not say everything of table %s: %s", table, error)
        else:
            yield folded
