"""A reel: the frames of a record for some viewers, made entry by entry as they are asked for, and kept as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from domain.audit.frames.heading import header_of
from domain.audit.frames.pool import Extent, Pool
from domain.audit.frames.shapes import CHUNK, Frame, Said
from domain.audit.frames.telling import Teller, stand
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.board import Picture
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer

_encoded = msgspec.json.Encoder().encode


class Reel:
    """The frames of a timeline; of several viewers they share a pool, and whoever gets one gets that of all of them.

    The frames of an entry hang on what came before it and on nothing later: so a reel goes on when the record grows.
    """

    def __init__(self, timeline: Timeline, viewers: Sequence[Viewer], words: Words) -> None:
        self.timeline = timeline
        self.viewers = tuple(viewers)
        self.words = words
        self._pool = Pool()
        self._tellers = [(viewer, Teller(viewer, words, self._pool)) for viewer in viewers]
        self._last: list[Frame | None] = [None for _ in viewers]  # that was made
        self._frames: list[list[bytes]] = [[] for _ in viewers]  # by viewer and entry: its frames, joined by commas
        self._stands: list[bytes] = []  # by entry
        self._extents: list[Extent] = [self._pool.extent]  # of the pool before the first entry, and after each

    @property
    def filmed(self) -> int:
        """The last entry whose frames are made."""
        return len(self._stands)

    @property
    def size(self) -> int:
        """How many bytes the frames take that are made so far."""
        return sum(len(entry) for frames in self._frames for entry in frames) + self._pool.size

    def grow(self, timeline: Timeline) -> None:
        """Take the same record with more entries."""
        self.timeline = timeline

    def chunk(self, number: int, upto: int | None = None) -> bytes:
        """Return a chunk, counted from 0, as JSON; `upto` is an entry behind which nothing is told.

        Raises `IndexError` for a chunk of which no entry is there.
        """
        last = len(self.timeline) if upto is None else min(upto, len(self.timeline))
        begin, end = number * CHUNK, min((number + 1) * CHUNK, last)
        if not 0 <= begin < end:
            raise IndexError(f"the record has chunks 0 to {(last - 1) // CHUNK}, not {number}")
        self.reach(end)
        frames = b",".join(
            [
                b"%b:[%b]" % (_encoded(str(viewer)), b",".join(made[begin:end]))
                for viewer, made in zip(self.viewers, self._frames, strict=True)
            ]
        )
        base = self._extents[begin]
        pool = self._pool.between(base, self._extents[end])
        head = b'{"from":%d,"base":%b,"pool":%b' % (begin + 1, _encoded(base), pool)
        return b'%b,"entries":[%b],"frames":{%b}}' % (head, b",".join(self._stands[begin:end]), frames)

    def reach(self, n: int) -> None:
        """Make the frames of all entries up to one of them."""
        while self.filmed < n:
            self._film(self.filmed + 1)

    def chunks(self) -> Iterator[bytes]:
        """Yield every chunk."""
        return (self.chunk(number) for number in range((len(self.timeline) + CHUNK - 1) // CHUNK))

    def _film(self, n: int) -> None:
        """Make the frames of the next entry."""
        for place, (viewer, teller) in enumerate(self._tellers):
            sentences = _by_frame(teller.sentences(self.timeline, n), len(self.timeline.moment(n).facts) or 1)
            steps = [self._step(n, fact, picture) for fact, picture in enumerate(self._pictures(n, viewer))]
            *within, last = map(_saying, steps, sentences)
            kept = [
                frame
                for frame, before in zip(within, [self._last[place], *steps], strict=False)
                if frame.told or not _same(frame, before)
            ]
            self._last[place] = last
            frames = [*kept, self._whole(n, last, teller)]
            self._frames[place].append(b",".join(map(_encoded, frames)))
        self._stands.append(_encoded(stand(self.timeline.moment(n))))
        self._extents.append(self._pool.extent)

    def _pictures(self, n: int, viewer: Viewer) -> Iterator[Picture | None]:
        """Yield the picture after each fact of an entry but the last, then the one after all of it."""
        yield from self.timeline.pictures_within(n, viewer, self.words)
        yield self.timeline.picture(Address(n), viewer, self.words)

    def _step(self, n: int, fact: int, picture: Picture | None) -> Frame:
        if picture is None:
            return Frame(n=n, fact=fact)
        pool = self._pool
        return Frame(
            n=n,
            fact=fact,
            headline=pool.text(picture.headline),
            banner=pool.texts(picture.banner),
            prompt=None if picture.prompt is None else pool.text(picture.prompt),
            panels=pool.panels(picture),
        )

    def _whole(self, n: int, last: Frame, teller: Teller) -> Frame:
        """Return the last frame of an entry as that of the whole of it."""
        could, taught = teller.choices(self.timeline, n), teller.taught(self.timeline, n)
        return replace(last, fact=None, could=tuple(could), taught=tuple(taught))


def film(
    timeline: Timeline, viewers: Sequence[Viewer], words: Words, progress: Callable[[int, int], None] | None = None
) -> Iterator[bytes]:
    """Yield one JSON document, piece by piece: the header, and all chunks for some viewers, who share a pool.

    `progress` is called with the entries whose frames are made, and with all.
    """
    yield b'{"header":' + _encoded(header_of(timeline, viewers, words))
    reel, last = Reel(timeline, viewers, words), len(timeline)
    for n in range(1, last + 1):
        reel.reach(n)
        if progress is not None:
            progress(n, last)
        if n % CHUNK == 0 or n == last:
            number = (n - 1) // CHUNK
            yield (b"," if number else b',"chunks":[') + reel.chunk(number)
    yield b"]}"


def _by_frame(sentences: Sequence[Said], frames: int) -> list[list[Said]]:
    """Return the sentences of each frame: those of its fact, and before them what the entry says there of itself."""
    found: list[list[Said]] = [[] for _ in range(frames)]
    here = frames - 1
    for said in reversed(sentences):
        here = here if said.fact is None else said.fact
        found[here].insert(0, said)
    return found


def _saying(frame: Frame, told: Sequence[Said]) -> Frame:
    return replace(frame, told=tuple(told))


def _same(frame: Frame, other: Frame | None) -> bool:
    """Say whether two frames show the same."""
    return other is not None and _shown(frame) == _shown(other)


def _shown(frame: Frame) -> tuple[object, ...]:
    return frame.headline, frame.banner, frame.prompt, frame.panels
