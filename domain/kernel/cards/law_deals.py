"""Rigged deals for the laws of a game: orders in which play begins, so that rare states come early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

Order: TypeAlias = Callable[[int], tuple[int, ...]]
"""From n to the permutation that a shuffle of n cards yields: place i gets what lay at `permutation[i]`."""


class LawDeal(NamedTuple):
    """A rigged deal for the laws: what the first shuffles give, by the purpose of the draw.

    `orders` maps a purpose to the order that its first use yields; all else is by chance. `card_set` is the text of a
    card set that no release ships, in which rare cards are many. `shunned` has tags of commands that are seldom given,
    so that a seat does something else where it can.
    """

    label: str
    seats: int
    options: Mapping[str, Any]
    orders: Mapping[str, Order]
    card_set: bytes | None = None
    shunned: frozenset[str] = frozenset()


def unmoved(n: int) -> tuple[int, ...]:
    """Leave the cards as they lay before the shuffle."""
    return tuple(range(n))


def backwards(n: int) -> tuple[int, ...]:
    """Turn the cards round: the last on top."""
    return tuple(range(n - 1, -1, -1))


def places_on_top(*wanted: int) -> Order:
    """Return an order with what lay at these places on top, counted from the end where negative, the rest unmoved."""

    def order(n: int) -> tuple[int, ...]:
        top = [place % n for place in wanted]
        return (*top, *[place for place in range(n) if place not in top])

    return order


def cards_on_top(*wanted: str, of: tuple[str, ...]) -> Order:
    """Return an order with these cards on top, in this order, the rest unmoved; `of` is what is shuffled."""
    places: list[int] = []
    for card in wanted:
        places.append(next(place for place, lying in enumerate(of) if lying == card and place not in places))
    return places_on_top(*places)


def stride(step: int) -> Order:
    """Return an order that takes every so many-th card: something of everything in every hand."""
    return lambda n: tuple(sorted(range(n), key=lambda place: (place % step, place)))
