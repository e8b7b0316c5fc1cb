"""Which decks are legal: every reason against one, in the order of 6.1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.panzer_clash.cards import FACTORY, Pool, Side
from domain.games.panzer_clash.refusals import no
from domain.kernel.refusals import Refusal

COPIES = 4  # of every card but Factories; rulebook "Preparations"


def faults(pool: Pool, cards: Mapping[str, int], side: Side | None, size: int) -> Iterator[Refusal]:
    """Yield every reason why a deck is refused, cards in order of their ids; nothing for a legal deck.

    Source: 6.1; rulebook "Preparations".
    """
    known = [card for card in sorted(cards) if card in pool.cards]
    for card in sorted(cards):
        if card not in pool.cards:
            yield no("unknown_card", card=card)
    for card in known:
        if pool.cards[card].card_type == "terrain":
            yield no("not_a_supply_card", card=card)
    for card in known:
        if cards[card] < 1:
            yield no("bad_copies", card=card, copies=cards[card])
    for card in known:
        if cards[card] > COPIES and card != FACTORY:
            yield no("too_many_copies", card=card, copies=cards[card], limit=COPIES)
    count = sum(cards.values())
    if count != size:
        yield no("wrong_deck_size", count=count, size=size)
    if side is None:
        yield no("mixed_sides", "no_side")
    for card in known:
        if side is not None and pool.cards[card].side not in (None, side):
            yield no("mixed_sides", card=card, side=side)
