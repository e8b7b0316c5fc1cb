"""The standard procedures of effects and turns: labels, drawing with the reshuffle, discarding, asking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.messages import (
    CardsDiscarded,
    CardsDrawn,
    ChosenBy,
    DecisionOpened,
    DeckReshuffled,
    Question,
)
from domain.games.panic_clan_inviter.state import PanicDraft, State
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat


def open_labels(state: State, kinds: Iterable[Card]) -> tuple[Card, ...]:
    """Return the labels that cards bear from now on when they leave a hand in this order: the lowest free ones."""
    given: list[Card] = []
    for kind in kinds:
        given.append(_free(state, kind, given))
    return tuple(given)


def _free(state: State, kind: Card, given: list[Card]) -> Card:
    pile, rule, resolving = state.discard.cards, state.rule, state.resolving
    for label in state.cards.labels[kind]:
        if label in (rule, resolving) or label in given or label in pile:
            continue
        for player in state.players:
            if label in player.line:
                break
        else:
            return label
    raise NotThereError(f"every {kind} lies open already")


def draw(draft: PanicDraft, seat: Seat, count: int, reason: Literal["draw_two", "play_rule", "effect"]) -> None:
    """Draw cards one by one, with the reshuffle at the moment the deck runs out; fewer if the game has fewer.

    Cards that come between two reshuffles are one fact. Source: 6.2; [Flow]; R9 to R11.
    """
    while count:
        _reshuffle(draft)
        cards = draft.state.deck.cards[:count]
        if not cards:
            return
        draft.emit(CardsDrawn(seat=seat, cards=cards, reason=reason))
        count -= len(cards)
        _reshuffle(draft)


def _reshuffle(draft: PanicDraft) -> None:
    """Make the discard pile the new deck if that is empty; the pile is put in master order before it is shuffled."""
    state = draft.state
    if state.deck.cards or not state.discard.cards:
        return
    cards = state.cards
    pile = [cards.kind[card] for card in cards.in_order(state.discard.cards)]
    order = in_order(tuple(pile), draft.chance.shuffle(len(pile), "reshuffle"))
    draft.emit(DeckReshuffled(count=len(pile), order=order))


def discard(
    draft: PanicDraft,
    seat: Seat,
    kinds: Iterable[Card],
    reason: Literal["effect", "random", "hand_limit", "concession"],
    chosen_by: ChosenBy,
) -> None:
    """Discard cards of a hand; no card, no fact (R43)."""
    labels = open_labels(draft.state, kinds)
    if labels:
        draft.emit(CardsDiscarded(seat=seat, cards=labels, reason=reason, chosen_by=chosen_by))


def whole_hand(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return a hand in master order: the order of arrival is nobody else's business."""
    return state.cards.in_order(state.players[seat].hand.cards)


def ask(draft: PanicDraft, asked: Question) -> None:
    """Put a question to a seat."""
    draft.emit(DecisionOpened(seat=asked.seat, kind=asked.kind, source=asked.source, optional=asked.optional))
    draft.push(asked)
