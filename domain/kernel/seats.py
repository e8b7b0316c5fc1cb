"""Seats of a table, and viewers: who is looking, and what they may know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

import msgspec

Seat = int
T = TypeVar("T")


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who looks at a table: the seats they hold, or everything (an arbiter)."""

    seats: frozenset[Seat] = frozenset()
    everything: bool = False

    def may_know(self, audience: Iterable[Seat]) -> bool:
        """Say whether a value with this audience is open to the viewer; the one rule of visibility."""
        return self.everything or not self.seats.isdisjoint(audience)

    def covers(self, other: Viewer) -> bool:
        """Say whether this viewer sees everything that another one may see."""
        return self.everything or (not other.everything and other.seats <= self.seats)

    def __str__(self) -> str:
        if self.everything:
            return "all"
        if not self.seats:
            return "spectator"
        return ",".join(f"seat:{seat}" for seat in sorted(self.seats))


SPECTATOR = Viewer()
ARBITER = Viewer(everything=True)


@lru_cache(64)
def seat_viewer(seat: Seat) -> Viewer:
    """Return the viewer who holds exactly this seat."""
    return Viewer(frozenset((seat,)))


def parse_viewer(text: str, seats: int) -> Viewer:
    """Parse `all`, `spectator`, `seat:2` or `seat:0,seat:1`.

    Raises `ValueError` for anything else, and for a seat outside 0 to `seats` - 1.
    """
    if text == "all":
        return ARBITER
    if text == "spectator":
        return SPECTATOR
    held = set()
    for part in text.split(","):
        word, _, number = part.partition(":")
        if word != "seat" or not number.isascii() or not number.isdigit() or int(number) >= seats:
            raise ValueError(f"{text!r} is no viewer: use all, spectator, or seat:0 to seat:{seats - 1}")
        held.add(int(number))
    return Viewer(frozenset(held))


def every_viewer(seats: int) -> tuple[Viewer, ...]:
    """Return the spectator, each seat, and the arbiter of a table with so many seats."""
    return (SPECTATOR, *(seat_viewer(seat) for seat in range(seats)), ARBITER)


def at_seat(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return what belongs to the seats, one value each, with another value at one of them."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
