"""What the seats of a table are called by who looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


def seat_labels(seats: Sequence[Mapping[str, Any]], own: Seat | None, words: Words) -> list[str]:
    """Return what each seat is called: by its player's name where only one has it, bots by their number.

    `seats` are those of a table's answer; the own one, if there is one, says so.
    """
    names = [None if place["bot"] else place["name"] for place in seats]
    called = words.on_page(names, [place["seat"] for place in seats if place["bot"]])
    return [
        words.say("{seat} (you)", seat=called.seat(seat)) if seat == own else called.seat(seat)
        for seat in range(len(names))
    ]
