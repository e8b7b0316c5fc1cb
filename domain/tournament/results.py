"""What happened in the rounds of a tournament: places at tables, forfeits, byes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import msgspec

from domain.tournament.players import Player, PlayerId

ABSENT = 0  # the place of a player who did not come to the table: a forfeit

ByeKind: TypeAlias = Literal["pairing", "full", "half", "zero"]


class Bye(msgspec.Struct, frozen=True):
    """A round without a table: given by the pairing, or asked for (`full`, `half`, `zero` points)."""

    player: PlayerId
    kind: ByeKind


class Result(msgspec.Struct, frozen=True):
    """The result of one table: its players in seat order, the first player first, and the place of each.

    Players who tie share a place, and as many places after it are free (1, 1, 3). Who did not come has `ABSENT`. A
    table that was `redealt` by a ruling is not like others that began with the same deal.
    """

    players: tuple[PlayerId, ...]
    places: tuple[int, ...]
    redealt: bool = False

    @property
    def present(self) -> tuple[PlayerId, ...]:
        """Who came, in seat order."""
        return tuple([player for player, place in zip(self.players, self.places, strict=True) if place != ABSENT])

    @property
    def was_played(self) -> bool:
        """Whether at least two came; a table is no meeting of anybody otherwise."""
        return len(self.present) > 1

    def is_like(self, other: Result) -> bool:
        """Say whether both tables played the same deal to the end, by as many."""
        return len(self.players) == len(other.players) and self._is_whole and other._is_whole

    @property
    def _is_whole(self) -> bool:
        return not self.redealt and ABSENT not in self.places

    @property
    def groups(self) -> tuple[tuple[PlayerId, ...], ...]:
        """Who came, in groups that share a place, the best first."""
        placed = list(zip(self.players, self.places, strict=True))
        best_first = sorted({place for _, place in placed if place != ABSENT})
        return tuple([tuple([player for player, place in placed if place == best]) for best in best_first])


class Round(msgspec.Struct, frozen=True):
    """A round: its tables with their results, and who had a bye."""

    tables: tuple[Result, ...]
    byes: tuple[Bye, ...] = ()


class History(msgspec.Struct, frozen=True):
    """Everybody who ever entered a tournament, and its rounds so far."""

    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()


def conceded(places: Sequence[int], seats: Collection[int]) -> tuple[int, ...]:
    """Return places with some seats behind everybody else who came; among themselves both stay as they were."""
    ranks = [(seat in seats, place) for seat, place in enumerate(places)]
    came = [rank for rank in ranks if rank[1] != ABSENT]
    return tuple([ABSENT if rank[1] == ABSENT else 1 + sum(other < rank for other in came) for rank in ranks])


def is_ranking(places: Sequence[int]) -> bool:
    """Say whether places are a ranking with ties: each is one more than the number of players who stand before it."""
    came = [place for place in places if place != ABSENT]
    return all(place == 1 + sum(other < place for other in came) for place in came)
