"""The cards: kinds (`H7`) while hidden, labels (`H7-1`) while open, and the number printed on them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.kernel.cards.zones import Ranks
from domain.kernel.seats import Seat

Card: TypeAlias = Annotated[str, msgspec.Meta(max_length=8)]  # `C10-5` is the longest there is
Suit: TypeAlias = Literal["H", "D", "S", "C"]

HEARTS, DIAMONDS, SPADES, CLUBS = SUITS = "HDSC"
PACK = tuple([f"{suit}{value}" for suit in SUITS for value in range(1, 11)])  # "The Deck": no face cards; Ace = 1
MOST_PACKS = 5  # packs of ten seats

LABELS = {kind: tuple([f"{kind}-{pack}" for pack in range(1, MOST_PACKS + 1)]) for kind in PACK}
KIND = {label: kind for kind, labels in LABELS.items() for label in (kind, *labels)}  # of kinds and labels
BASE_VALUE = {card: int(kind[1:]) for card, kind in KIND.items()}  # of kinds and labels
RANK = Ranks(PACK)  # a public order for a set of cards from a hand


STACKED = "*"  # before a card of the Stack that is offered beside cards of the hand: `*H7`


def stacked(card: Card) -> Card | None:
    """Return the kind of a card that is offered from the Stack; nothing for any other."""
    return KIND.get(card[1:]) if card[:1] == STACKED else None


def packs(seats: Seat) -> int:
    """Return how many packs are used: one for every two players, rounded up ("Additional Rules and Notes")."""
    return (seats + 1) // 2


def whole_deck(seats: Seat) -> tuple[Card, ...]:
    """Return the deck as it is built before the first shuffle (setup, step 3)."""
    return PACK * packs(seats)


def by_rank(discards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the kinds of cards from a hand in the order of the pack, which tells nothing about the hand's own."""
    return RANK.in_order([KIND.get(card, card) for card in discards]) if discards else ()
