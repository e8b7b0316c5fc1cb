"""The names that sentences read off the cards: message ids that stand in no source."""

from __future__ import annotations

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED


def names() -> set[str]:
    """Return the English names of the shipped card set."""
    return {card.english for card in SHIPPED.definitions}
