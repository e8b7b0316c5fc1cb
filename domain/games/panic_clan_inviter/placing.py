"""May this card be placed? The one answer for actions, effects and boards (5.1)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from domain.games.panic_clan_inviter.cards import ALL_COLOURS, Card, CardSet
from domain.games.panic_clan_inviter.state import State, left_neighbour, right_neighbour
from domain.games.panic_clan_inviter.vocabulary import ColourCondition, Condition, Reference, Relation
from domain.kernel.seats import Seat

Obstacle: TypeAlias = Literal["colour", "number", "follow", "neighbour"]
Lasts: TypeAlias = Mapping[Reference, Card | None]  # kinds of last cards, none where a line is empty
Verdicts: TypeAlias = Mapping[Card, Obstacle]

FREE: Verdicts = {}


def obstacle(state: State, seat: Seat, card: Card) -> Obstacle | None:
    """Return what keeps a number card from the seat's line: a condition of the rule, the own last card, or a neighbour
    without a line; `None` if it may be placed.
    """
    return obstacles(state, seat).get(state.cards.kind[card])


def obstacles(state: State, seat: Seat) -> Verdicts:
    """Return what keeps each kind of number card from the seat's line; kinds that may be placed are absent.

    They depend on the rule and on the last cards it looks at, and are kept with the card set.
    Source: 5.1; [Flow] B, [Mimic]; R18 to R22.
    """
    line = state.players[seat].line
    if not line:
        return FREE
    cards, rule = state.cards, state.rule
    own = cards.kind[line[-1]]
    looks = cards.neighbours[rule]
    left = _last(state, left_neighbour(state, seat)) if "left_last" in looks else None
    right = _last(state, right_neighbour(state, seat)) if "right_last" in looks else None
    mimic_only = state.options.missing_neighbour_line == "mimic_only"
    return verdicts(cards, rule, (own, left, right), mimic_only=mimic_only)


def verdicts(cards: CardSet, rule: Card, lasts: tuple[Card, Card | None, Card | None], *, mimic_only: bool) -> Verdicts:
    """Return what keeps each kind from a line that is not empty, given the kinds of the own last card and those of the
    left-hand and right-hand neighbour.
    """
    key = rule, lasts, mimic_only
    known: Verdicts | None = cards.placing.get(key)
    if known is None:
        own, left, right = lasts
        last: Lasts = {"own_last": own, "left_last": left, "right_last": right}
        known = cards.placing[key] = _verdicts(cards, rule, last, mimic_only=mimic_only)
    return known


def _last(state: State, seat: Seat) -> Card | None:
    line = state.players[seat].line
    return state.cards.kind[line[-1]] if line else None


def _verdicts(cards: CardSet, rule: Card, last: Lasts, *, mimic_only: bool) -> Verdicts:
    found: dict[Card, Obstacle] = {}
    for card in filter(cards.number.__contains__, cards.kinds):
        kept_off = _obstacle(cards, rule, last, card, mimic_only=mimic_only)
        if kept_off is not None:
            found[card] = kept_off
    return found


def _obstacle(cards: CardSet, rule: Card, last: Lasts, card: Card, *, mimic_only: bool) -> Obstacle | None:
    colours = cards.colours[card]
    follow = cards.follow.get(last["own_last"] or "")
    if follow is not None:
        permitted, only = follow
        if colours & permitted:
            return None
        if only:
            return "follow"
    for condition in cards.conditions[rule]:
        other = last[condition.reference]
        if other is None:
            if mimic_only and colours != ALL_COLOURS:
                return "neighbour"
        elif not _holds(cards, condition, card, other):
            return "colour" if isinstance(condition, ColourCondition) else "number"
    return None


def _holds(cards: CardSet, condition: Condition, card: Card, other: Card) -> bool:
    if isinstance(condition, ColourCondition):
        return bool(cards.colours[card] & cards.colours[other]) is (condition.relation == "same")
    return compare(cards.number[card], condition.relation, cards.number[other] + condition.offset)


def compare(number: int, relation: Relation, other: int) -> bool:
    """Say whether two numbers stand in this relation."""
    return RELATIONS[relation](number, other)


RELATIONS: Mapping[Relation, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ge": operator.ge,
    "le": operator.le,
    "gt": operator.gt,
    "lt": operator.lt,
    "ne": operator.ne,
    "adjacent": lambda number, other: abs(number - other) == 1,
}
