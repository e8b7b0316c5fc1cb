"""What lies in a pile before its shuffle, for golden plays that rig one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED


def unshuffled(purpose: str, facts: Sequence[Any]) -> tuple[str, ...]:
    """Return the `deck` that the release ships."""
    assert purpose == "deck"
    return SHIPPED.deck
