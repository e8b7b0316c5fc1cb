"""The header of frames: which table, for whom, and where in the record something happened."""

from __future__ import annotations

from collections.abc import Sequence

from domain.audit.frames.shapes import Header
from domain.audit.marks import Mark, Marks
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer, every_viewer
from domain.record.canonical import b64

MARKS: tuple[Mark, ...] = ("turn", "reshuffle", "out", "clock", "pause", "rewind", "end")


def header_of(
    timeline: Timeline, viewers: Sequence[Viewer], words: Words, eyes: Sequence[Viewer] | None = None
) -> Header:
    """Return what is known of the frames of a timeline before the first chunk; nothing in it is hidden from anybody.

    `eyes` are those through which one may look, without them all whom the copy allows: whoever looks at a narrower
    copy than there is may look at the others too.
    """
    opening, last = timeline.opening, timeline.moments[-1]
    book = last.table.book
    allowed = eyes_of(opening.seats, timeline.owner) if eyes is None else eyes
    return Header(
        table=opening.table,
        label=opening.label,
        game=opening.game,
        title=timeline.title.rules.title,
        costume=opening.game,
        release=opening.release,
        language=words.language,
        seats=tuple([words.seat(seat) for seat in range(opening.seats)]),
        status=book.status,
        over=book.is_over,
        n=last.entry.n,
        head=b64(last.opened.copied.hash),
        viewers=tuple(map(str, viewers)),
        allowed=tuple(map(str, allowed)),
        marks=_marks(timeline),
        decisions={str(viewer): _decisions(timeline, viewer) for viewer in viewers},
        taken_back=tuple(sorted(timeline.taken_back)),
    )


def eyes_of(seats: int, *owners: Viewer) -> tuple[Viewer, ...]:
    """Return every viewer of a table with so many seats who sees no more than one of some others, and these."""
    covered = [viewer for viewer in every_viewer(seats) if any(owner.covers(viewer) for owner in owners)]
    return tuple(dict.fromkeys([*covered, *owners]))


def _marks(timeline: Timeline) -> dict[str, tuple[int, ...]]:
    """Return the entries with each mark that there is."""
    marks = Marks(timeline)
    found = {mark: tuple(marks.entries(mark)) for mark in MARKS}
    return {mark: entries for mark, entries in found.items() if entries}


def _decisions(timeline: Timeline, viewer: Viewer) -> tuple[int, ...]:
    """Return the entries that put a decision to a viewer's seats, or to anybody's where it holds none."""
    seats = viewer.seats or frozenset(range(timeline.opening.seats))
    return tuple(
        [
            moment.entry.n
            for moment in timeline.moments
            if any(seat in seats and one.n == moment.entry.n for seat, one in moment.table.decisions.items())
        ]
    )
