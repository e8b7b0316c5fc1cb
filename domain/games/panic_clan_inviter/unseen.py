"""What lies face down for everybody, put in a new order: the deck."""

from __future__ import annotations

from domain.games.panic_clan_inviter.state import PanicDraft
from domain.kernel.cards.reordering import reorder


def reshuffle_unseen(draft: PanicDraft) -> None:
    """Put the deck in a new order; nobody ever looks at it (section 3)."""
    reorder(draft, draft.state.deck.cards, pile="deck")
