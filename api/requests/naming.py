"""What the seats of a table are called by who looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


def bot_name(seat: Seat, words: Words) -> str:
    """Return what pages call the bot of a seat: how it plays is said where a table is opened."""
    return words.say("Bot {number}", number=seat)


def seat_labels(seats: Sequence[Mapping[str, Any]], own: Seat | None, words: Words) -> list[str]:
    """Return what each seat is called: by its player's name where only one has it, bots by their number.

    `seats` are those of a table's answer; the own one, if there is one, says so.
    """
    names = [bot_name(place["seat"], words) if place["bot"] else place["name"] for place in seats]
    labels = [
        words.say("{name} ({number})", name=name, number=seat + 1) if name and names.count(name) > 1 else name or ""
        for seat, name in enumerate(names)
    ]
    called = words.on_page(labels)
    return [
        words.say("{seat} (you)", seat=called.seat(seat)) if seat == own else called.seat(seat)
        for seat in range(len(labels))
    ]
