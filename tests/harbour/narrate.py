"""A sentence for the facts that people want to hear of."""

from __future__ import annotations

from typing import Any

from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from tests.harbour import messages as said


def sentence(fact: Any, words: Words) -> str | None:
    """Return what is said of a fact."""
    match fact:
        case said.CardsDrawn(seat=seat, cards=cards) if HIDDEN in cards:
            return words.count("{seat} draws a ware.", "{seat} draws {n} wares.", len(cards), seat=words.seat(seat))
        case said.CardsDrawn(seat=seat, cards=cards):
            return words.say("{seat} draws {cards}.", seat=words.seat(seat), cards=", ".join(cards))
        case said.TurnEnded(next=seat):
            return words.say("It is the turn of {seat}.", seat=words.seat(seat))
        case said.HarbourClosed():
            return words.say("The harbour closes.")
        case _:
            return None
