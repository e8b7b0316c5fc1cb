"""A pairing as a match: best of several games, each at a table of its own, the first player alternating.

A game won counts one, a drawn one a half for both; one that somebody did not come to is won by who came, and counts for
nobody if neither did. The match ends once nobody can catch up any more, or after its last game; if both have the same
then, it is drawn. Who came to no game of it has lost by forfeit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeVar

from domain.tournament.results import ABSENT

BestOf: TypeAlias = Literal[1, 3, 5, 7, 9]
Two: TypeAlias = tuple[int, ...]  # the places of the two, the match's first player first
Thing = TypeVar("Thing")

WON, DRAWN, LOST = 2, 1, 0  # in halves of a game


def turned(two: tuple[Thing, ...], game: int) -> tuple[Thing, ...]:
    """Return what stands in the order of the match in the order of a game's seats, or the other way round."""
    return two if game % 2 else two[::-1]


def result_of(games: Sequence[Two], best_of: int) -> Two | None:
    """Return the places that the games of a match come to; nothing while it goes on."""
    one, other = _halves(games)
    left = best_of - len(games)
    return as_it_stands(games) if left == 0 or abs(one - other) > WON * left else None


def as_it_stands(games: Sequence[Two]) -> Two:
    """Return the places by the games that there are, decided or not."""
    came = [any(places[seat] != ABSENT for places in games) for seat in (0, 1)]
    halves = _halves(games)
    return tuple([1 + (halves[1 - seat] > halves[seat]) if came[seat] else ABSENT for seat in (0, 1)])


def _halves(games: Sequence[Two]) -> tuple[int, int]:
    one, other = (sum(_worth(places[seat], places[1 - seat]) for places in games) for seat in (0, 1))
    return one, other


def _worth(mine: int, other: int) -> int:
    if ABSENT in (mine, other):
        return LOST if mine == ABSENT else WON
    return DRAWN if mine == other else WON if mine < other else LOST
