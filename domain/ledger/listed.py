"""What the list of tables says of a table: a row, and how it follows from the entries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome
from domain.ledger.hot import HOT_TABLES
from domain.record.entries import Series, Visibility
from domain.record.order import Status
from domain.table.book import Holder
from domain.table.cases import closing_due
from domain.table.results import confirm_due
from domain.table.table import Table


class Seated(msgspec.Struct, frozen=True, array_like=True):
    """Who holds a seat: a pseudonymous player, whose name only `people` knows, or a bot."""

    seat: Seat
    player: str
    bot: str | None = None


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list; times in milliseconds since 1970, `head` the number of the last entry, `hash` what it has."""

    table: str
    game: str
    status: Status
    visibility: Visibility
    seats: int
    free: int
    head: int
    hash: bytes | None  # none where the entry is missing
    opened_by: str | None
    label: str | None
    external_id: str | None
    opened_at: int
    changed_at: int
    ended_at: int | None
    series: Series | None
    players: tuple[Seated, ...]
    outcome: Outcome | None
    delayed: bool = False
    imported: bool = False
    paused: bool = False


_series_of = msgspec.json.Decoder(Series)
_players_of = msgspec.json.Decoder(tuple[Seated, ...])
_outcome_of = msgspec.json.Decoder(Outcome)


def listed(row: tuple[Any, ...]) -> Listed:
    """Return a row as the database has it."""
    shown = dict(zip(Listed.__struct_fields__, row, strict=True))
    series, outcome = shown["series"], shown["outcome"]
    shown["series"] = None if series is None else _series_of.decode(series)
    for flag in ("delayed", "imported", "paused"):
        shown[flag] = bool(shown[flag])
    shown["players"] = players_in(shown["players"])
    shown["outcome"] = None if outcome is None else _outcome_of.decode(outcome)
    return Listed(**shown)


def players_in(text: str) -> tuple[Seated, ...]:
    """Return the players of a row as the database has them."""
    return _players_of.decode(text)


def as_of(row: Listed, table: Table) -> Listed:
    """Return the row that the list had when the table was as here."""
    now, book = changing(table), table.book
    return msgspec.structs.replace(
        row,
        **{name: now[name] for name in ("status", "free", "head", "changed_at", "ended_at", "paused")},
        hash=book.head,
        players=players_in(now["players"]),
        outcome=book.outcome,
    )


def misstated(row: Listed, table: Table) -> tuple[str, ...]:
    """Return what a row of the list says otherwise than the entries of its table, folded up to its head."""
    said = {**fixed(table), **changing(table)}
    ended = (row.ended_at is None) == (said["ended_at"] is None)  # the time is that of the first end, before a rewind
    expected = {
        **{name: said[name] for name in Listed.__struct_fields__ if name in said},
        "table": table.id,
        "opened_by": row.opened_by,  # a key, which no entry names
        "ended_at": row.ended_at if ended else said["ended_at"],
        "series": table.book.opened.series,
        "players": players_in(said["players"]),
        "outcome": table.book.outcome,
        "hash": table.book.head,
    }
    return tuple(name for name, value in expected.items() if getattr(row, name) != value)


def fixed(table: Table) -> dict[str, Any]:
    """Return what the list says of a table for good."""
    opened = table.book.opened
    return {
        "game": opened.game,
        "label": opened.label,
        "external_id": opened.external_id,
        "opened_at": opened.at,
        "seats": opened.seats,
        "delayed": opened.delay_entries is not None or opened.delay_seconds is not None,
        **_series(opened.series),
    }


def changing(table: Table) -> dict[str, Any]:
    """Return what the list says of a table as it stands, as far as it may change."""
    book = table.book
    outcome = book.outcome
    return {
        "table_id": table.id,
        "status": book.status,
        "visibility": book.visibility,
        "free": book.holders.count(None),
        "head": book.n,
        "changed_at": book.at,
        "ended_at": None if book.status in ("open", "running") else book.at,
        "bot_due": bool(awaited_bots(table)),
        "paused": book.pause is not None,
        "sat": _sat(book.sat),
        "clock_due": _clock_due(table),
        "players": _players(book.holders),
        "outcome": None if outcome is None else _text(outcome),
    }


def _series(series: Series | None) -> dict[str, Any]:
    return {"series_id": None if series is None else series.id, "series": None if series is None else _text(series)}


# What hardly ever changes while a table is played, of as many tables as are kept in memory.
@lru_cache(HOT_TABLES)
def _players(holders: tuple[Holder | None, ...]) -> str:
    held = enumerate(holders)
    return _text(tuple([Seated(seat, holder.player, holder.bot) for seat, holder in held if holder is not None]))


@lru_cache(HOT_TABLES)
def _sat(players: tuple[str, ...]) -> str:
    return _text(sorted(players))


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def awaited_bots(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the awaited seats that bots hold, with the names of the bots, in seat order."""
    found = []
    for seat, holder in enumerate(table.book.holders):  # most tables have none, and are not asked who is awaited
        if holder is not None and holder.bot is not None and seat in table.decisions:
            found.append((seat, holder.bot))
    return tuple(found)


def _clock_due(table: Table) -> int | None:
    return min([moment for moment in (closing_due(table), *_due_in_play(table)) if moment is not None], default=None)


def _due_in_play(table: Table) -> Iterable[int | None]:
    live, clock, pause = table.live, table.book.opened.clock, table.book.pause
    if table.book.result is not None:
        return (confirm_due(table),)
    if pause is not None:
        return (pause.lapses,)
    return () if live is None or clock is None else [live.due(seat, clock) for seat in table.decisions]
