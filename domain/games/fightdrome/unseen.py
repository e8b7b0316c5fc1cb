"""What lies face down for everybody, put in a new order: both decks."""

from __future__ import annotations

from domain.games.fightdrome.state import FightdromeDraft
from domain.kernel.cards.reordering import reorder


def reshuffle_unseen(draft: FightdromeDraft) -> None:
    """Put each deck in a new order; nobody ever looks at one (section 3). Cards laid face down are known to a seat."""
    for seat in (0, 1):
        reorder(draft, draft.state.fighters[seat].deck.cards, pile="deck", seat=seat)
