"""Tie-breaks, each with the terms its value is made of.

Buchholz, Sonneborn-Berger, the direct encounter and wins (there: WON) are those of FIDE's C.07 in the edition of 1
March 2026, with its article 16 for rounds that were not played. Tables of more than two seats have no rule there;
what follows is our own and gives FIDE's values at two seats:

- A round counts as the mean over the opponents met in it, so that short pods cost and give nothing.
- A win counts as 1 and a tie as 1/2 in Sonneborn-Berger and the direct encounter, whatever points they give.
- A draw is what everybody gets where a whole table ties.
- Wins, places and shares of wins are of tables that were played; byes and forfeits are left out of them.
- A share of wins below one third counts as one third, lest a weak opponent cost more than a bye.
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
    """What tie-breaks are computed from: everybody's score and course, what a won and a drawn table are worth.

    `everybody_meets` is a round robin: what is not played there counts as if it had been.
    """

    scores: Mapping[PlayerId, Points]
    courses: Mapping[PlayerId, Course]
    win: Points
    draw: Points
    everybody_meets: bool = False

    def as_opponent(self, player: PlayerId) -> Points:
        """Return the adjusted score that a player contributes to opponents (C.07, 16.3).

        Byes asked for and absences after the last round that was not one of these count as draws. Penalties, and the
        points of a late entry, are the player's own affair.
        """
        course = self.courses[player]
        last = max([number for number, step in enumerate(course, 1) if not step.voluntary], default=0)
        trailing = NONE if self.everybody_meets else self.draw
        return sum(
            [step.points if number <= last or step.scheduled else trailing for number, step in enumerate(course, 1)],
            NONE,
        )


def _mean(amounts: Sequence[Points]) -> Points:
    return sum(amounts, NONE) / len(amounts)


def _total(terms: Sequence[Term]) -> Value:
    return Value(sum([term.amount for term in terms if term.counts], NONE), tuple(terms))


def _met(step: Step) -> tuple[PlayerId, ...]:
    return tuple([meeting.opponent for meeting in step.meetings])


def _strength(field: Field, player: PlayerId, step: Step) -> Points | None:
    """Return how strong the opponents of a round were; nothing for a round of a round robin without an opponent.

    Who met nobody met a dummy as strong as themselves, but no stronger than who was scheduled, or than somebody who
    drew every round (C.07, 16.4).
    """
    met = _met(step) or (step.scheduled if field.everybody_meets else ())
    if met:
        return _mean([field.as_opponent(other) for other in met])
    if field.everybody_meets:
        return None
    if step.scheduled:
        return min(field.scores[player], _mean([field.as_opponent(other) for other in step.scheduled]))
    return min(field.scores[player], field.draw * len(field.courses[player]))


def _strengths(field: Field, player: PlayerId) -> list[Term]:
    terms = []
    for number, step in enumerate(field.courses[player], 1):
        amount = _strength(field, player, step)
        if amount is not None:
            terms.append(Term(number, _met(step) or step.scheduled, amount))
    return terms


def buchholz(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up the scores of the opponents (C.07, 8.1)."""
    return _total(_strengths(field, player))


def buchholz_cut_1(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up the scores of the opponents without the weakest round (C.07, 14.1).

    Where the player missed a round by choice or fault, the weakest of these rounds is left out instead (C.07, 16.5). Of
    equal ones it is the first.
    """
    terms = _strengths(field, player)
    course = field.courses[player]
    missed = [i for i, term in enumerate(terms) if course[term.round - 1].voluntary and not field.everybody_meets]
    if terms:
        least = min(missed or range(len(terms)), key=lambda i: terms[i].amount)
        terms[least] = msgspec.structs.replace(terms[least], counts=False)
    return _total(terms)


def sonneborn_berger(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Add up the scores of the opponents, each times the share of a win that the round gave (C.07, 9.1)."""
    terms = []
    for number, step in enumerate(field.courses[player], 1):
        strength = _strength(field, player, step)
        if strength is None:
            continue
        if step.meetings:
            amount = _mean([meeting.against * field.as_opponent(meeting.opponent) for meeting in step.meetings])
        else:
            amount = min(step.points / field.win, Fraction(1)) * strength if field.win else NONE
        terms.append(Term(number, _met(step) or step.scheduled, amount))
    return _total(terms)


def direct_encounter(field: Field, player: PlayerId, group: Sequence[PlayerId]) -> Value:
    """Return how many of the tied players stand behind by what they won of each other (C.07, 6).

    If all have met, their meetings decide; otherwise somebody stands ahead only whom nobody can reach in the meetings
    that are missing. Who is still tied then is compared again among themselves.
    """
    ranked = _by_encounter(field, tuple(group))
    behind = sum([len(tied) for tied in ranked[1 + next(i for i, tied in enumerate(ranked) if player in tied) :]])
    terms = [
        Term(number, (opponent,), against)
        for number, step in enumerate(field.courses[player], 1)
        for opponent, against in _against(field, step)
        if opponent in group
    ]
    return Value(Fraction(behind), tuple(terms))


def _against(field: Field, step: Step) -> list[tuple[PlayerId, Points]]:
    """Return what a round gave against whom; in a round robin a forfeit is a meeting too."""
    if field.everybody_meets and step.scheduled:
        return [(other, Fraction(step.kind == "forfeit_win")) for other in step.scheduled]
    return [(meeting.opponent, meeting.against) for meeting in step.meetings]


def _by_encounter(field: Field, group: tuple[PlayerId, ...]) -> list[tuple[PlayerId, ...]]:
    """Return the group in parts that their encounters leave tied, the best first."""
    won, missing = _encounters(field, group)
    best_first = sorted(group, key=won.__getitem__, reverse=True)
    parts: list[list[PlayerId]] = []
    apart = True
    for i, player in enumerate(best_first):
        if i and missing:  # 6.2: as long as nobody behind can catch up
            reach = max([won[other] + missing.get(other, 0) for other in best_first[i:]])
            apart = apart and won[best_first[i - 1]] > reach
        elif i:
            apart = won[best_first[i - 1]] > won[player]
        if i == 0 or apart:
            parts.append([])
        parts[-1].append(player)
    if len(parts) == 1:
        return [group]
    return [again for part in parts for again in _by_encounter(field, tuple(part))]


def _encounters(field: Field, group: tuple[PlayerId, ...]) -> tuple[dict[PlayerId, Points], dict[PlayerId, int]]:
    """Return what each player of a group won of the others, met twice in the mean, and how many were not met."""
    inside = frozenset(group)
    won: dict[PlayerId, Points] = {}
    missing: dict[PlayerId, int] = {}
    for player in group:
        of: dict[PlayerId, list[Points]] = {}
        for step in field.courses[player]:
            for opponent, against in _against(field, step):
                if opponent in inside:
                    of.setdefault(opponent, []).append(against)
        won[player] = sum([_mean(against) for against in of.values()], NONE)
        if len(of) < len(inside) - 1 and not field.everybody_meets:
            missing[player] = len(inside) - 1 - len(of)
    return won, missing


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
