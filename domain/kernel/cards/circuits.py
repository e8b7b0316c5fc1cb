"""Where the cards of a game can lie: places that exchange cards with each other and together hold a known lot of them.

A game says this of a state, redacted or not, so that whoever looks can count: what lies nowhere in the open lies in the
hidden places of its circuit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.kernel.seats import Seat


class Place(NamedTuple):
    """A place for cards: what people call it, whose it is, and its cards by kind, an unknown one as `?`.

    `closed` are places whose cards some seat cannot see; of these, `face_down` are the ones whose order nobody may
    see, their owner no more than others: decks.
    """

    label: str
    seat: Seat | None
    cards: tuple[str, ...]
    closed: bool = True
    face_down: bool = False


class Circuit(NamedTuple):
    """Places, and which cards lie in all of them together by kind; `None` where that is hidden itself."""

    places: tuple[Place, ...]
    cards: Mapping[str, int] | None
