"""Everything from one store to another, whatever kind of database each is; a copy that broke off goes on where it was.

Entries go in their order, a thousand at a time, and are never written twice. All else is small and may have changed
since: it is thrown away and written anew, each table in one transaction. Nobody else may write to either meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.ledger.database import Connection, Database
from domain.ledger.errors import StoreError

AT_ONCE = 1_000  # rows in a transaction, or read at a time

Progress = Callable[[int, int], None]  # entries copied, and entries in all


class Room(NamedTuple):
    """A table of the database, and the columns that make up its key."""

    name: str
    key: tuple[str, ...]
    leaves_out: frozenset[str] = frozenset()  # what the other database counts by itself
    adds: frozenset[str] = frozenset()  # what SQLite keeps without a column
    truths: frozenset[str] = frozenset()  # columns that hold true and false, which SQLite keeps as numbers


HEARTBEATS = "heartbeats"
ENTRIES = Room("stored_events", ("rowid",), adds=frozenset({"rowid"}))  # cursors of feeds are places in their order
ROOMS = (
    Room("card_sets", ("digest",)),
    Room("people", ("player",)),
    Room("seat_tokens", ("table_id", "seat")),
    Room("player_tables", ("player", "table_id")),
    Room("api_keys", ("id",)),
    Room("attempts", ("stream", "n")),
    Room("rematch_consents", ("table_id", "seat")),
    Room("hints", ("table_id", "seat", "n")),
    Room("castings", ("table_id", "number")),
    Room("casting_consents", ("table_id", "number", "seat")),
    Room(HEARTBEATS, ("process",)),
    Room("looks", ("table_id", "number")),
    Room("calls", ("table_id", "number")),
    Room("cases", ("table_id", "case_id"), truths=frozenset({"stops_play", "quiet"})),
    Room("texts", ("table_id", "hash")),
    Room("excluded_arbiters", ("table_id", "arbiter")),
    Room("remembered", ("table_id", "key_hash")),
    Room("tournament_tables", ("table_id",)),
    Room("tournament_links", ("tournament_id", "player")),
    Room("tournaments", ("number",), leaves_out=frozenset({"number"}), truths=frozenset({"due", "sandbox"})),
    Room("webhooks", ("id",)),
    Room("letters", ("webhook", "number")),
    # Last, for now the tables show.
    Room(
        "listing",
        ("number",),
        leaves_out=frozenset({"number"}),
        truths=frozenset({"bot_due", "delayed", "imported", "paused"}),
    ),
)
LEFT_BEHIND = frozenset({"snapshots", "tickets", "seats_seen", "changes"})  # a cache, and what is only of the moment

_COUNT = "SELECT count(*) FROM stored_events"
_LAST = "SELECT originator_id, originator_version FROM stored_events ORDER BY rowid DESC LIMIT 1"
_PLACE = "SELECT rowid FROM stored_events WHERE originator_id = ? AND originator_version = ?"


def copy(source: Database, target: Database, progress: Progress) -> int:
    """Copy everything and compare it; return how many entries there are.

    Raises `StoreError` if the target holds entries of other tables, or is not the same afterwards.
    """
    count = _copy_entries(source, target, progress)
    for room in ROOMS:
        _copy_room(source, target, room)
    for room in (ENTRIES, *ROOMS):
        if _digest(source, room) != _digest(target, room):
            raise StoreError(f"the copy differs in {room.name}: was somebody writing meanwhile?")
    return count


def _copy_entries(source: Database, target: Database, progress: Progress) -> int:
    with source.reading() as connection:
        (in_all,) = connection.execute(_COUNT).fetchone()
    done, after = _begun(source, target)
    for page in _pages(source, ENTRIES, after):
        with target.writing() as connection:
            _insert(connection, ENTRIES, page, overriding=target.overriding)
            target.count_on(connection)
        done += len(page.rows)
        progress(done, in_all)
    return int(in_all)


def _begun(source: Database, target: Database) -> tuple[int, tuple[Any, ...]]:
    """Return how many entries an earlier copy has brought over, and the place of the last one in the source."""
    with target.reading() as connection:
        (done,) = connection.execute(_COUNT).fetchone()
        last = connection.execute(_LAST).fetchone()
    if last is None:
        _check_empty(source, target)
        return 0, ()
    with source.reading() as connection:
        place = connection.execute(_PLACE, last).fetchone()
    if place is None:
        raise StoreError("the target holds tables that the source does not have: copy into an empty database")
    return int(done), tuple(place)


def _check_empty(source: Database, target: Database) -> None:
    """Raise `StoreError` for a target without entries that is not empty: a copy begins with them, if there are any.

    That a service has begun on it and written when it lived is of no worth to anybody.
    """
    with source.reading() as connection:
        (in_all,) = connection.execute(_COUNT).fetchone()
    for room in ROOMS if in_all else ():
        with target.reading() as connection:
            row = connection.execute(f"SELECT 1 FROM {room.name} LIMIT 1").fetchone()
        if row is not None and room.name != HEARTBEATS:
            raise StoreError("the target holds keys or names of its own: copy into an empty database")


def _copy_room(source: Database, target: Database, room: Room) -> None:
    with target.writing() as connection:
        connection.execute(f"DELETE FROM {room.name}")
        for page in _pages(source, room):
            _insert(connection, room, page)


class _Page(NamedTuple):
    """Some rows of a table, by the names of its columns."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def _columns(database: Database, room: Room) -> list[str]:
    """Return the names of a table's columns, as the database has them; those that are copied."""
    with database.reading() as connection:
        described = connection.execute(f"SELECT * FROM {room.name} LIMIT 0").description
    names = {str(column[0]) for column in described or ()}
    return sorted((names | room.adds) - room.leaves_out)


def _pages(database: Database, room: Room, after: tuple[Any, ...] = ()) -> Iterator[_Page]:
    """Yield the rows of a table in the order of its key, those after one key."""
    columns = _columns(database, room)
    key, marks = ", ".join(room.key), ", ".join("?" * len(room.key))
    select = f"SELECT {key}, {', '.join(columns)} FROM {room.name}"
    order = f"ORDER BY {key} LIMIT {AT_ONCE}"
    while True:
        with database.reading() as connection:
            if after:
                found = connection.execute(f"{select} WHERE ({key}) > ({marks}) {order}", after).fetchall()
            else:
                found = connection.execute(f"{select} {order}").fetchall()
        if found:
            yield _Page(columns, [row[len(room.key) :] for row in found])
        if len(found) < AT_ONCE:
            return
        after = tuple(found[-1][: len(room.key)])


def _insert(connection: Connection, room: Room, page: _Page, *, overriding: str = "") -> None:
    marks = ", ".join("?" * len(page.columns))
    statement = f"INSERT INTO {room.name} ({', '.join(page.columns)}) {overriding} VALUES ({marks})"
    connection.executemany(statement, [_typed(room, page.columns, row) for row in page.rows])


def _typed(room: Room, columns: Sequence[str], row: Sequence[Any]) -> list[Any]:
    return [bool(value) if name in room.truths else value for name, value in zip(columns, row, strict=True)]


def _digest(database: Database, room: Room) -> tuple[int, int]:
    """Return the number of rows and the sum of their hashes: databases put texts in different orders."""
    count = total = 0
    for page in _pages(database, room):
        for row in page.rows:
            told = msgspec.msgpack.encode(_typed(room, page.columns, row))
            total += int.from_bytes(hashlib.sha256(told).digest())
            count += 1
    return count, total % 2**256
