"""The quick way to pair a bracket: the first candidate in which nothing at all is worse than it has to be.

Candidates are tried in their order (C.04.3, article 4), those without exchanges alone, and each step is given up as
soon as the preferences that remain cannot be met as well as a count of them allows. What is found is therefore the best
pairing of the bracket and the first such candidate; where nothing is found, nothing is said, and `bracketing` searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.tournament.pairing.dutch.contestants import STRONG, Contestant
from domain.tournament.pairing.dutch.criteria import BYE, Bracket, clashes
from domain.tournament.pairing.matching import Edge, Matching, both_ways

STEPS = 40  # tries for each player of the bracket


class Tally(NamedTuple):
    """How many of some players want each colour, and how many of these strongly."""

    wants: tuple[int, int]
    strongly: tuple[int, int]

    def least(self, pairs: int, spare: int) -> tuple[int, int]:
        """Return how many pairs of one preference, and of one strong preference, these players cannot avoid.

        Each pair spares one player of each colour; so does each player who floats.
        """
        room = pairs + spare
        return max(0, *[wants - room for wants in self.wants]), max(0, *[strong - room for strong in self.strongly])


class Walk:
    """A walk through the candidates of one bracket."""

    def __init__(self, field: Sequence[Contestant], bracket: Bracket, edges: frozenset[Edge]) -> None:
        self._field = field
        self._edges = edges
        self._moved = bracket.moved_down
        self._residents = bracket.residents
        self._members = (*bracket.moved_down, *bracket.residents)
        self.pairs = len(self._members) // 2
        self._spare = len(self._members) % 2
        self._tally = [[0, 0], [0, 0]]
        for rank in self._members:
            self._count(rank, 1)
        self._faults = [0, 0]
        self._least = self._tallied().least(self.pairs, self._spare)
        self._used: set[int] = set()
        self._halves: tuple[Sequence[int], Sequence[int]] = ((), ())

    def first(self) -> Matching | None:
        """Return the first candidate without a needless fault, if one is found in so many steps."""
        if len(self._moved) > len(self._residents):
            return None
        chosen: list[tuple[int, int, int]] = []  # who, with whom, and where the next try begins
        start, steps = 0, STEPS * len(self._members)
        while len(chosen) < self.pairs:
            rank, others = self._options(len(chosen))
            place, tried = self._next(rank, others, start, self.pairs - len(chosen))
            steps -= tried
            if steps < 0:
                return None
            if place is not None:
                self._choose(rank, others[place], 1)
                chosen.append((rank, others[place], place + 1))
                start = 0
            elif chosen and len(chosen) != len(self._moved):
                rank, other, start = chosen.pop()
                self._choose(rank, other, -1)
            else:  # exchanges in the remainder come before another opponent of somebody moved down
                return None
        return both_ways([(rank, other) for rank, other, _ in chosen])

    def _next(self, rank: int, others: Sequence[int], start: int, pairs: int) -> tuple[int | None, int]:
        """Return the first place from `start` whose player fits, and how many were tried."""
        tried = 0
        for place in range(start, len(others)):
            if others[place] not in self._used:
                tried += 1
                if self._fits(rank, others[place], pairs):
                    return place, tried
        return None, tried + 1

    def _options(self, number: int) -> tuple[int, Sequence[int]]:
        """Return who is paired as the next one, and with whom in which order."""
        if number < len(self._moved):
            return self._moved[number], self._residents
        if number == len(self._moved):
            rest = [rank for rank in self._residents if rank not in self._used]
            self._halves = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        return self._halves[0][number - len(self._moved)], self._halves[1]

    def _fits(self, rank: int, other: int, pairs: int) -> bool:
        """Say whether two may be paired with every count as low as it can be."""
        if (rank, other) not in self._edges:
            return False
        one, two = self._field[rank], self._field[other]
        if rank in self._moved and "up" in two.floats:
            return False
        same = one.wants is not None and one.wants == two.wants
        if same and (clashes(one, two) or (one.imbalance > 1 and two.imbalance > 1)):
            return False
        self._choose(rank, other, 1)
        least = self._tallied().least(pairs - 1, self._spare)
        fits = all(self._faults[i] + least[i] <= self._least[i] for i in (0, 1))
        self._choose(rank, other, -1)
        return fits

    def _choose(self, rank: int, other: int, times: int) -> None:
        """Pair two, or (with -1) part them again."""
        one, two = self._field[rank], self._field[other]
        if one.wants is not None and one.wants == two.wants:
            self._faults[0] += times
            self._faults[1] += times * (min(one.strength, two.strength) >= STRONG)
        for player in (rank, other):
            self._count(player, -times)
        (self._used.update if times > 0 else self._used.difference_update)((rank, other))

    def _count(self, rank: int, times: int) -> None:
        contestant = self._field[rank]
        if contestant.wants is not None:
            self._tally[0][contestant.wants] += times
            self._tally[1][contestant.wants] += times * (contestant.strength >= STRONG)

    def _tallied(self) -> Tally:
        wants, strongly = self._tally
        return Tally((wants[0], wants[1]), (strongly[0], strongly[1]))


def ideal(field: Sequence[Contestant], bracket: Bracket, edges: frozenset[Edge]) -> Matching | None:
    """Return the first candidate that nothing can be better than, as far as the bracket alone can tell.

    Who floats down, or has the bye, must not have floated down in the last two rounds, nor have missed a game.
    """
    walk = Walk(field, bracket, edges)
    gives_bye = any(BYE in edge for edge in edges)
    odd = len(bracket.members) % 2
    if gives_bye and not odd:
        return None
    found = walk.first()
    if found is None:
        return None
    for rank in bracket.members - found.keys():
        if "down" in field[rank].floats or field[rank].unplayed:
            return None
        if gives_bye:  # whoever has missed no game may have it
            found |= {BYE: rank, rank: BYE}
    return found
