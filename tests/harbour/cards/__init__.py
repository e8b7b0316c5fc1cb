"""The wares: a card set is a table of kinds, read strictly, and named by its digest."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

Card: TypeAlias = Annotated[str, msgspec.Meta(max_length=24)]


class CardSet:
    """The kinds of a game with their worth and number; compared by identity, never encoded."""

    def __init__(self, digest: str, worth: dict[str, int], copies: dict[str, int]) -> None:
        self.digest = digest
        self.worth = worth
        self.copies = copies
        self.kinds = tuple(worth)
        self.cards = tuple([kind for kind, count in copies.items() for _ in range(count)])


def kind_of(card: Card) -> Card:
    """Return the kind of a label; a kind and an unknown card stay what they are."""
    return card.partition("#")[0]
