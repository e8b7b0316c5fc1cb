"""The names that sentences read off cards, Sleeves and Stacks: message ids that stand in no source."""

from __future__ import annotations

from domain.games.fightdrome.cards.card_file import SHIPPED


def names() -> set[str]:
    """Return the names of the shipped set without their numbers."""
    printed = {card.name for card in SHIPPED.prints}
    rows = {_title(name) for name in (*SHIPPED.piles, *SHIPPED.sleeves, *SHIPPED.stacks)}
    return printed | rows


def _title(name: str) -> str:
    return " ".join([part.capitalize() for part in name.split("_") if not part.isdigit()])
