"""A round that is paired, as its entries tell it: its tables, the games of its matches, its results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from domain.tournament.log.entries import (
    ByeSaid,
    Counted,
    DrawOffered,
    Places,
    Players,
    ResultConceded,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundRecalled,
    RoundStarted,
)
from domain.tournament.matches import as_it_stands, result_of, turned
from domain.tournament.results import Bye, Result, Round, conceded


class Game(msgspec.Struct, frozen=True):
    """A game of a match that was counted: the places in the order of the match."""

    places: Places
    rests_on: Counted | None = None


Games: TypeAlias = tuple[Game, ...]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is paired: its last attempt, and the results so far by table.

    `first` and `last` are the entries of its first and last attempt; `reason` is the organiser's, if the pairing is.
    With `best_of` a table is a match, and `games` are those counted so far. `recalled` is the last attempt that was
    published and taken back.
    """

    attempt: int
    first: int
    last: int
    reason: str | None = None
    recalled: int = 0
    tables: tuple[Players, ...]
    byes: tuple[ByeSaid, ...]
    started: bool = False
    started_at: int = 0
    decided_at: int = 0  # when the last result came
    stood_ms: int = 0  # how long the tournament was paused since the start
    results: Mapping[int, Places] = {}
    rests_on: Mapping[int, Counted] = {}
    best_of: int = 1
    games: Mapping[int, Games] = {}
    offers: Mapping[int, Players] = {}  # who would have a draw
    conceded: Mapping[int, Players] = {}  # who stands behind the others, whatever the next result says
    redealt: frozenset[int] = frozenset()  # tables of a board that are compared with no other

    @property
    def is_recalled(self) -> bool:
        """Whether this very attempt was taken back: another one comes before the round begins."""
        return self.recalled == self.attempt

    @property
    def done(self) -> bool:
        """Whether every table has a result."""
        return self.started and len(self.results) == len(self.tables)

    def history(self) -> Round:
        """Return the round with its results."""
        tables = [Result(players, self.results[i], i in self.redealt) for i, players in enumerate(self.tables)]
        return Round(tuple(tables), tuple([Bye(bye.player, bye.kind) for bye in self.byes]))

    def game(self, table: int) -> int:
        """Return the game that is due at a table, counted from 0; where the match is over, the last one played."""
        played = len(self.games.get(table, ()))
        return max(played, 1) if table in self.results else played + 1

    def seated(self, table: int, game: int) -> Players:
        """Return who sits at a table, counted from 0, in the order of a game's seats."""
        return turned(self.tables[table], game)


def with_word(played: Played, entry: DrawOffered | ResultConceded) -> Played:
    """Return a round with what a player has said about a table that has no result yet."""
    table = entry.table - 1
    if isinstance(entry, ResultConceded):
        return replace(played, conceded={**played.conceded, table: (*played.conceded.get(table, ()), entry.player)})
    others = tuple([player for player in played.offers.get(table, ()) if player != entry.player])
    return replace(played, offers={**played.offers, table: (*others, entry.player) if entry.stands else others})


def _said(played: Played, entry: ResultCounted | ResultCorrected) -> tuple[Played, Places]:
    """Return the places that an entry comes to in its own order, and the round in which every concession has been met.

    What the table itself says stands behind concessions; a ruling and an agreement stand as they are.
    """
    if not isinstance(entry, ResultCounted):
        return played, entry.places
    table = entry.table - 1
    seated, behind = played.seated(table, entry.game or 1), played.conceded.get(table, ())
    met = replace(played, conceded={number: players for number, players in played.conceded.items() if number != table})
    if entry.reason is not None or entry.agreed:
        return met, entry.places
    return met, conceded(entry.places, [seat for seat, player in enumerate(seated) if player in behind])


def with_result(played: Played, entry: ResultCounted | ResultCorrected, *, is_last: bool) -> Played:
    """Return a round with a result counted or corrected.

    A corrected game may leave a match without a winner. In the last round that has begun it goes on then; in an earlier
    one it stands as its games do.
    """
    table = entry.table - 1
    played, places = _said(played, entry)
    played = replace(played, redealt=played.redealt | {table} if entry.redealt else played.redealt - {table})
    if entry.game is None:
        rests_on = {number: counted for number, counted in played.rests_on.items() if number != table}
        if entry.rests_on is not None:
            rests_on[table] = entry.rests_on
        results = {**played.results, table: places}
        return replace(played, results=results, rests_on=rests_on, decided_at=entry.at)
    before = played.games.get(table, ())
    here = Game(turned(places, entry.game), entry.rests_on)
    games = (*before[: entry.game - 1], here, *before[entry.game :])
    won = [game.places for game in games]
    result = result_of(won, played.best_of) or (None if is_last else as_it_stands(won))
    results = {number: said for number, said in played.results.items() if number != table}
    if result is not None:
        results[table] = result
    others = {number: counted for number, counted in played.rests_on.items() if number != table}
    games_now = {**played.games, table: games}
    return replace(played, results=results, rests_on=others, games=games_now, decided_at=entry.at)


OfRounds: TypeAlias = (
    RoundPaired | RoundStarted | RoundRecalled | ResultCounted | ResultCorrected | DrawOffered | ResultConceded
)


def with_entry(rounds: tuple[Played, ...], entry: OfRounds, best_of: int) -> tuple[Played, ...]:
    """Return the rounds after an entry about one of them; `best_of` is how long its matches are, if it is paired."""
    if isinstance(entry, RoundPaired):
        again = len(rounds) == entry.round
        played = Played(
            attempt=entry.attempt,
            first=rounds[-1].first if again else entry.n,
            last=entry.n,
            reason=entry.reason,
            recalled=rounds[-1].recalled if again else 0,
            tables=entry.tables,
            byes=entry.byes,
            best_of=best_of,
        )
        return (*rounds[: entry.round - 1], played)
    played = rounds[entry.round - 1]
    if isinstance(entry, RoundStarted):
        played = replace(played, started=True, started_at=entry.at)
    elif isinstance(entry, RoundRecalled):
        played = replace(played, started=False, recalled=entry.attempt, stood_ms=0, offers={}, conceded={})
    elif isinstance(entry, DrawOffered | ResultConceded):
        played = with_word(played, entry)
    else:
        played = with_result(played, entry, is_last=entry.round == len(rounds))
    return (*rounds[: entry.round - 1], played, *rounds[entry.round :])


def later(rounds: tuple[Played, ...], ms: int) -> tuple[Played, ...]:
    """Return the rounds of a tournament that stood so long: the one that is being played has so much more time."""
    if not rounds or not rounds[-1].started:
        return rounds
    return (*rounds[:-1], replace(rounds[-1], stood_ms=rounds[-1].stood_ms + ms))
