"""What lies in a pile before its shuffle, for golden plays that rig one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.messages import DeckChosen


def unshuffled(purpose: str, facts: Sequence[Any]) -> tuple[str, ...]:
    """Return the `terrain`, or a deck (`supply_0`, `supply_1`) as its seat chose it."""
    if purpose == "terrain":
        return SHIPPED.terrain
    chosen = {f"supply_{fact.seat}": fact.cards or {} for fact in facts if isinstance(fact, DeckChosen)}
    return tuple([card for card, copies in sorted(chosen[purpose].items()) for _ in range(copies)])
