"""The ranking of a game: places with ties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from domain.kernel.seats import Seat
from domain.kernel.setup import Place

Score = TypeVar("Score", bound=Any)  # numbers, or tuples that compare as the rules do


def ranked(groups: Iterable[tuple[Seat, ...]]) -> tuple[Place, ...]:
    """Give groups of seats their places, the best first; a group shares a place and takes as many as it has seats."""
    places: list[Place] = []
    ahead = 0
    for seats in groups:
        if seats:
            places.append(Place(place=ahead + 1, seats=seats))
            ahead += len(seats)
    return tuple(places)


def by_score(scores: Mapping[Seat, Score]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats in groups of equal scores, the highest first, within a group as they stand in `scores`."""
    best_first = sorted(set(scores.values()), reverse=True)
    return tuple([tuple([seat for seat in scores if scores[seat] == best]) for best in best_first])
