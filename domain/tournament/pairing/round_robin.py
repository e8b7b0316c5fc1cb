"""Everybody meets everybody: the Berger tables of FIDE's C.05, Annex 1."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.interface import Pairing, Request, rounds_played
from domain.tournament.players import Player, PlayerId, in_order


def berger(players: int, round: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a round by numbers from 1, the first player first; an odd number is made even.

    The last number meets 1, 1 + n/2, 1 + 2·n/2, … modulo n - 1, and begins in the even rounds; around each of these
    the others meet whom they mirror, the one above it beginning.
    """
    last = players + players % 2
    others = last - 1
    pivot = (round - 1) * (last // 2) % others
    meets_last = (pivot + 1, last) if round % 2 else (last, pivot + 1)
    mirrored = [((pivot + i) % others + 1, (pivot - i) % others + 1) for i in range(1, last // 2)]
    return (meets_last, *mirrored)


def dealt(players: Sequence[PlayerId], groups: int) -> tuple[tuple[PlayerId, ...], ...]:
    """Return players dealt into groups to and fro, so that the strength of each is about the same: 1 4 5, 2 3 6."""
    piles: list[list[PlayerId]] = [[] for _ in range(groups)]
    for place, player in enumerate(players):
        row, column = divmod(place, groups)
        piles[groups - 1 - column if row % 2 else column].append(player)
    return tuple([tuple(pile) for pile in piles])


class RoundRobin(msgspec.Struct, frozen=True):
    """Berger tables in one cycle or two, of everybody or of each group.

    The second cycle has the first players exchanged; the last two rounds of the first are exchanged before it, so that
    nobody begins three times in a row (C.05, Annex 1, double round robin). The numbers are those of everybody who
    entered: who is not there leaves the opponent with the bye. A group that has met while another goes on sits out.
    """

    cycles: int = 1
    groups: int = 1

    def rounds(self, players: int) -> int:
        """Return how many rounds so many players need."""
        largest = -(-players // self.groups)
        return self.cycles * (largest + largest % 2 - 1)

    def groups_of(self, players: Sequence[Player]) -> tuple[tuple[PlayerId, ...], ...]:
        """Return the players of each group in the initial order, by which their numbers go."""
        return dealt([player.id for player in in_order(players)], self.groups)

    def pair(self, request: Request, chance: Chance) -> Pairing | Refusal:
        """Look the round up."""
        players = request.history.players
        if request.round > self.rounds(len(players)) or not players:
            text = "All {rounds} rounds of the Berger tables have been played."
            return rounds_played(text, "FIDE C.05, Annex 1", rounds=self.rounds(len(players)))
        tables: list[tuple[PlayerId, ...]] = []
        byes: list[PlayerId] = []
        for names in self.groups_of(players):
            for pair in self._numbers(len(names), request.round):
                numbered = [names[number - 1] for number in pair if number <= len(names)]
                there = [player for player in numbered if player in request.present]
                if len(there) == 2:
                    tables.append(tuple(there))
                byes += there if len(there) == 1 else []
        return Pairing(tuple(tables), tuple(byes))

    def _numbers(self, players: int, round: int) -> tuple[tuple[int, int], ...]:
        in_cycle = players + players % 2 - 1
        if round > in_cycle * self.cycles:
            return ()
        if round > in_cycle:
            return tuple([(second, first) for first, second in berger(players, round - in_cycle)])
        if self.cycles > 1 and in_cycle > 2 and round > in_cycle - 2:
            return berger(players, 2 * in_cycle - 1 - round)
        return berger(players, round)
