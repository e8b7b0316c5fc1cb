"""The search for the pods that cost least: exact for a few players, and for many never worse than dealing them out.

Both are the same everywhere: what costs the same is taken in the order of the search, which is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from domain.kernel.chance import QuickChance
from domain.tournament.pairing.pods.costs import Costs

EXACT = 12  # players; 12 at tables of three have 15,400 ways
KICKS = 24  # fresh starts from the best so far; as many for up to 88 players, 5 for 200, none from 300 on

Pod: TypeAlias = tuple[int, ...]
Price: TypeAlias = Callable[[int, Sequence[int]], int]  # of a group, by its number and members


class Pods(NamedTuple):
    """A way to seat everybody."""

    pods: tuple[Pod, ...]
    byes: Pod

    def cost(self, costs: Costs) -> int:
        """Return what it costs in all."""
        return sum([costs.of_pod(pod) for pod in self.pods]) + costs.of_byes(self.byes)


def search(costs: Costs, sizes: Sequence[int], byes: int) -> Pods:
    """Return the best pods for players 0 to n - 1; exactly the best up to `EXACT` of them."""
    if sum(sizes) + byes <= EXACT:
        return exact(costs, sizes, byes)
    return improved(costs, dealt(costs, sizes, byes))


def exact(costs: Costs, sizes: Sequence[int], byes: int, *, together: tuple[int, ...] = ()) -> Pods:
    """Return the pods that cost least, of all there are; `together` have to share one, if they are named."""
    inside = frozenset(together)

    def pods_of(left: Pod, size: int) -> Iterator[Pod]:
        first, *others = left
        for rest in combinations(others, size - 1):
            pod = (first, *rest)
            if inside <= set(pod) or inside.isdisjoint(pod):
                yield pod

    def ways(left: Pod, still: tuple[int, ...]) -> Iterator[tuple[int, tuple[Pod, ...]]]:
        """Yield the best that follows each pod that the first of the players left can sit in."""
        for size in sorted(set(still), reverse=True):
            place = still.index(size)
            fewer = still[:place] + still[place + 1 :]
            for pod in pods_of(left, size):
                members = set(pod)
                cost, pods = cheapest(tuple([player for player in left if player not in members]), fewer)
                yield costs.of_pod(pod) + cost, (pod, *pods)

    @cache
    def cheapest(left: Pod, still: tuple[int, ...]) -> tuple[int, tuple[Pod, ...]]:
        return min(ways(left, still), key=_cost) if left else (0, ())

    everybody = range(sum(sizes) + byes)
    found = []
    for idle in combinations(reversed(everybody), byes):
        if inside.isdisjoint(idle):
            cost, pods = cheapest(tuple([player for player in everybody if player not in idle]), tuple(sizes))
            found.append((cost + costs.of_byes(idle), Pods(pods, idle)))
    return min(found, key=_cost)[1]


def _cost(way: tuple[int, object]) -> int:
    """Return what a way costs; of those that cost the same `min` takes the first."""
    return way[0]


def dealt(costs: Costs, sizes: Sequence[int], byes: int) -> Pods:
    """Deal the players out from the top, each pod taking whoever costs it least; the floor of every other answer."""
    left = list(range(sum(sizes) + byes))
    idle = tuple(sorted(left, key=lambda player: costs.bye[player])[:byes])
    left = [player for player in left if player not in idle]
    pods = []
    for size in sizes:
        pod = [left.pop(0)]
        while len(pod) < size:
            rows = [costs.pairs[member] for member in pod]
            extra = costs.short if size < costs.seats else None
            chosen = min(left, key=lambda player: sum([row[player] for row in rows]) + (extra[player] if extra else 0))
            left.remove(chosen)
            pod.append(chosen)
        pods.append(tuple(pod))
    return Pods(tuple(pods), idle)


def improved(costs: Costs, start: Pods) -> Pods:
    """Exchange players as long as that costs less, and again from where three exchanges at random lead.

    The random ones are the same every time: they hang on the number of players alone.
    """
    best = _settled(costs, start)
    lowest = best.cost(costs)
    players = sum([len(pod) for pod in best.pods]) + len(best.byes)
    chance = QuickChance(players)
    for _ in range(max(0, min(KICKS, 3_000 // players - 10))):
        if lowest == 0:
            break
        other = best
        for _ in range(3):
            other = exchanged(other, chance.pick(players), chance.pick(players))
        other = _settled(costs, other)
        if (cost := other.cost(costs)) < lowest:
            best, lowest = other, cost
    return best


def exchanged(here: Pods, one: int, other: int) -> Pods:
    """Return the pods with two players in each other's place."""
    new = {one: other, other: one}
    pods = [tuple([new.get(player, player) for player in pod]) for pod in here.pods]
    return Pods(tuple(pods), tuple([new.get(player, player) for player in here.byes]))


def _settled(costs: Costs, start: Pods) -> Pods:
    """Exchange two players at a time as long as that costs less."""
    groups = [list(pod) for pod in start.pods] + [list(start.byes)]
    idle = len(groups) - 1

    def price(number: int, members: Sequence[int]) -> int:
        return costs.of_byes(members) if number == idle else costs.of_pod(members)

    prices = [price(number, members) for number, members in enumerate(groups)]
    changed = True
    while changed:
        changed = False
        for a, b in combinations(range(len(groups)), 2):
            changed |= _exchange(groups, prices, a, b, price)
    return Pods(tuple([tuple(sorted(pod)) for pod in groups[:idle]]), tuple(groups[idle]))


def _exchange(groups: list[list[int]], prices: list[int], a: int, b: int, price: Price) -> bool:
    """Exchange players of two groups while that costs less; say whether any did."""
    changed = False
    one, two = groups[a], groups[b]
    for i in range(len(one)):
        for j in range(len(two)):
            if prices[a] + prices[b] == 0:
                return changed
            one[i], two[j] = two[j], one[i]
            costs_a, costs_b = price(a, one), price(b, two)
            if costs_a + costs_b < prices[a] + prices[b]:
                prices[a], prices[b] = costs_a, costs_b
                changed = True
            else:
                one[i], two[j] = two[j], one[i]
    return changed
