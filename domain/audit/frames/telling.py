"""What a frame says beside its picture: what happened, what could be done, what the viewer learnt, how time stands."""

from __future__ import annotations

from collections.abc import Iterator

from domain.audit.called import Called
from domain.audit.choices import Choosing
from domain.audit.frames.pool import Pool
from domain.audit.frames.shapes import Awaited, Choices, Said, Stand
from domain.audit.knowing import learnt_in_words
from domain.audit.knowledge import Recollection
from domain.audit.narration import told
from domain.audit.timeline import Address, Moment, Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer


class Teller:
    """Says of one entry after another what a viewer may know; a record may grow meanwhile."""

    def __init__(self, viewer: Viewer, words: Words, pool: Pool) -> None:
        self._pool = pool
        self._viewer = viewer
        self._words = words
        self._seat = next(iter(viewer.seats)) if len(viewer.seats) == 1 and not viewer.everything else None
        self._recollection = None if self._seat is None else Recollection(self._seat, words)

    def sentences(self, timeline: Timeline, n: int) -> list[Said]:
        """Return what happened in an entry, in the order in which it is told."""
        return [
            Said(self._pool.text(item.text), item.address.fact) for item in told(timeline, n, self._viewer, self._words)
        ]

    def choices(self, timeline: Timeline, n: int) -> Iterator[Choices]:
        """Yield what each awaited seat could do whose offers both this viewer and the copy know."""
        choosing, here = Choosing(timeline, self._words), Address(n)
        for seat in sorted(timeline.moment(n).table.decisions):
            if self._viewer.may_know((seat,)) and timeline.owner.may_know((seat,)):
                can, cannot = choosing.possible(here, seat), choosing.refused(here, seat)
                yield Choices(seat, self._pool.texts(can), self._pool.texts(cannot))

    def taught(self, timeline: Timeline, n: int) -> Iterator[Said]:
        """Yield what an entry told the viewer of cards it cannot see, if the viewer is one seat."""
        facts = timeline.moment(n).facts
        if self._recollection is None or not facts:
            return
        found = self._recollection.at(timeline, Address(n))
        if found is None:
            return
        new = [item for item in found.learnt if item.address.n == n]
        called = Called(timeline, self._words)
        for address, text in learnt_in_words(new, called, self._words):
            yield Said(self._pool.text(text), address.fact)


def stand(moment: Moment) -> Stand:
    """Return how an entry left the table, the same for every viewer."""
    live, clock = moment.table.live, moment.table.book.opened.clock
    if live is None:
        return Stand(at=moment.entry.at)
    awaited = [
        Awaited(seat, decision.kind, decision.n, decision.at, live.deadline(seat, clock))
        for seat, decision in sorted(moment.table.decisions.items())
    ]
    return Stand(moment.entry.at, len(moment.facts), tuple(awaited), live.bank)
