"""What lies face down for everybody, put in a new order: both Supplies, and the terrain."""

from __future__ import annotations

from domain.games.panzer_clash.state import PanzerDraft
from domain.kernel.cards.reordering import reorder


def reshuffle_unseen(draft: PanzerDraft) -> None:
    """Put each Supply in a new order, and the terrain that lies face down, set aside or on the field (section 3)."""
    for seat in (0, 1):
        reorder(draft, draft.state.players[seat].supply.cards, pile="supply", seat=seat)
    reorder(draft, draft.state.unseen_terrain, pile="terrain")
