"""Matchings of a general graph: which pairs to make, of all that may be made.

The algorithm is networkx's (blossoms, exact over whole numbers of any size). Whoever asks for the best matching makes
it the only best one as far as they use it, so that no answer depends on the algorithm or on its edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int]
Matching: TypeAlias = dict[int, int]  # both ways


def best(weights: Mapping[Edge, int], *, whole: bool) -> Matching:
    """Return the matching of the greatest weight; with `whole`, among those with the most pairs."""
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from([(one, other, weight) for (one, other), weight in weights.items()])
    return both_ways(networkx.max_weight_matching(graph, maxcardinality=whole))


def both_ways(pairs: Iterable[Edge]) -> Matching:
    """Return pairs as a table of partners."""
    matching: Matching = {}
    for one, other in pairs:
        matching[one] = other
        matching[other] = one
    return matching


def pairs_all(vertices: Iterable[int], edges: Iterable[Edge]) -> bool:
    """Say whether everybody can be paired at once."""
    remaining = set(vertices)
    neighbours: dict[int, set[int]] = {vertex: set() for vertex in remaining}
    inside = [(one, other) for one, other in edges if one in remaining and other in remaining]
    for one, other in inside:
        neighbours[one].add(other)
        neighbours[other].add(one)
    if len(remaining) % 2:
        return False
    return quick(neighbours) or len(best(dict.fromkeys(inside, 1), whole=True)) == len(remaining)


def quick(neighbours: Mapping[int, set[int]]) -> bool:
    """Try to pair everybody, who has the fewest choices first; false says nothing."""
    free = {vertex: set(others) for vertex, others in neighbours.items()}
    while free:
        one = min(free, key=lambda vertex: len(free[vertex]))
        if not free[one]:
            return False
        other = min(free[one], key=lambda vertex: len(free[vertex]))
        for gone in (one, other):
            for neighbour in free.pop(gone):
                free[neighbour].discard(gone)
    return True
