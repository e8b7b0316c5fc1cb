"""Going to a random entry of a record, and opening the record for it first."""

from __future__ import annotations

from benchmarks.figures import Figure, clock, measured, percentile
from benchmarks.played import Played
from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.kernel.chance import QuickChance
from domain.kernel.seats import SPECTATOR

SEED = 2026


def opening(played: Played, *, runs: int) -> Figure:
    """Measure parsing a record and following it to its end, once before any seeking."""
    text = played.record()

    def once() -> float:
        begun = clock()
        Timeline(read_record(text))
        return (clock() - begun) * 1e3

    return measured("ms", once, runs=runs, over={"entries": len(played.entries)})


def seek(played: Played, *, runs: int, seeks: int) -> Figure:
    """Measure going to the last fact of a random entry and taking a spectator's view there; the slowest of a hundred.

    The address names a fact, so that the state is evolved from the entry before: the dearest way to get there.
    """
    timeline = Timeline(read_record(played.record()))
    first = timeline.started
    assert first is not None
    chance = QuickChance(SEED)

    def once() -> float:
        times = []
        for _ in range(seeks):
            n = first + chance.pick(len(timeline) - first + 1)
            facts = timeline.moment(n).facts
            address = Address(n, len(facts) - 1 if facts else None)
            begun = clock()
            timeline.view(address, SPECTATOR)
            times.append((clock() - begun) * 1e3)
        return percentile(times, 0.99)

    return measured("ms", once, runs=runs, over={"entries": len(played.entries), "seeks": seeks})
