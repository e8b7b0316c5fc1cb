"""The pool: each text, card, zone and panel of many pictures once, as JSON, in the order in which they first came."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Any, TypeAlias

import msgspec

from domain.audit.frames.shapes import PooledPanel, PooledZone
from domain.kernel.display.board import Panel, Picture, Zone

Extent: TypeAlias = tuple[int, int, int, int]  # how many texts, cards, zones and panels there are

_TEXT, _CARD, _ZONE, _PANEL = range(4)
_encoded = msgspec.json.Encoder().encode
_OF_ZONE = tuple([name for name in PooledZone.__struct_fields__ if name != "cards"])
_OF_PANEL = tuple([name for name in PooledPanel.__struct_fields__ if name != "zones"])


class Pool:
    """Parts of pictures by their JSON; a dictionary keeps them in order."""

    def __init__(self) -> None:
        self._parts: tuple[dict[bytes, int], ...] = ({}, {}, {}, {})

    @property
    def extent(self) -> Extent:
        """How much there is."""
        texts, cards, zones, panels = map(len, self._parts)
        return texts, cards, zones, panels

    @property
    def size(self) -> int:
        """How many bytes the parts take."""
        return sum(map(len, chain.from_iterable(self._parts)))

    def text(self, text: str) -> int:
        """Return the place of a text; a new one is added."""
        return self._place(_TEXT, text)

    def texts(self, texts: Iterable[str]) -> tuple[int, ...]:
        """Return the places of texts."""
        return tuple(map(self.text, texts))

    def panels(self, picture: Picture) -> tuple[int, ...]:
        """Return the places of a picture's panels; what is new is added."""
        return tuple([self._panel(panel) for panel in picture.panels])

    def _panel(self, panel: Panel) -> int:
        zones = tuple([self._zone(zone) for zone in panel.zones])
        return self._place(_PANEL, PooledPanel(zones=zones, **{name: getattr(panel, name) for name in _OF_PANEL}))

    def _zone(self, zone: Zone) -> int:
        cards = tuple([self._place(_CARD, card) for card in zone.cards])
        return self._place(_ZONE, PooledZone(cards=cards, **{name: getattr(zone, name) for name in _OF_ZONE}))

    def _place(self, of: int, part: Any) -> int:
        known = self._parts[of]
        return known.setdefault(_encoded(part), len(known))

    def between(self, begin: Extent, end: Extent) -> bytes:
        """Return as JSON what came to the pool from one extent to another."""
        parts = tuple(b",".join(islice(known, *bounds)) for known, *bounds in zip(self._parts, begin, end, strict=True))
        return b'{"texts":[%b],"cards":[%b],"zones":[%b],"panels":[%b]}' % parts
