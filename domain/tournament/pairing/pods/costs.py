"""What a pairing of pods costs: whole numbers, the weightiest first, and the least sum is the best pairing.

1. `forbidden`: pairs at a table that must not meet. Anything above zero is no legal pairing.
2. `second_byes`: how often those with a bye have had one (a pairing bye, a full-point bye, a win by forfeit).
3. `bye_height`: the score groups below those with a bye.
4. `repeats`: for each pair at a table, how often the two have met.
5. `second_shorts`: how often those in short pods have sat in one or had a bye.
6. `spread`: for each pair at a table, the square of how many score groups lie between them.
7. `short_height`: the score groups below those in short pods.
8. `first_seats`: how often the first players of the tables have been first; each table takes whoever was least often.

A score group is everybody with one score. A short pod has fewer players than the tournament's tables have seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from domain.tournament.courses import Course, courses
from domain.tournament.pairing.interface import Request
from domain.tournament.players import PlayerId, pair

CRITERIA: Final = (
    "forbidden",
    "second_byes",
    "bye_height",
    "repeats",
    "second_shorts",
    "spread",
    "short_height",
    "first_seats",
)
DIGITS: Final = 40  # bits of each criterion in the one number that is compared


def packed(**values: int) -> int:
    """Return criteria as one number that compares as they do in their order."""
    total = 0
    for name in CRITERIA:
        total = (total << DIGITS) + values.get(name, 0)
    return total


def unpacked(cost: int) -> dict[str, int]:
    """Return the criteria of a number."""
    last = len(CRITERIA) - 1
    return {name: (cost >> (DIGITS * (last - i))) % (1 << DIGITS) for i, name in enumerate(CRITERIA)}


class Costs(NamedTuple):
    """The costs of everything that a pairing is made of; players are numbers in the order of the search."""

    seats: int
    pairs: tuple[tuple[int, ...], ...]  # by two players at one table
    short: tuple[int, ...]  # by a player in a short pod
    bye: tuple[int, ...]  # by a player with a bye
    begun: tuple[int, ...]  # how often a player was first

    def of_pod(self, pod: Sequence[int]) -> int:
        """Return what a pod costs."""
        total = min([self.begun[player] for player in pod])
        for i, one in enumerate(pod):
            row = self.pairs[one]
            for other in pod[i + 1 :]:
                total += row[other]
        if len(pod) < self.seats:
            total += sum([self.short[player] for player in pod])
        return total

    def of_byes(self, byes: Sequence[int]) -> int:
        """Return what byes cost."""
        return sum([self.bye[player] for player in byes])


def costs(request: Request, order: Sequence[PlayerId], seats: int) -> Costs:
    """Return the costs of a round for players in the order of the search."""
    ways = courses(request.history, request.scoring)
    scores = request.scores()
    groups = sorted({scores[player] for player in order})
    height = {player: groups.index(scores[player]) for player in order}
    met = _met(request)
    rows = [[0] * len(order) for _ in order]
    for (i, one), (j, other) in combinations(enumerate(order), 2):
        rows[i][j] = rows[j][i] = packed(
            forbidden=int(pair(one, other) in request.forbidden),
            repeats=met.get(pair(one, other), 0),
            spread=(height[one] - height[other]) ** 2,
        )
    byes = {player: _byes(ways[player], request) for player in order}
    shorts = {player: byes[player] + _shorts(ways[player], seats) for player in order}
    return Costs(
        seats,
        tuple([tuple(row) for row in rows]),
        tuple([packed(second_shorts=shorts[player], short_height=height[player]) for player in order]),
        tuple([packed(second_byes=byes[player], bye_height=height[player]) for player in order]),
        tuple([begun(ways[player]) for player in order]),
    )


def begun(course: Course) -> int:
    """Return how often a player was first at a table that was played."""
    return sum(step.was_first for step in course)


def _byes(course: Course, request: Request) -> int:
    return sum(
        not step.meetings and (step.kind == "pairing_bye" or step.points >= request.scoring.win) for step in course
    )


def _shorts(course: Course, seats: int) -> int:
    """Count tables with fewer opponents than a whole one has; one that shrank by a forfeit counts too."""
    return sum(0 < len(step.meetings) < seats - 1 for step in course)


def _met(request: Request) -> Mapping[frozenset[PlayerId], int]:
    met: dict[frozenset[PlayerId], int] = {}
    for played in request.history.rounds:
        for table in played.tables:
            for one, other in combinations(table.present, 2):
                met[pair(one, other)] = met.get(pair(one, other), 0) + 1
    return met
