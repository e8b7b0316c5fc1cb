"""What lies in a pile before its shuffle, for golden plays that rig one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games.fightdrome.messages import DecksBuilt


def unshuffled(purpose: str, facts: Sequence[Any]) -> tuple[str, ...]:
    """Return a deck (`deck_0`, `deck_1`) as it was built at the deal."""
    built = {f"deck_{fact.seat}": fact.cards or () for fact in facts if isinstance(fact, DecksBuilt)}
    return built[purpose]
