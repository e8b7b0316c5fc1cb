"""The Dutch system as a way of pairing: bracket after bracket, then colours and the order of the tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.dutch.bracketing import Left, pair_bracket
from domain.tournament.pairing.dutch.colours import first_and_second
from domain.tournament.pairing.dutch.contestants import Colour, Contestant, contestants, met_before
from domain.tournament.pairing.dutch.criteria import BYE, Bracket, Criteria, may_meet
from domain.tournament.pairing.interface import Because, Pairing, Request, no_legal_pairing
from domain.tournament.pairing.matching import Edge, Matching, pairs_all
from domain.tournament.players import Pair, PlayerId, pair

EDITION = "FIDE C.04.3, applied from 1 February 2026"


class Dutch(msgspec.Struct, frozen=True):
    """FIDE's Dutch system. `initial` is the colour of odd numbers in the first round, drawn before it."""

    initial: Colour = 0

    def pair(self, request: Request, chance: Chance) -> Pairing | Refusal:
        """Pair the round; nothing in it is left to chance."""
        field = contestants(request)
        closed = met_before(request) | request.forbidden
        left = _left(field, _edges(field, closed))
        if left is None:
            return _why_not(field, request)
        return _published(field, _matching(field, left), self.initial)

    def why_not(self, request: Request, one: PlayerId, other: PlayerId) -> Because:
        """Return why two players do not meet in a round as the rules pair it.

        `met`, `forbidden` and `colours` (C3) forbid it; after `completion` the others could not all be paired, or the
        bye would go to a higher score (C4, C5). Otherwise the round is paired again with the two at one table, and the
        first criterion of the first bracket is named in which that is worse: as many as count for it, more being
        better, `here` and `otherwise`. `order` says that all criteria are the same, and an earlier candidate was taken.
        """
        field = contestants(request)
        ranks = {contestant.id: contestant.rank for contestant in field}
        two = field[ranks[one]], field[ranks[other]]
        if pair(one, other) in met_before(request):
            return Because("met")
        if pair(one, other) in request.forbidden:
            return Because("forbidden")
        if not may_meet(*two, frozenset()):
            return Because("colours")
        left = _left(field, _edges(field, met_before(request) | request.forbidden))
        return Because("completion") if left is None else _compared(field, left, (two[0].rank, two[1].rank))


def _compared(field: Sequence[Contestant], left: Left, two: Edge) -> Because:
    together = left.together(min(two), max(two))
    if not pairs_all(together.vertices, together.edges):
        return Because("completion")
    ours, theirs = _matching(field, left), _matching(field, together)
    floating: tuple[int, ...] = ()
    gone: set[int] = set()
    groups = _score_groups(field)
    for number, group in enumerate(groups):
        bracket = Bracket(floating, group, groups[number + 1] if number + 1 < len(groups) else ())
        inside = {rank for rank in bracket.members if ours[rank] in bracket.members}
        criteria = Criteria(field, bracket, single=len(bracket.members - inside) == 1)
        here, otherwise = _counts(criteria, ours, gone), _counts(criteria, theirs, gone)
        for name, one, other in zip(criteria.names, here, otherwise, strict=True):
            if one != other:
                return Because(name, one, other)
        if any(ours[rank] != theirs[rank] for rank in inside):
            return Because("order")
        gone |= inside
        floating = tuple(sorted(bracket.members - inside))
    return Because("together")


def _counts(criteria: Criteria, matching: Matching, gone: set[int]) -> list[int]:
    """Return what those who are still to be paired add to each criterion."""
    edges = [(one, other) for one, other in matching.items() if one < other and other not in gone]
    return [sum(column) for column in zip(*[criteria.columns(edge) for edge in edges], strict=True)]


def _edges(field: Sequence[Contestant], closed: frozenset[Pair]) -> tuple[Edge, ...]:
    return tuple(
        [(one.rank, other.rank) for one, other in combinations(field, 2) if may_meet(one, other, closed)],
    )


def _left(field: Sequence[Contestant], edges: tuple[Edge, ...]) -> Left | None:
    """Return everybody and whom they may meet, if a whole round can be made of it (C4).

    An odd number needs the bye: for one of those with the lowest score with whom the round can be paired (C5).
    """
    everybody = frozenset(range(len(field)))
    if len(field) % 2 == 0:
        return Left(everybody, edges) if pairs_all(everybody, edges) else None
    everybody |= {BYE}
    for score in sorted({contestant.score for contestant in field}):
        byes = [(BYE, one.rank) for one in field if one.score == score and one.may_have_bye]
        if byes and pairs_all(everybody, (*edges, *byes)):
            return Left(everybody, (*edges, *byes))
    return None


def _matching(field: Sequence[Contestant], left: Left) -> Matching:
    """Return who meets whom, bracket after bracket."""
    matching: Matching = {}
    floating: tuple[int, ...] = ()
    groups = _score_groups(field)
    for number, group in enumerate(groups):
        bracket = Bracket(floating, group, groups[number + 1] if number + 1 < len(groups) else ())
        found = pair_bracket(field, bracket, left)
        matching |= found
        left = left.without(found)
        floating = tuple(sorted(bracket.members - found.keys()))
    return matching


def _score_groups(field: Sequence[Contestant]) -> list[tuple[int, ...]]:
    groups: dict[object, list[int]] = {}
    for contestant in field:
        groups.setdefault(contestant.score, []).append(contestant.rank)
    return [tuple(group) for group in groups.values()]


def _published(field: Sequence[Contestant], matching: Matching, initial: Colour) -> Pairing:
    """Return the round in the order in which it is published: by the higher score, the sum, and the higher number."""
    pairs = [(field[one], field[other]) for one, other in matching.items() if BYE < one < other]
    pairs.sort(key=lambda two: (-two[0].score, -two[0].score - two[1].score, two[0].number))
    tables = [first_and_second(one, other, initial) for one, other in pairs]
    byes = [field[matching[BYE]].id] if BYE in matching else []
    return Pairing(tuple([(first.id, second.id) for first, second in tables]), tuple(byes))


def _why_not(field: Sequence[Contestant], request: Request) -> Refusal:
    """Return the constraint without which the round could be paired; the first of them that would do."""
    met = met_before(request)
    if request.forbidden and _left(field, _edges(field, met)) is not None:
        text = "The forbidden pairs leave no legal pairing."
        return no_legal_pairing("forbidden_pairs", text, "tournament: forbidden pairs")
    free = [msgspec.structs.replace(contestant, strength=0) for contestant in field]
    if _left(free, _edges(free, met | request.forbidden)) is not None:
        text = "No pairing spares every player a third game in a row with the same colour."
        return no_legal_pairing("colours", text, "FIDE C.04.3, C3")
    spared = [msgspec.structs.replace(contestant, may_have_bye=True) for contestant in field]
    if _left(spared, _edges(spared, met | request.forbidden)) is not None:
        return no_legal_pairing("bye", "Nobody may have the pairing bye.", "FIDE C.04.1, article 4")
    return no_legal_pairing("repeats", "Too many of these players have met already.", "FIDE C.04.3, C1")
