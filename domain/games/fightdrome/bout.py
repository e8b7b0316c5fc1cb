"""The start of a bout: who begins, shuffled decks, hands that stand."""

from __future__ import annotations

from typing import Literal

from domain.games.fightdrome.cards import Card, CardSet
from domain.games.fightdrome.messages import (
    BoutStarted,
    DeckShuffled,
    FighterStaggered,
    HandDrawn,
    OverstimulatedHandShown,
)
from domain.games.fightdrome.state import FULL_HAND, FightdromeDraft
from domain.kernel.cards.zones import in_order
from domain.kernel.seats import Seat

MOST_NEUROCHEMS = 2  # cards of an opening hand; "Overstimulated"
MOST_REDRAWS = 100  # hands shown in a row; the next one stands (R7)


def start_bout(draft: FightdromeDraft) -> None:
    """Start the next bout: the hands are drawn, and the starting seat must attack (section 4).

    A hand that stands only because 100 others did not (R7) may have no Attack: then the seat is Staggered (section 5).
    """
    first = _first_seat(draft)
    draft.emit(BoutStarted(bout=draft.state.bout + 1, first_seat=first))
    for seat in (first, 1 - first):
        _draw_hand(draft, seat)
    if draft.state.cards.attacks.isdisjoint(draft.state.fighters[first].hand.cards):
        draft.emit(FighterStaggered(seat=first, cause="cannot_attack"))


def _first_seat(draft: FightdromeDraft) -> Seat:
    """Source: R6."""
    state = draft.state
    if state.bout == 0:
        return state.first_seat
    custom = state.options.later_first_player
    if custom == "random":
        return draft.chance.pick(2, "first_player", open=True)
    if custom == "alternate":
        return 1 - state.first_seat
    return state.last_winner if custom == "winner" else 1 - state.last_winner


def _draw_hand(draft: FightdromeDraft, seat: Seat) -> None:
    """Shuffle and draw until a hand stands. Source: "Overstimulated"; R7."""
    cards = draft.state.cards
    redraws = 0
    while True:
        deck = cards.in_order(draft.state.fighters[seat].deck)
        order = in_order(deck, draft.chance.shuffle(len(deck), f"deck_{seat}"))
        draft.emit(DeckShuffled(seat=seat, order=order))
        hand = order[:FULL_HAND]
        draft.emit(HandDrawn(seat=seat, cards=hand))
        reason = overstimulated(cards, hand)
        if reason is None or redraws == MOST_REDRAWS:
            return
        draft.emit(OverstimulatedHandShown(seat=seat, cards=cards.in_order(hand), reason=reason))
        redraws += 1


def overstimulated(cards: CardSet, hand: tuple[Card, ...]) -> Literal["too_many_neurochems", "no_attack"] | None:
    """Say why an opening hand does not stand, or nothing if it does."""
    if sum([card in cards.neurochems for card in hand]) > MOST_NEUROCHEMS:
        return "too_many_neurochems"
    if cards.attacks.isdisjoint(hand):
        return "no_attack"
    return None
