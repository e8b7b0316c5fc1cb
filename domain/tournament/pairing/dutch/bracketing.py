"""One bracket: its best pairing, and of equally good ones the first in the order of candidates (C.04.3, articles 3, 4).

Who meets whom inside the bracket is chosen by its own edges as far as that is enough. Where it is not, because what
is left could not be completed (C4) or the following bracket would have fewer pairs than it might (C8), the matching is
made of everybody who is still to be paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.tournament.pairing.dutch.contestants import Contestant
from domain.tournament.pairing.dutch.criteria import BYE, Bracket, Criteria, weigh
from domain.tournament.pairing.dutch.ideal import ideal
from domain.tournament.pairing.matching import Edge, Matching, best, pairs_all, quick


class Left(NamedTuple):
    """Everybody who is still to be paired, the bye among them if there is one, and who may be paired with whom."""

    vertices: frozenset[int]
    edges: tuple[Edge, ...]

    def among(self, some: frozenset[int]) -> frozenset[Edge]:
        """Return who may be paired with whom among some."""
        return frozenset([edge for edge in self.edges if edge[0] in some and edge[1] in some])

    def together(self, one: int, other: int) -> Left:
        """Return the same with two who can meet nobody but each other."""
        apart = [edge for edge in self.edges if edge == (one, other) or not {one, other} & set(edge)]
        return Left(self.vertices, tuple(apart))

    def without(self, gone: Iterable[int]) -> Left:
        """Return what is left without some."""
        vertices = self.vertices - frozenset(gone)
        return Left(vertices, tuple([edge for edge in self.edges if edge[0] in vertices and edge[1] in vertices]))


def pair_bracket(field: Sequence[Contestant], bracket: Bracket, left: Left) -> Matching:
    """Return who meets whom in a bracket; who is not in it floats down. The last bracket gives the bye, to `BYE`."""
    quick_one = _quickly(field, bracket, left)
    found = quick_one or _candidate(Criteria(field, bracket, single=True), bracket, left)
    if BYE in found and len(bracket.members - _without_bye(found).keys()) > 1:
        found = _candidate(Criteria(field, bracket, single=False), bracket, left)
    return found if not bracket.following else _without_bye(found)


def _quickly(field: Sequence[Contestant], bracket: Bracket, left: Left) -> Matching | None:
    """Return the first candidate if nothing can be better, and if the rest can do as well as it ever could."""
    found = ideal(field, bracket, left.among(bracket.members | {BYE}))
    return found if found is not None and _goes_on(bracket, left.without(found)) else None


def _without_bye(found: Matching) -> Matching:
    return {one: other for one, other in found.items() if BYE not in (one, other)}


def _candidate(criteria: Criteria, bracket: Bracket, left: Left) -> Matching:
    """Return the best candidate: those moved down first, then the remainder in the order of its own candidates."""
    fixed: Matching = {}
    if bracket.moved_down:
        found = _best(criteria, bracket, left, _moved_down_order(bracket))
        fixed = {rank: found[rank] for rank in bracket.moved_down if found.get(rank, BYE) != BYE}
        fixed |= {other: rank for rank, other in fixed.items()}
        left = _fix(left, bracket, fixed)
        count = _pairs(found, frozenset(bracket.residents))
    else:
        count = len(bracket.residents) // 2
    remainder = tuple([rank for rank in bracket.residents if rank not in fixed])
    while True:
        found = _best(criteria, bracket, left, _remainder_order(remainder, count))
        made = _pairs(found, frozenset(remainder))
        if made == count:
            return found
        count = made  # fewer pairs than players would allow: the halves are cut anew


def _pairs(found: Matching, among: frozenset[int]) -> int:
    return sum(one in among and other in among for one, other in found.items()) // 2


def _fix(left: Left, bracket: Bracket, fixed: Matching) -> Left:
    """Return what may be paired if those moved down meet whom they are to meet, or float on."""
    moved, members = frozenset(bracket.moved_down), bracket.members

    def stands(edge: Edge) -> bool:
        one, other = edge
        if one in fixed or other in fixed:
            return fixed.get(one) == other
        return not (one in members and other in members and (one in moved or other in moved))

    return Left(left.vertices, tuple([edge for edge in left.edges if stands(edge)]))


def _moved_down_order(bracket: Bracket) -> dict[Edge, int]:
    """Return the order of candidates for those moved down: who is paired, then with whom (article 4)."""
    moved, residents = bracket.moved_down, bracket.residents
    base = len(residents) + 1
    paired = 1 << len(moved)
    order = {}
    for place, rank in enumerate(moved):
        for number, other in enumerate(residents, 1):
            missed = paired - (1 << (len(moved) - 1 - place))
            order[(rank, other)] = missed * base ** len(moved) + number * base ** (len(moved) - 1 - place)
    return order


def _remainder_order(players: Sequence[int], count: int) -> dict[Edge, int]:
    """Return the order of candidates for players of one score, of whom so many pairs are made (article 4).

    Whoever is the higher of a pair is in S1. The fewest exchanged come first, then the smallest difference, the highest
    number moved out of S1, the lowest moved into it, and at last the first transposition of S2.
    """
    size = len(players)
    base = size + 1
    digits = base**size  # what the transposition takes
    bits = 1 << (size + 1)  # what each set of moved players takes
    sums = size * size + 1
    order = {}
    for i in range(size):
        exchanged, moved_in = int(i >= count), 1 << (size - i)
        # S1 by the numbers of its members; a member that is none of the first half has been moved in, and a member of
        # the first half that is missing has been moved out: both are counted on those who are there.
        rule = exchanged
        rule = rule * sums + (i + 1)
        rule = rule * bits + ((1 << (i + 1)) if not exchanged else 0)
        rule = rule * bits + (bits - 1 - moved_in if exchanged else 0)
        for j in range(i + 1, size):
            order[(players[i], players[j])] = rule * digits + (j + 1) * base ** (size - 1 - i)
    return order


def _best(criteria: Criteria, bracket: Bracket, left: Left, order: dict[Edge, int]) -> Matching:
    """Return the best matching of a bracket, by itself if that is enough."""
    alone = _alone(criteria, bracket, left, order)
    if alone is not None:
        return alone
    columns = {edge: criteria.columns(edge) for edge in left.edges}
    found = best(weigh(columns, order, len(left.vertices)), whole=True)
    inside = bracket.members | {BYE}
    return {one: other for one, other in found.items() if one in inside and other in inside}


def _alone(criteria: Criteria, bracket: Bracket, left: Left, order: dict[Edge, int]) -> Matching | None:
    """Return the best matching of the bracket's own edges if the rest can then do as well as it ever could."""
    members = bracket.members | {BYE}
    columns = {edge: criteria.columns(edge) for edge in sorted(left.among(members))}
    found = best(weigh(columns, order, len(members)), whole=False) if columns else {}
    rest = left.without(found)
    return found if _goes_on(bracket, rest) else None


def _goes_on(bracket: Bracket, rest: Left) -> bool:
    """Say whether what is left can surely be completed with all pairs in the following bracket; false says nothing."""
    floating = rest.vertices & bracket.members
    group = floating | frozenset(bracket.following)
    last = max(bracket.following, default=None)
    if not floating or last is None:
        return not floating and pairs_all(rest.vertices, rest.edges)
    if len(group) % 2 == 0:
        return _quick(rest, group) and pairs_all(rest.vertices - group, rest.edges)
    for odd in sorted(bracket.following, reverse=True):
        if _quick(rest, group - {odd}):
            return pairs_all((rest.vertices - group) | {odd}, rest.edges)
    return False


def _quick(rest: Left, group: frozenset[int]) -> bool:
    neighbours: dict[int, set[int]] = {vertex: set() for vertex in group}
    for one, other in rest.edges:
        if one in group and other in group:
            neighbours[one].add(other)
            neighbours[other].add(one)
    return quick(neighbours)
