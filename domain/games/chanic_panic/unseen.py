"""What lies face down for everybody, put in a new order: the deck below the cards that some seat may know."""

from __future__ import annotations

from domain.games.chanic_panic.state import ChanicDraft
from domain.kernel.cards.reordering import reorder


def reshuffle_unseen(draft: ChanicDraft) -> None:
    """Put the deck in a new order, but for what was peeked at, put on top or reordered by a seat; source: section 3."""
    reorder(draft, draft.state.deck.cards, pile="deck", above=draft.state.known)
