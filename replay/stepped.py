"""A record as the screens of `terminal` are given it: what it shows and says at a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.audit.called import Called
from domain.audit.choices import Choosing
from domain.audit.knowing import in_words
from domain.audit.knowledge import Recollection
from domain.audit.timeline import Address, Timeline
from domain.audit.written import written, written_lines
from domain.kernel.display.board import Picture
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat, Viewer
from replay.errors import InputError
from replay.notes.beside import note_lines, notes_for
from replay.reading.growing import Followed
from replay.reading.sight import owner_of
from replay.rendering import Screen
from replay.times import stamp
from terminal.ink import PAINT
from terminal.panes.choices import Choices
from terminal.panes.knowledge import Known

NARROW = 60  # columns: a heading has no room for everything


class Stepped:
    """A record followed, in the words of its reader; the notes beside it are read anew for each viewer.

    `before` is the same record with fewer entries: what was counted there is counted on from here.
    """

    def __init__(self, source: str, followed: Followed, words: Words, before: Stepped | None = None) -> None:
        self.timeline: Timeline = followed.timeline
        self.owner: Viewer = owner_of(followed.timeline)
        self.words = words
        self._source = source
        self._mark = followed.mark(words)
        self._called = Called(followed.timeline, words)
        self._recollections: dict[Seat, Recollection] = {} if before is None else before._recollections
        self._notes: dict[Viewer, Mapping[int, Sequence[tuple[Address, str]]]] = {}

    def _screen(self, viewer: Viewer, columns: int = 80) -> Screen:
        return Screen(self.timeline, viewer, self.words, columns=columns, ink=PAINT, mark=self._mark)

    def heading(self, address: Address, viewer: Viewer, columns: int) -> Sequence[str]:
        """Return where we are, through whose eyes, and last, as it may be cut off first, when."""
        screen = self._screen(viewer, columns)
        pieces = [*screen.headed(address), stamp(self.timeline.moment(address.n).entry.at)]
        if columns < NARROW:  # one line is seen, and where we are must be on it
            table, place, *rest = pieces
            pieces = [place, table, *rest]
        return screen.title(pieces)

    def picture(self, address: Address, viewer: Viewer) -> Picture | None:
        """Return the table, or nothing before the deal."""
        return self._screen(viewer).picture(address)

    def before_the_deal(self, address: Address) -> Sequence[str]:
        """Return who sits there before the deal."""
        return self._screen(self.owner).board(address)

    def possible(self, address: Address, viewer: Viewer) -> Sequence[Choices]:
        """Return what the viewer's awaited seats could have done, and which of their cards they could not use."""
        words, choosing = self.words, Choosing(self.timeline, self.words)
        return [
            Choices(
                words.say("What {seat} could do", seat=words.seat(seat)),
                tuple(choosing.possible(address, seat)),
                tuple(choosing.refused(address, seat)),
            )
            for seat in self._screen(viewer).answering(address)
        ]

    def knowledge(self, address: Address, seat: Seat) -> Sequence[Known]:
        """Return what a seat knew of what it could not see, and first what the entry told it."""
        recollection = self._recollections.setdefault(seat, Recollection(seat, self.words))
        found = recollection.at(self.timeline, address)
        if found is None:
            return ()
        known = in_words(found, self._called, self.words)
        told = tuple([text for place, text in known.learnt if place.n == address.n])
        learnt = [Known(self.words.say("What entry {n} told", n=address.n), told)] if told else []
        return [*learnt, *[Known(place.title, place.said) for place in known.places]]

    def notes(self, viewer: Viewer) -> Mapping[int, Sequence[tuple[Address, str]]]:
        """Return what was written with entries, and the notes beside the record, as far as a viewer may read them."""
        if viewer not in self._notes:
            found: dict[int, list[tuple[Address, str]]] = {}
            for n, items in written(self.timeline, viewer).items():
                texts = [plain(" ".join(text.split())) for text in written_lines(items, self.words)]
                found[n] = [(Address(n), text) for text in texts]
            for n, notes in notes_for(self._source, self.timeline, viewer).items():
                lines = zip(notes, note_lines(notes, self.words), strict=True)
                found.setdefault(n, []).extend([(note.place, text) for note, (_, text) in lines])
            self._notes[viewer] = found
        return self._notes[viewer]


def growing(source: str, more: Iterator[Followed], words: Words, before: Stepped) -> Iterator[Stepped | str]:
    """Yield the record with each entry that comes; in the end, if something breaks, why no more come."""
    try:
        for followed in more:
            before = Stepped(source, followed, words, before)
            yield before
    except InputError as error:
        yield error.message
