"""Matchings of a graph."""

from __future__ import annotations

import itertools

import pytest

from domain.kernel.chance import QuickChance
from domain.tournament.pairing.matching import best, pairs_all, quick


def test_an_odd_number_is_never_paired_whole() -> None:
    assert not pairs_all([1, 2, 3], [(1, 2), (2, 3)])


def test_the_heaviest_matching_is_found_whole_or_not() -> None:
    weights = {(1, 2): 1, (2, 3): 5, (3, 4): 1}
    assert best(weights, whole=False) == {2: 3, 3: 2}
    assert best(weights, whole=True) == {1: 2, 2: 1, 3: 4, 4: 3}


def _can_be(vertices: tuple[int, ...], edges: list[tuple[int, int]]) -> bool:
    if not vertices:
        return True
    first, *others = vertices
    return any(
        _can_be(tuple(vertex for vertex in others if vertex != other), edges)
        for other in others
        if (first, other) in edges
    )


@pytest.mark.parametrize("seed", range(12))
def test_pairing_everybody_agrees_with_trying_all_ways(seed: int) -> None:
    chance = QuickChance(seed)
    vertices = tuple(range(8))
    for density in (3, 4, 5):
        edges = [edge for edge in itertools.combinations(vertices, 2) if chance.pick(9) < density]
        assert pairs_all(vertices, edges) is _can_be(vertices, edges)


def test_the_quick_way_may_fail_where_the_best_does_not() -> None:
    neighbours = {1: {2}, 2: {1}, 3: set()}
    assert not quick(neighbours)
    assert quick({1: {2}, 2: {1}})
