"""The result of a table before it is final: since when it stands, who has accepted it, and when it may be confirmed.

Part of check 1; that nothing is confirmed too early is part of check 9.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from domain.record.entries import (
    CLOCK,
    Entry,
    GameFinished,
    ResultAccepted,
    ResultConfirmed,
    RewoundTo,
    TableOpened,
)

TABLE = "table"  # who accepts for a seat that has no more to say: a bot's, or one that was out of the game

OfResult: TypeAlias = ResultAccepted | ResultConfirmed


class Result(msgspec.Struct, frozen=True):
    """A result that is not final yet: since when it stands, and the seats that have accepted it."""

    since: int
    accepted: frozenset[int] = frozenset()


def result_fault(entry: OfResult, result: Result, opening: TableOpened) -> str | None:
    """Return why an entry about a result cannot come here."""
    if isinstance(entry, ResultConfirmed):
        late = opening.confirm is not None and entry.by != CLOCK
        return f"{entry.by} cannot confirm a result that the clock confirms" if late else None
    if opening.confirm is None:
        return "the result of this table is final at once"
    if entry.seat >= opening.seats:
        return f"the table has no seat {entry.seat}"
    if entry.by not in (f"seat:{entry.seat}", TABLE):
        return f"{entry.by} cannot accept the result for seat {entry.seat}"
    return f"seat {entry.seat} has accepted the result already" if entry.seat in result.accepted else None


def result_after(result: Result | None, entry: Entry) -> Result | None:
    """Return the result that waits to be final after an entry; nothing where none does."""
    match entry:
        case GameFinished():
            return Result(entry.at)
        case ResultAccepted():
            assert result is not None, "the order of entries shows that there is one"
            return Result(result.since, result.accepted | {entry.seat})
        case RewoundTo() | ResultConfirmed():
            return None
        case _:
            return result


def final_at(result: Result, opening: TableOpened) -> int:
    """Return from when on a result may be confirmed: once every seat has accepted it, or its window is over."""
    if opening.confirm is None or len(result.accepted) == opening.seats:
        return result.since
    return result.since + opening.confirm.window_ms


def is_early(entry: Entry, result: Result | None, opening: TableOpened) -> bool:
    """Say whether a result is confirmed too early; `result` is the one before the entry."""
    return isinstance(entry, ResultConfirmed) and result is not None and entry.at < final_at(result, opening)
