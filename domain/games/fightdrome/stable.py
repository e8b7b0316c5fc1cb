"""Choosing fighters in an Epic Tournament, and building decks from the box."""

from __future__ import annotations

from domain.games.fightdrome.bout import start_bout
from domain.games.fightdrome.cards import Card, Sleeve
from domain.games.fightdrome.messages import (
    DecksBuilt,
    FightersRevealed,
    PileCount,
    Reveal,
    SleeveChosen,
)
from domain.games.fightdrome.state import FightdromeDraft, supply
from domain.kernel.cards.zones import in_order
from domain.kernel.seats import Seat


def choose_for(draft: FightdromeDraft, seat: Seat, sleeve: Sleeve) -> None:
    """Let a seat choose its next fighter; when all have chosen, reveal them, build their decks, start the bout. R41."""
    draft.emit(SleeveChosen(seat=seat, sleeve=sleeve))
    state = draft.state
    if state.choosing:
        return
    chosen = [(other, fighter.corner.chosen) for other, fighter in enumerate(state.fighters)]
    reveals = tuple([Reveal(other, name) for other, name in chosen if name is not None])
    draft.emit(FightersRevealed(fighters=reveals))
    build_decks(draft, tuple([reveal.seat for reveal in reveals]))
    start_bout(draft)


def build_decks(draft: FightdromeDraft, seats: tuple[Seat, ...]) -> None:
    """Shuffle the supply piles and deal the decks of these seats (setup, steps 3 to 5)."""
    deal_decks(draft, seats, shuffled_piles(draft, seats))


def shuffled_piles(draft: FightdromeDraft, seats: tuple[Seat, ...]) -> list[tuple[Card, ...]]:
    """Return the shuffled supply piles, what these seats had taken put back; the top first."""
    state = draft.state
    piles = supply(state, seats)
    return [
        in_order(pile, draft.chance.shuffle(len(pile), f"pile_{name}"))
        for name, pile in zip(state.cards.piles, piles, strict=True)
    ]


def deal_decks(draft: FightdromeDraft, seats: tuple[Seat, ...], piles: list[tuple[Card, ...]]) -> None:
    """Deal each seat in turn what its character says from the top of each pile, and its Feints and Weaves."""
    cards = draft.state.cards
    for seat in seats:
        corner = draft.state.fighters[seat].corner
        counts = cards.counts[corner.sleeve, corner.stack]
        taken = [card for pile, count in zip(piles, counts, strict=True) for card in pile[:count]]
        piles = [pile[count:] for pile, count in zip(piles, counts, strict=True)]
        rows = tuple([PileCount(name, count) for name, count in zip(cards.piles, counts, strict=True)])
        deck = cards.in_order([*taken, *cards.set_aside])
        draft.emit(DecksBuilt(seat=seat, counts=rows, cards=deck))
