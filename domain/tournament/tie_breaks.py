"""Tie-breaks, each with the terms its value is made of.

The names are those of FIDE's C.07; tables of more than two seats have no rule there, so what follows is our own and
gives FIDE's values at two seats, except where a round was not played:

- A round counts as the mean over the opponents met in it, so that short pods cost and give nothing.
- A round without a meeting (bye, forfeit, away) counts in Buchholz and Sonneborn-Berger as a game against a dummy whose
  score is the player's own; in Sonneborn-Berger with the share of a win that the round gave.
- Wins, places and shares of wins are of tables that were played; byes and forfeits are left out of them.
- A share of wins below one third counts as one third, lest a weak opponent cost more than a bye.
- The direct encounter counts if everybody of the tied group has met everybody else of it, and is 0 for all otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.tournament.courses import Course, Step
from domain.tournament.players import PlayerId
from domain.tournament.points import NONE, Points

TieBreak: TypeAlias = Literal[
    "buchholz",
    "buchholz_cut_1",
    "sonneborn_berger",
    "direct_encounter",
    "wins",
    "opponents_average_place",
    "opponents_win_share",
]
LEAST_SHARE = Fraction(1, 3)


class Term(msgspec.Struct, frozen=True):
    """One part of a value: its round from 1, who it came from (nobody: a dummy), and how much.

    `counts` is false for what a cut left out.
    """

    round: int
    opponents: tuple[PlayerId, ...]
    amount: Points
    counts: bool = True


class Value(msgspec.Struct, frozen=True):
    """The value of a tie-break and what it is made of; a mean is the sum of its terms over their number."""

    amount: Points
    terms: tuple[Term, ...] = ()


class Field(NamedTuple):
    """What tie-breaks are computed from: everybody's score and course."""

    scores: Mapping[PlayerId, Points]
    courses: Mapping[PlayerId, Course]
    win: Points  # what a won table is worth


def _mean(amounts: Sequence[Points]) -> Points:
    return sum(amounts, NONE) / len(amounts)


def _total(terms: Sequence[Term]) -> Value:
    return Value(sum([term.amount for term in terms if term.counts], NONE), tuple(terms))


def _met(step: Step) -> tuple[PlayerId, ...]:
    return tuple([meeting.opponent for meeting in step.meetings])


def _strengths(field: Field, player: PlayerId) -> list[Term]:
    terms = []
    for number, step in enumerate(field.courses[player], 1):
        met = _met(step)
        amount = _mean([field.scores[other] for other in met]) if met else field.scores[player]
        terms.append(Term(number, met, amount))
    return terms


def buchholz(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up the scores of the opponents."""
    return _total(_strengths(field, player))


def buchholz_cut_1(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up the scores of the opponents without the weakest round; of equal ones the first is left out."""
    terms = _strengths(field, player)
    if terms:
        least = min(range(len(terms)), key=lambda i: terms[i].amount)
        terms[least] = msgspec.structs.replace(terms[least], counts=False)
    return _total(terms)


def sonneborn_berger(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up the scores of the opponents who were beaten, and half of those who were tied with."""
    terms = []
    for number, step in enumerate(field.courses[player], 1):
        if step.meetings:
            amount = _mean([meeting.against * field.scores[meeting.opponent] for meeting in step.meetings])
        else:
            amount = min(step.points / field.win, Fraction(1)) * field.scores[player] if field.win else NONE
        terms.append(Term(number, _met(step), amount))
    return _total(terms)


def direct_encounter(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up what the tied players won of each other, if all of them have met."""
    inside = frozenset(group)
    if len(inside) < 2 or not all(inside - {one} <= _met_ever(field.courses[one]) for one in inside):
        return Value(NONE)
    terms = [
        Term(number, (meeting.opponent,), meeting.against)
        for number, step in enumerate(field.courses[player], 1)
        for meeting in step.meetings
        if meeting.opponent in inside
    ]
    return _total(terms)


def _met_ever(course: Course) -> frozenset[PlayerId]:
    return frozenset([other for step in course for other in _met(step)])


def wins(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Count the tables that the player won alone."""
    won = [Term(number, _met(step), Fraction(1)) for number, step in enumerate(field.courses[player], 1) if step.won]
    return _total(won)


def _of_opponents(field: Field, player: PlayerId, worth: Callable[[Course], Points]) -> Value:
    """Return the mean over the rounds with a table of what the opponents' own courses are worth."""
    terms = [
        Term(number, _met(step), _mean([worth(field.courses[other]) for other in _met(step)]))
        for number, step in enumerate(field.courses[player], 1)
        if step.meetings
    ]
    return Value(_mean([term.amount for term in terms]) if terms else NONE, tuple(terms))


def _average_place(course: Course) -> Points:
    return _mean([Fraction(step.place) for step in course if step.meetings])


def _win_share(course: Course) -> Points:
    shares = [
        Fraction(1) if step.won else Fraction(1, 2) if step.place == 1 else NONE for step in course if step.meetings
    ]
    return max(_mean(shares), LEAST_SHARE)


def opponents_average_place(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Average the places of the opponents at all their tables: the lower, the stronger they were."""
    return _of_opponents(field, player, _average_place)


def opponents_win_share(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Average the shares of tables that the opponents won; a shared first place is half a win."""
    return _of_opponents(field, player, _win_share)


Rule: TypeAlias = Callable[[Field, PlayerId, Sequence[PlayerId]], Value]

RULES: Mapping[TieBreak, Rule] = {
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "sonneborn_berger": sonneborn_berger,
    "direct_encounter": direct_encounter,
    "wins": wins,
    "opponents_average_place": opponents_average_place,
    "opponents_win_share": opponents_win_share,
}
LOWER_IS_BETTER: frozenset[TieBreak] = frozenset({"opponents_average_place"})
