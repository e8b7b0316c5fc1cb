"""Reading frames in Python, by the rules of docs/frames.md: the twin of web/static/frames/frames.js."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from domain.audit.frames.shapes import CHUNK, Chunk, Film, Frame
from domain.audit.timeline import Address
from domain.kernel.display.board import CardPicture, Panel, Picture, Zone


class Shown(NamedTuple):
    """A frame with its pooled parts put in."""

    frame: Frame
    picture: Picture | None
    told: list[tuple[Address, str]]
    taught: list[tuple[Address, str]]
    could: list[tuple[int, list[str], list[str]]]


class Projector:
    """Chunks in their order, and the frames of one viewer."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.texts: list[str] = []
        self.cards: list[CardPicture] = []
        self.zones: list[Zone] = []
        self.panels: list[Panel] = []
        self.frames: list[Shown] = []
        self.chunks: list[Chunk] = []

    def take(self, text: bytes | Chunk) -> None:
        """Take the next chunk."""
        chunk = text if isinstance(text, Chunk) else msgspec.json.decode(text, type=Chunk)
        assert chunk.base == (len(self.texts), len(self.cards), len(self.zones), len(self.panels))
        self.chunks.append(chunk)
        self.texts += chunk.pool.texts
        self.cards += chunk.pool.cards
        for zone in chunk.pool.zones:
            self.zones.append(Zone(**{**_members(zone), "cards": tuple([self.cards[place] for place in zone.cards])}))
        for panel in chunk.pool.panels:
            zones = tuple([self.zones[place] for place in panel.zones])
            self.panels.append(Panel(**{**_members(panel), "zones": zones}))
        self.frames += [self._shown(frame) for frame in chunk.frames[self.viewer]]

    def _shown(self, frame: Frame) -> Shown:
        picture = None
        if frame.panels is not None:
            assert frame.headline is not None
            picture = Picture(
                headline=self.texts[frame.headline],
                banner=tuple([self.texts[place] for place in frame.banner]),
                panels=tuple([self.panels[place] for place in frame.panels]),
                prompt=None if frame.prompt is None else self.texts[frame.prompt],
            )
        told, taught = (
            [(Address(frame.n, said.fact), self.texts[said.text]) for said in said_of]
            for said_of in (frame.told, frame.taught)
        )
        could = [
            (one.seat, [self.texts[place] for place in one.can], [self.texts[place] for place in one.cannot])
            for one in frame.could
        ]
        return Shown(frame, picture, told, taught, could)

    def at(self, address: Address) -> Shown:
        """Return the frame that stands at an address: that of the entry, or the last one up to the fact."""
        whole = next(shown for shown in self.frames if (shown.frame.n, shown.frame.fact) == (address.n, None))
        stand = self.chunks[(address.n - 1) // CHUNK].entries[(address.n - 1) % CHUNK]
        if address.fact is None or address.fact == stand.facts - 1:
            return whole
        place = self.frames.index(whole)
        later = [shown for shown in self.frames[:place] if shown.frame.n == address.n]
        before = [shown for shown in later if shown.frame.fact is not None and shown.frame.fact <= address.fact]
        return before[-1] if before else self.frames[place - len(later) - 1]

    def entry(self, n: int) -> list[Shown]:
        """Return the frames of an entry."""
        return [shown for shown in self.frames if shown.frame.n == n]


def projected(film: bytes, viewer: str) -> tuple[Film, Projector]:
    """Read a whole film for one of its viewers."""
    read = msgspec.json.decode(film, type=Film)
    projector = Projector(viewer)
    for chunk in read.chunks:
        projector.take(chunk)
    return read, projector


def _members(part: Any) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__struct_fields__}
