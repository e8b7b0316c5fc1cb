"""A tournament in figures."""

from __future__ import annotations

import msgspec

from domain.tournament.log.entries import (
    PlayerEnteredLate,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundStarted,
)
from domain.tournament.results import Result
from replay.tournaments.reading import Followed


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What can be counted of a tournament. `rounds_ms` is each whole round from its beginning to its last result."""

    tournament: str
    game: str
    entries: int
    players: int
    rounds: int
    tables: int
    played: int
    forfeits: int
    rulings: int
    corrected: int
    open: int
    byes: int
    withdrawn: int
    disqualified: int
    late: int
    first_wins: str | None
    draws: int
    attempts: int
    rounds_ms: tuple[int, ...]


def figures(found: Followed) -> Figures:
    """Return the figures of a tournament."""
    book, entries = found.book, [step.entry for step in found.steps]
    begun = book.published
    results = [
        Result(players, played.results[table])
        for played in begun
        for table, players in enumerate(played.tables)
        if table in played.results
    ]
    full = [result for result in results if len(result.present) == len(result.players)]
    tables = sum(len(played.tables) for played in begun)
    return Figures(
        tournament=book.opened.tournament,
        game=book.opened.game,
        entries=len(entries),
        players=len(book.players),
        rounds=len(begun),
        tables=tables,
        played=len(full),
        forfeits=len(results) - len(full),
        rulings=sum(isinstance(entry, ResultCounted) and entry.reason is not None for entry in entries),
        corrected=sum(isinstance(entry, ResultCorrected) for entry in entries),
        open=tables - len(results),
        byes=sum(len(played.byes) for played in begun),
        withdrawn=sum(one.withdrawn for one in book.players.values()),
        disqualified=sum(one.disqualified for one in book.players.values()),
        late=sum(isinstance(entry, PlayerEnteredLate) for entry in entries),
        first_wins=_share(full),
        draws=sum(len(getattr(entry, "draws", ())) for entry in entries),
        attempts=sum(isinstance(entry, RoundPaired) for entry in entries),
        rounds_ms=_lengths(found),
    )


def _share(results: list[Result]) -> str | None:
    """Return how many tables their first player won, alone or not, of how many."""
    return f"{sum(result.places[0] == 1 for result in results)}/{len(results)}" if results else None


def _lengths(found: Followed) -> tuple[int, ...]:
    began: dict[int, int] = {}
    ended: dict[int, int] = {}
    for step in found.steps:
        if isinstance(step.entry, RoundStarted):
            began[step.entry.round] = step.entry.at
        elif isinstance(step.entry, ResultCounted) and step.book.rounds[step.entry.round - 1].done:
            ended[step.entry.round] = step.entry.at
    return tuple([ended[number] - at for number, at in began.items() if number in ended])
