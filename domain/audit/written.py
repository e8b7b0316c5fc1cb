"""What players and arbiters wrote, as far as a copy has it: the notes of a record, each at its entry, for a viewer.

A copy holds what its own viewer may read; whoever looks through other eyes reads less. A text that does not fit the
hash in its entry is none: `verify` names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.audit.authors import author
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from domain.record.entries import Entry, ResultConfirmed, TableAbandoned
from domain.record.lines import Record
from domain.record.texts import Note, Part, may_read, readers_of, texts_in


class Reading:
    """Finds which texts of a record a viewer may read, once it has looked at the entries of the copy in their order."""

    def __init__(self, record: Record, viewer: Viewer) -> None:
        self._notes = {(note.n, note.part): note for _, note in record.notes}
        self._seats = {f"seat:{seat}" for seat in viewer.seats}
        self._everything = viewer.everything
        self._found: list[tuple[Note, Entry]] = []
        self._over = False

    def look(self, entry: Entry) -> None:
        """Look at the next entry."""
        self._over = self._over or isinstance(entry, (ResultConfirmed, TableAbandoned))
        for part in texts_in(entry) if self._notes else ():
            note = self._notes.get((entry.n, part))
            if note is not None:
                self._found.append((note, entry))

    def notes(self) -> Iterator[Note]:
        """Yield the texts, in the order of their entries."""
        for note, entry in self._found:
            readers = readers_of(str(entry.__struct_config__.tag), note.part)
            own = entry.by in self._seats
            if may_read(readers, is_author=own, is_officer=self._everything, is_over=self._over):
                yield note


class Written(NamedTuple):
    """What an entry holds the hash of: who wrote it, and the text where the copy has it for the viewer."""

    part: Part
    by: str
    text: str | None


def written(timeline: Timeline, viewer: Viewer) -> Mapping[int, tuple[Written, ...]]:
    """Return what was written, by the number of its entry."""
    reading = Reading(timeline.record, viewer)
    for moment in timeline.moments:
        reading.look(moment.entry)
    texts = {(note.n, note.fits): note.text for note in reading.notes()}
    found = {}
    for entry in [moment.entry for moment in timeline.moments]:
        held = texts_in(entry)
        if held:
            found[entry.n] = tuple([Written(part, entry.by, texts.get((entry.n, hash))) for part, hash in held.items()])
    return found


def written_lines(items: tuple[Written, ...], words: Words) -> Iterator[str]:
    """Yield each text in a sentence that says whose it is; of one that is not in the copy, that it is not."""
    for item in items:
        by = author(item.by, words)
        if item.text is None:
            yield words.say("{by} has written something that is not in this copy.", by=by)
        elif item.part == "/sealed_text":
            yield words.say("{by} has written, to be read after the end: {text}", by=by, text=item.text)
        else:
            yield words.say("{by} has written: {text}", by=by, text=item.text)
