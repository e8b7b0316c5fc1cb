"""Swiss in pods as a way of pairing, and why two players do not sit together."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.interface import Because, Pairing, Request, no_legal_pairing
from domain.tournament.pairing.pods.costs import CRITERIA, Costs, costs, unpacked
from domain.tournament.pairing.pods.search import EXACT, Pods, exact, exchanged, search
from domain.tournament.pairing.pods.sizes import sizes
from domain.tournament.players import PlayerId, in_order


class PodSwiss(msgspec.Struct, frozen=True):
    """Swiss rounds at tables of so many seats."""

    seats: int = 4

    def pair(self, request: Request, chance: Chance) -> Pairing | Refusal:
        """Seat everybody at the least cost; what costs the same is taken in an order that is drawn."""
        if not sizes(len(request.players), self.seats)[0]:
            text = "{players} players are too few for a table."
            return no_legal_pairing("sizes", text, "tournament: pods", players=len(request.players))
        order = self._order(request, chance)
        table, found = self._found(request, order)
        if unpacked(found.cost(table))["forbidden"]:
            text = "The forbidden pairs leave no legal pairing."
            return no_legal_pairing("forbidden_pairs", text, "tournament: forbidden pairs")
        pods = sorted(found.pods, key=sorted)
        return Pairing(
            tuple([tuple([order[player] for player in _first_first(pod, table)]) for pod in pods]),
            tuple([order[player] for player in sorted(found.byes)]),
        )

    def cost(self, request: Request, pairing: Pairing) -> dict[str, int]:
        """Return what a pairing of a round costs, by criterion; anybody's pairing, for comparison."""
        order = [player.id for player in in_order(request.players)]
        return unpacked(_pods(pairing, order).cost(costs(request, order, self.seats)))

    def why_not(self, request: Request, pairing: Pairing, one: PlayerId, other: PlayerId) -> Because:
        """Return why two players do not sit together: a criterion of the cost, or `drawn` if it would cost the same.

        Up to twelve players it is compared with the best of all pairings in which they do; above, with the best that
        one exchange of two players gives.
        """
        order = [player.id for player in in_order(request.players)]
        table = costs(request, order, self.seats)
        here = _pods(pairing, order)
        two = order.index(one), order.index(other)
        if len(order) <= EXACT:
            found = exact(table, [len(pod) for pod in here.pods], len(here.byes), together=two).cost(table)
        else:
            found = min([way.cost(table) for way in _brought_together(here, *two)])
        now, then = unpacked(here.cost(table)), unpacked(found)
        worse = next((name for name in CRITERIA if now[name] != then[name]), "drawn")
        return Because(worse, now.get(worse, 0), then.get(worse, 0))

    def _order(self, request: Request, chance: Chance) -> tuple[PlayerId, ...]:
        """Return the players by score, the best first, and who has the same score as drawn."""
        listed = [player.id for player in in_order(request.players)]
        drawn = [listed[i] for i in chance.shuffle(len(listed), "pods", open=True)]
        scores = request.scores()
        return tuple(sorted(drawn, key=lambda player: -scores[player]))

    def _found(self, request: Request, order: Sequence[PlayerId]) -> tuple[Costs, Pods]:
        table = costs(request, order, self.seats)
        return table, search(table, *sizes(len(order), self.seats))


def _first_first(pod: Sequence[int], table: Costs) -> tuple[int, ...]:
    """Return the players of a pod in seat order: first who was first least often, the others as they were found."""
    first = min(pod, key=lambda player: table.begun[player])
    return (first, *[player for player in pod if player != first])


def _pods(pairing: Pairing, order: Sequence[PlayerId]) -> Pods:
    place = {player: i for i, player in enumerate(order)}
    pods = tuple([tuple([place[player] for player in pod]) for pod in pairing.tables])
    return Pods(pods, tuple([place[player] for player in pairing.byes]))


def _brought_together(here: Pods, one: int, other: int) -> list[Pods]:
    """Return every way in which an exchange of one of two with somebody brings them to one table."""
    ways = []
    for stays, comes in ((one, other), (other, one)):
        for pod in here.pods:
            if stays in pod:
                ways += [exchanged(here, comes, goes) for goes in pod if goes != stays]
    return ways
