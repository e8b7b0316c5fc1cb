"""What a question may be answered with: offers show it, `refuse` asks it, a time-out takes its first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.messages import Question, QuestionKind
from domain.games.panic_clan_inviter.placing import FREE, obstacles
from domain.games.panic_clan_inviter.state import State, still_in
from domain.games.panic_clan_inviter.vocabulary import (
    Effect,
    EnactRule,
    LoseTurn,
    MoveFromHand,
    PlaceNumber,
    RemoveFromLine,
    SwapHands,
    TakeFromDiscard,
)
from domain.kernel.seats import Seat

FROM_HAND: frozenset[QuestionKind] = frozenset(
    ("choose_card_to_give", "choose_own_discard", "choose_rule_from_hand", "choose_number_from_hand")
)


def effect_of(state: State, asked: Question) -> Effect:
    """Return the effect that a question belongs to."""
    return state.cards.effects[asked.source][asked.at]


def targets(state: State, asked: Question) -> tuple[Seat, ...]:
    """Return the seats that may be chosen, the lowest first; source: 2.3, section 5."""
    effect = effect_of(state, asked)
    self_too = isinstance(effect, LoseTurn | MoveFromHand | SwapHands) and effect.target == "any"
    return tuple([seat for seat in still_in(state) if self_too or seat != asked.seat])


def choices(state: State, asked: Question) -> tuple[Card, ...]:
    """Return the cards that may be chosen in master order: kinds of a hand, labels of open cards."""
    return state.cards.in_order(CHOICES[asked.kind](state, asked))


def _hand(state: State, asked: Question) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(state.players[asked.seat].hand.cards))


def _rules_of_hand(state: State, asked: Question) -> tuple[Card, ...]:
    return tuple([kind for kind in _hand(state, asked) if kind in state.cards.conditions])


def _numbers_of_hand(state: State, asked: Question) -> tuple[Card, ...]:
    return _placeable(state, asked, _hand(state, asked))


def _placeable(state: State, asked: Question, cards: Iterable[Card]) -> tuple[Card, ...]:
    effect = effect_of(state, asked)
    obey = isinstance(effect, PlaceNumber) and effect.obey_rule
    kind, number = state.cards.kind, state.cards.number
    kept_off = obstacles(state, asked.seat) if obey else FREE
    return tuple([card for card in cards if card in number and kind[card] not in kept_off])


def _discards(state: State, asked: Question) -> tuple[Card, ...]:
    pile, cards = state.discard.cards, state.cards
    match effect_of(state, asked):
        case PlaceNumber():
            return _placeable(state, asked, pile)
        case EnactRule() | TakeFromDiscard(type="rule"):
            return tuple([card for card in pile if card in cards.conditions])
        case TakeFromDiscard(type="magic"):
            return tuple([card for card in pile if card in cards.cost])
        case TakeFromDiscard(type="number"):
            return tuple([card for card in pile if card in cards.number])
        case _:
            return pile


def _of_lines(state: State, asked: Question) -> tuple[Card, ...]:
    effect = effect_of(state, asked)
    own_too = isinstance(effect, RemoveFromLine) and effect.scope == "any_card"
    return tuple(
        [card for seat, player in enumerate(state.players) if own_too or seat != asked.seat for card in player.line]
    )


CHOICES: Mapping[QuestionKind, Callable[[State, Question], tuple[Card, ...]]] = {
    "choose_card_to_give": _hand,
    "choose_own_discard": _hand,
    "choose_rule_from_hand": _rules_of_hand,
    "choose_number_from_hand": _numbers_of_hand,
    "choose_from_discard": _discards,
    "choose_line_card": _of_lines,
}
