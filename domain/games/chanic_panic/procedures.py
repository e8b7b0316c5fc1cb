"""The standard procedures that every part of a turn uses: draw, reshuffle, labels for cards that become open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from domain.games.chanic_panic.cards import KIND, LABELS, Card
from domain.games.chanic_panic.messages import CardsDrawn, DeckShuffled, DrawSkipped
from domain.games.chanic_panic.state import ROWS, ChanicDraft, State
from domain.games.chanic_panic.values import full_hand
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat


def draw(draft: ChanicDraft, seat: Seat, count: int, reason: Literal["turn", "club", "trader"]) -> None:
    """Draw cards one by one; what a full hand or empty piles do not admit is lost.

    Cards that come between two reshuffles are one fact. Source: 5.6; rulebook "Additional Rules and Notes"; R4 to R6.
    """
    while count:
        state = draft.state
        room = full_hand(state, seat) - len(state.players[seat].hand.cards)
        if room <= 0:
            draft.emit(DrawSkipped(seat=seat, missing=count, reason="full_hand"))
            return
        cards = state.deck.cards[: min(count, room)]
        if not cards:
            draft.emit(DrawSkipped(seat=seat, missing=count, reason="no_cards"))
            return
        draft.emit(CardsDrawn(seat=seat, reason=reason, cards=cards))
        count -= len(cards)
        refill(draft)


def refill(draft: ChanicDraft) -> None:
    """Make the discard pile, shuffled from top to bottom, the new deck when the old one is exhausted.

    Called after each card drawn and after each complete component. Source: 5.6; R5, R6.
    """
    state = draft.state
    if state.deck.cards or not state.discard.cards:
        return
    cards = tuple([KIND[card] for card in state.discard.cards])
    order = in_order(cards, draft.chance.shuffle(len(cards), "exhausted"))
    draft.emit(DeckShuffled(reason="exhausted", count=len(cards), order=order))


def open_labels(state: State, kinds: Iterable[Card]) -> tuple[Card, ...]:
    """Return the labels that cards bear from now on when they leave a hand in this order.

    The lowest free pack number each, as `kernel.cards.zones.free_label` has it, without a set of all open cards.
    """
    given: list[Card] = []
    for kind in kinds:
        given.append(_free(state, kind, given))
    return tuple(given)


def _free(state: State, kind: Card, given: list[Card]) -> Card:
    discard = state.discard.cards
    row = ROWS.get(kind[0])
    for label in LABELS[kind]:
        if label in discard or label in given:
            continue
        if row is None:
            return label
        for player in state.players:
            if label in getattr(player, row):
                break
        else:
            return label
    raise NotThereError(f"every {kind} lies open already")
