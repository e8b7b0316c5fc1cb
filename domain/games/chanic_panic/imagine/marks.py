"""Cards of a hidden hand that cost nothing until the end of the turn, and what a coming play tells of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.chanic_panic.abilities.boards import COST_GAP
from domain.games.chanic_panic.cards import BASE_VALUE, KIND, Card
from domain.games.chanic_panic.messages import AbilityUsed, ChanicFact, PointsPaid, UtilityPlayed
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.values import cost
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN


def imagined_marks(state: State, told: Sequence[ChanicFact], chance: Chance) -> tuple[Card, ...]:
    """Return which cards cost nothing in a world whose hands are filled.

    A viewer who did not see the card that was given, or where a marked one went, may take another of its value for it:
    what is played tells more.
    """
    turn = state.turn
    hand = Counter(state.players[turn.seat].hand.cards)
    marks: list[Card] = []
    for card in turn.free:
        mark = _some(hand, turn.free_value, chance) if card == HIDDEN else card
        if hand[mark] or is_label(mark):
            hand[mark] -= 1
            marks.append(mark)
    return _agreeing(state, tuple(marks), told)


def _some(hand: Counter[Card], value: int, chance: Chance) -> Card:
    """Return a card of the hand that may be the one that was given; nothing if there is none any more."""
    fitting = [card for card, count in hand.items() if count and BASE_VALUE[card] == value]
    return fitting[chance.pick(len(fitting), "imagine")] if fitting else ""


def _agreeing(state: State, marks: tuple[Card, ...], told: Sequence[ChanicFact]) -> tuple[Card, ...]:
    """Mark the card that is played for nothing, and no card that is paid for."""
    played = next((fact for fact in told if isinstance(fact, UtilityPlayed) and fact.card != HIDDEN), None)
    if played is None or played.seat != state.turn.seat:
        return marks
    kind = KIND[played.card]
    others = tuple([mark for mark in marks if mark != kind])
    plain = replace(state, turn=replace(state.turn, free=others))
    price = cost(plain, played.seat, kind)
    if played.source == "points" and price:
        paid = next((fact.amount for fact in told if isinstance(fact, PointsPaid)), price)
        return others if paid else _with(marks, kind)
    if played.source == "maximizer":
        back = next((fact.card for fact in told if isinstance(fact, AbilityUsed)), None)
        if back is not None and price - cost(plain, played.seat, back) > COST_GAP:
            return _with(marks, kind)
    return marks


def is_label(card: Card) -> bool:
    """Say whether a card is called as it lies open."""
    return KIND.get(card, card) != card


def _with(marks: tuple[Card, ...], kind: Card) -> tuple[Card, ...]:
    return marks if kind in marks else (*marks, kind)
