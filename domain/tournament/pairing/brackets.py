"""The matches of a knock-out and where the players of each come from."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from domain.tournament.players import PlayerId


class Source(NamedTuple):
    """Where the player of a slot comes from: a seed from 1, or the winner or loser of an earlier match."""

    kind: Literal["seed", "winner", "loser"]
    number: int  # of the seed, or of the match, from 0


class Match(NamedTuple):
    """Two slots. `reset` is the second grand final, which is played only if the second slot won the first one."""

    slots: tuple[Source, Source]
    reset: bool = False


class Bracket(NamedTuple):
    """All matches, and the stages in which they are played: the matches of a stage do not need each other."""

    matches: tuple[Match, ...]
    stages: tuple[tuple[int, ...], ...]


Slot: TypeAlias = PlayerId | None  # nobody: a walk-over for the other


def size_for(players: int) -> int:
    """Return how many places a bracket needs: the next power of two, at least 2."""
    return max(2, 1 << (players - 1).bit_length()) if players else 2


def seeded(size: int) -> tuple[int, ...]:
    """Return the seeds from top to bottom, so that the better ones meet as late as can be: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return tuple(order)


class _Building:
    def __init__(self) -> None:
        self.matches: list[Match] = []
        self.stages: list[tuple[int, ...]] = []

    def add(self, slots: list[Source]) -> tuple[int, ...]:
        """Add a match for each two slots and return their numbers."""
        start = len(self.matches)
        self.matches += [Match((one, two)) for one, two in zip(slots[::2], slots[1::2], strict=True)]
        return tuple(range(start, len(self.matches)))

    def done(self) -> Bracket:
        return Bracket(tuple(self.matches), tuple(self.stages))


def _from(kind: Literal["winner", "loser"], matches: tuple[int, ...]) -> list[Source]:
    return [Source(kind, number) for number in matches]


def single(players: int) -> Bracket:
    """Return the bracket in which one loss ends it."""
    building = _Building()
    slots = [Source("seed", seed) for seed in seeded(size_for(players))]
    while len(slots) > 1:
        stage = building.add(slots)
        building.stages.append(stage)
        slots = _from("winner", stage)
    return building.done()


def double(players: int) -> Bracket:
    """Return the bracket in which the second loss ends it.

    Who loses crosses over: the losers of the second round of winners come in from the other end, those of the third as
    they stand, those of the fourth from the other end, and so on; so nobody meets the one they lost to last at once.
    The winner of the losers has to win the grand final twice.
    """
    building = _Building()
    winners = building.add([Source("seed", seed) for seed in seeded(size_for(players))])
    building.stages.append(winners)
    losers = _from("loser", winners)
    crosses = True
    while len(winners) > 1:
        winners = building.add(_from("winner", winners))
        survived = building.add(losers)
        building.stages.append(winners + survived)
        fallen = _from("loser", winners)
        came = reversed(fallen) if crosses else fallen
        crosses = not crosses
        survivors = _from("winner", survived)
        met = building.add([slot for two in zip(came, survivors, strict=True) for slot in two])
        building.stages.append(met)
        losers = _from("winner", met)
    final = building.add([*_from("winner", winners), losers[0]])
    building.stages.append(final)
    building.matches.append(Match((Source("winner", final[0]), Source("loser", final[0])), reset=True))
    building.stages.append((final[0] + 1,))
    return building.done()
