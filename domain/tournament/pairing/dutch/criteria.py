"""What makes one pairing of a bracket better than another: the criteria C1 to C21 (C.04.3, article 2).

A pairing is a matching, and each criterion is a column of whole numbers on its edges: what the pair adds to it. The
more, the better, and an earlier column outweighs all later ones together. Criteria that count what should not happen
are turned round (one for each pair without the fault), which is the same because the pairs of the bracket have been
counted before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from domain.tournament.pairing.dutch.contestants import ABSOLUTE, STRONG, Contestant
from domain.tournament.pairing.matching import Edge
from domain.tournament.players import Pair, pair

Columns: TypeAlias = tuple[int, ...]

BYE = -1  # the vertex of the pairing-allocated bye


class Bracket(msgspec.Struct, frozen=True):
    """Who is paired now, by rank: those moved down and the residents; and the residents of the bracket after it."""

    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]

    @property
    def members(self) -> frozenset[int]:
        """Everybody of the bracket."""
        return frozenset(self.moved_down + self.residents)


def may_meet(one: Contestant, other: Contestant, closed: frozenset[Pair]) -> bool:
    """Say whether two may meet: not again (C1), and not with the same absolute preference (C3).

    Topscorers and their opponents are free of the second. `closed` has the pairs who met, and the forbidden ones.
    """
    if pair(one.id, other.id) in closed:
        return False
    return not clashes(one, other) or one.is_topscorer or other.is_topscorer


def clashes(one: Contestant, other: Contestant) -> bool:
    """Say whether two have the same absolute colour preference."""
    return one.strength == other.strength == ABSOLUTE and one.wants == other.wants


class Criteria:
    """The columns of the edges of one bracket.

    `single`: the bracket has one downfloater, so that whom it gives the bye is decided here (C9).
    """

    def __init__(self, field: Sequence[Contestant], bracket: Bracket, *, single: bool) -> None:
        self._single = single
        self._field = field
        self._residents = frozenset(bracket.residents)
        self._members = bracket.members
        self._following = frozenset(bracket.following)
        self._scores = sorted({field[rank].score for rank in (*bracket.moved_down, *bracket.residents)}, reverse=True)
        self._most_unplayed = max([contestant.unplayed for contestant in field])

    @property
    def names(self) -> tuple[str, ...]:
        """The criterion of each column."""
        levels = len(self._scores)
        floats = [name for name in ("C18", "C19", "C20", "C21") for _ in range(levels)]
        head = ["bye", "C6", *["C7"] * levels, "C8", *["C8"] * levels, "C9"]
        return (*head, *[f"C{number}" for number in range(10, 18)], *floats)

    def columns(self, edge: Edge) -> Columns:
        """Return what an edge adds to each criterion, the weightiest first."""
        if BYE in edge:
            return self._bye(max(edge))
        higher, lower = min(edge), max(edge)
        inside = higher in self._members and lower in self._members
        next_one = not inside and lower in self._following
        return (
            0,
            int(inside),  # C6
            *self._at_score(higher, counts=inside),  # C7
            int(next_one),  # C8
            *self._at_score(higher, counts=next_one and higher in self._members),
            0,  # C9
            *(self._inside(self._field[higher], self._field[lower]) if inside else self._outside()),
        )

    def _bye(self, rank: int) -> Columns:
        unplayed = self._field[rank].unplayed
        spared = self._most_unplayed - unplayed + 1 if self._single and rank in self._members else 0
        levels = [0] * len(self._scores)
        return (1, 0, *levels, 0, *levels, spared, *self._outside())

    def _at_score(self, rank: int, *, counts: bool) -> list[int]:
        return [int(counts and self._field[rank].score == score) for score in self._scores]

    def _outside(self) -> list[int]:
        return [0] * (8 + 4 * len(self._scores))

    def _inside(self, higher: Contestant, lower: Contestant) -> list[int]:
        same = higher.wants is not None and higher.wants == lower.wants
        weaker = min(higher.strength, lower.strength)
        moved = higher.rank not in self._residents
        columns = [
            int(not (same and higher.imbalance > 1 and lower.imbalance > 1)),  # C10
            int(not (clashes(higher, lower) and gets_a_third(higher, lower))),  # C11
            int(not same),  # C12
            int(not (same and weaker >= STRONG and not clashes(higher, lower))),  # C13
        ]
        for ago in (0, 1):  # C14 and C15; C16 and C17
            paired = [lower] if moved else [higher, lower]
            columns.append(sum(contestant.floats[ago] == "down" for contestant in paired))
            columns.append(int(not (moved and lower.floats[ago] == "up")))
        for ago in (0, 1):  # C18 and C19; C20 and C21
            columns += self._at_score(higher.rank, counts=moved and higher.floats[ago] == "down")
            columns += self._at_score(higher.rank, counts=not (moved and lower.floats[ago] == "up"))
        return columns


def gets_a_third(higher: Contestant, lower: Contestant) -> bool:
    """Say whether one of two with the same absolute preference gets the same colour a third time running.

    The preference of the wider difference is granted (article 5), so the other one pays.
    """
    if higher.imbalance == lower.imbalance:
        return higher.twice is not None and higher.twice == lower.twice
    pays = higher if higher.imbalance < lower.imbalance else lower
    return pays.twice is not None and pays.twice != pays.wants


def weigh(columns: Mapping[Edge, Columns], order: Mapping[Edge, int], vertices: int) -> dict[Edge, int]:
    """Return one number for each edge that compares as its columns do, and then as the order of candidates.

    In the order less is better; it is of edges inside the bracket, whose number the criteria have fixed.
    """
    most = vertices // 2 + 1  # pairs there can be
    dearest = max(order.values(), default=0)
    radices = [most * max(values) + 1 for values in zip(*columns.values(), strict=True)]
    last = most * (dearest + 1) + 1
    weights = {}
    for edge, values in columns.items():
        total = 0
        for radix, value in zip(radices, values, strict=True):
            total = total * radix + value
        weights[edge] = total * last + (dearest - order[edge] if edge in order else 0)
    return weights
