"""What the seats of a table are called by who looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


def bot_names(bots: Iterable[Seat], words: Words) -> dict[Seat, str]:
    """Return what pages call the bots of a table, who count from 1: how they play is said where it is opened."""
    return {seat: words.say("Bot {number}", number=number) for number, seat in enumerate(sorted(bots), 1)}


def seat_labels(seats: Sequence[Mapping[str, Any]], own: Seat | None, words: Words) -> list[str]:
    """Return what each seat is called: by its player's name where only one has it, bots by their number.

    `seats` are those of a table's answer; the own one, if there is one, says so.
    """
    bots = bot_names([place["seat"] for place in seats if place["bot"]], words)
    names = [bots.get(place["seat"], place["name"]) for place in seats]
    labels = [
        words.say("{name} ({number})", name=name, number=seat + 1) if name and names.count(name) > 1 else name or ""
        for seat, name in enumerate(names)
    ]
    called = words.on_page(labels)
    return [
        words.say("{seat} (you)", seat=called.seat(seat)) if seat == own else called.seat(seat)
        for seat in range(len(labels))
    ]
