"""What happened around a moment, in sentences, as the copy tells it."""

from __future__ import annotations

from typing import NamedTuple

from domain.audit.narration import told
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from dossier.report.times import stamp

AROUND = 5  # entries on each side


class Happened(NamedTuple):
    """A sentence behind its address and its time; `here`: of the moment of the report, `first_here`: its first."""

    address: str
    time: str
    text: str
    taken_back: bool
    here: bool
    first_here: bool


def lines_around(timeline: Timeline, address: Address, words: Words) -> tuple[Happened, ...]:
    """Return ten entries around a moment, and its own; fewer at an end of the record."""
    first, last = max(1, address.n - AROUND), min(len(timeline), address.n + AROUND)
    found: list[Happened] = []
    marked = False
    for n in range(first, last + 1):
        entry = timeline.moment(n).entry
        for i, item in enumerate(told(timeline, n, timeline.owner, words)):
            here = n == address.n and address.fact in (None, item.address.fact)
            time = "" if i else stamp(entry.at)
            back = n in timeline.taken_back
            found.append(Happened(str(item.address), time, plain(item.text), back, here, here and not marked))
            marked = marked or here
    return tuple(found)
