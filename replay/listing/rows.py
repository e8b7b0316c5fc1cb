"""One record or table of a list: what is told of it, whether it is wanted, and where it belongs in an order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from replay.reading.gathered import natural

STATUSES = ("open", "running", "finished", "confirmed", "abandoned")


class Place(msgspec.Struct, frozen=True):
    """A place of a result, and who shares it."""

    place: int
    seats: tuple[int, ...]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended."""

    places: tuple[Place, ...] = ()
    points: tuple[int, ...] | None = None
    ended_by: str | None = None
    reason: str | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the first place."""
        return self.places[0].seats if self.places else ()


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The first check that a record fails at sight."""

    check: str
    code: str
    line: int | None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One record or table: where it is, what it is.

    `players` are names seat by seat, which only a service knows; `bots` the names of bots. `played_ms` is the time from
    the deal to the end of play, or to the last entry.
    """

    place: str
    table: str
    game: str
    seats: int | None
    status: str
    entries: int | None
    viewer: str | None
    opened: str
    label: str | None
    players: tuple[str | None, ...] = ()
    bots: tuple[str | None, ...] = ()
    outcome: Result | None = None
    played_ms: int | None = None
    wrong: Failure | None = None

    @property
    def named(self) -> list[str]:
        """Who plays, as far as it is known: names of players and of bots."""
        return [name for name in (*self.players, *self.bots) if name]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a list is narrowed to; texts are looked for anywhere and in any case."""

    game: str | None = None
    status: str | None = None
    seats: int | None = None
    player: str | None = None
    label: str | None = None
    wrong: bool = False
    code: str | None = None
    after: str | None = None  # a day in UTC
    result: str | None = None

    def takes(self, row: Row) -> bool:
        """Say whether a row is wanted."""
        return (
            self.game in (None, row.game)
            and self.status in (None, row.status)
            and self.seats in (None, row.seats)
            and (self.player is None or any(_holds(name, self.player) for name in row.named))
            and (self.label is None or _holds(row.label or "", self.label))
            and (not self.wrong or row.wrong is not None)
            and (self.code is None or (row.wrong is not None and row.wrong.code == self.code))
            and (self.after is None or row.opened >= self.after)
            and (self.result is None or self.result in _results(row.outcome))
        )


def _results(outcome: Result | None) -> set[str | None]:
    """Return by which words a result is looked for: who won alone, a tie, how it ended."""
    if outcome is None:
        return {"none"}
    winners = outcome.winners
    return {outcome.ended_by, f"seat:{winners[0]}" if len(winners) == 1 else "tie" if winners else None}


def _holds(text: str, part: str) -> bool:
    return part.casefold() in text.casefold()


ORDERS: Mapping[str, Callable[[Row], Any]] = {
    "name": lambda row: natural(row.place),
    "opened": lambda row: row.opened,
    "game": lambda row: row.game,
    "status": lambda row: STATUSES.index(row.status) if row.status in STATUSES else len(STATUSES),
    "seats": lambda row: row.seats,
    "players": lambda row: [natural(name) for name in row.named],
    "result": lambda row: None if row.outcome is None else row.outcome.winners,
    "time": lambda row: row.played_ms,
    "entries": lambda row: row.entries,
    "label": lambda row: None if row.label is None else natural(row.label),
}


def ordered(rows: Sequence[Row], by: str | None, *, backwards: bool) -> list[Row]:
    """Return rows in an order, or in their own; those that have nothing to be ordered by come last."""
    if by is None:
        return list(reversed(rows)) if backwards else list(rows)
    key = ORDERS[by]
    known = sorted((row for row in rows if key(row) is not None), key=key, reverse=backwards)
    return [*known, *(row for row in rows if key(row) is None)]
