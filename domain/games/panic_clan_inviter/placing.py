"""May this card be placed? The one answer for actions, effects and boards (5.1)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.games.panic_clan_inviter.cards import ALL_COLOURS, Card
from domain.games.panic_clan_inviter.state import State, left_neighbour, right_neighbour
from domain.games.panic_clan_inviter.vocabulary import ColourCondition, Condition, Reference, Relation
from domain.kernel.seats import Seat

Obstacle: TypeAlias = Literal["colour", "number", "follow", "neighbour"]


def obstacle(state: State, seat: Seat, card: Card) -> Obstacle | None:
    """Return what keeps a number card (kind or label) from the seat's line: a condition of the rule, the last card, or
    a neighbour without a line; `None` if it may be placed.

    Source: 5.1; [Flow] B, [Mimic]; R18 to R22.
    """
    line = state.players[seat].line
    if not line:
        return None
    cards = state.cards
    colours = cards.colours[card]
    follow = cards.follow.get(line[-1])
    if follow is not None:
        permitted, only = follow
        if colours & permitted:
            return None
        if only:
            return "follow"
    for condition in cards.conditions[state.rule]:
        last = reference(state, seat, condition.reference)
        if last is None:
            if state.options.missing_neighbour_line == "mimic_only" and colours != ALL_COLOURS:
                return "neighbour"
        elif not _holds(state, condition, card, last):
            return "colour" if isinstance(condition, ColourCondition) else "number"
    return None


def reference(state: State, seat: Seat, which: Reference) -> Card | None:
    """Return the last card that a condition looks at; nothing where that line is empty."""
    if which == "own_last":
        owner = seat
    elif which == "left_last":
        owner = left_neighbour(state, seat)
    else:
        owner = right_neighbour(state, seat)
    line = state.players[owner].line
    return line[-1] if line else None


def _holds(state: State, condition: Condition, card: Card, last: Card) -> bool:
    cards = state.cards
    if isinstance(condition, ColourCondition):
        return bool(cards.colours[card] & cards.colours[last]) is (condition.relation == "same")
    return compare(cards.number[card], condition.relation, cards.number[last] + condition.offset)


def compare(number: int, relation: Relation, other: int) -> bool:
    """Say whether two numbers stand in this relation."""
    match relation:
        case "eq":
            return number == other
        case "ge":
            return number >= other
        case "le":
            return number <= other
        case "gt":
            return number > other
        case "lt":
            return number < other
        case "ne":
            return number != other
        case "adjacent":
            return abs(number - other) == 1
