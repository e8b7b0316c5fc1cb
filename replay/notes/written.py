"""What players and arbiters wrote about cases, as notes on its entries, for a page that has no other place for it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.audit.authors import author
from domain.audit.timeline import Timeline
from domain.audit.written import written
from domain.kernel.display.words import Words
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.canonical import b64
from replay.notes.note import OPEN, Note, new_id
from replay.times import stamp


def written_notes(timeline: Timeline, viewer: Viewer, words: Words) -> Iterator[Note]:
    """Yield the texts of a record that a viewer may read, each for the eyes of whoever else may."""
    seats = [seat_viewer(seat) for seat in range(timeline.opening.seats)]
    met = set()
    for reader in [SPECTATOR, *[one for one in (*seats, viewer, ARBITER) if viewer.covers(one)]]:
        for n, items in written(timeline, reader).items():
            for item in items:
                if item.text is not None and (n, item.part) not in met:
                    met.add((n, item.part))
                    visibility = OPEN if reader == SPECTATOR else str(reader)
                    yield _note(timeline, n, author(item.by, words), item.text, visibility)


def _note(timeline: Timeline, n: int, by: str, text: str, visibility: str) -> Note:
    moment = timeline.moment(n)
    at = stamp(moment.entry.at)
    return Note(
        id=new_id(str(n), by, at, text),
        address=str(n),
        hash=b64(moment.opened.copied.hash),
        author=by,
        written=at,
        changed=at,
        text=text,
        visibility=visibility,
    )
