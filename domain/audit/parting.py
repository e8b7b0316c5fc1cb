"""Where two tables part: their live lines compared fact by fact, as one viewer learnt them.

Facts are compared and not entries, so that a branch, whose first entry of play holds all facts up to where it began,
stands beside the table that it came from.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.audit.timeline import Address, Timeline
from domain.kernel.marks import redact
from domain.kernel.messages import Awaited, Fact
from domain.kernel.seats import Viewer


class Parting(NamedTuple):
    """How many facts two tables share, and the first that each has alone; `None` where a table has no more."""

    shared: int
    first: Address | None
    second: Address | None


def parting(first: Timeline, second: Timeline, viewer: Viewer) -> Parting:
    """Return where the live lines of two tables part in a viewer's sight."""
    one, other = lived(first, viewer), lived(second, viewer)
    pairs = zip(one, other, strict=False)
    shared = next((i for i, (a, b) in enumerate(pairs) if a[1] != b[1]), min(len(one), len(other)))
    return Parting(shared, *[line[shared][0] if shared < len(line) else None for line in (one, other)])


def lived(timeline: Timeline, viewer: Viewer) -> list[tuple[Address, Fact]]:
    """Return the facts of the live line as a viewer learnt them; who is awaited follows from the others."""
    return [
        (Address(moment.entry.n, i), redact(fact, viewer))
        for moment in timeline.moments
        if moment.entry.n not in timeline.taken_back
        for i, fact in enumerate(moment.facts)
        if not isinstance(fact, Awaited)
    ]
