"""The names that Panzer Clash reads off its cards: a catalogue translates them."""

from __future__ import annotations

from domain.games.panzer_clash.loader import SHIPPED


def names() -> set[str]:
    """Return the name of every shipped card."""
    return {card.english for card in SHIPPED.definitions}
