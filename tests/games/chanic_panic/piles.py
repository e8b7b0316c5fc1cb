"""What lies in a pile before its shuffle, for golden plays that rig one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games.chanic_panic.cards import whole_deck
from domain.games.chanic_panic.messages import GameStarted


def unshuffled(purpose: str, facts: Sequence[Any]) -> tuple[str, ...]:
    """Return the `deck` of as many seats."""
    assert purpose == "deck"
    return next(whole_deck(fact.seats) for fact in facts if isinstance(fact, GameStarted))
