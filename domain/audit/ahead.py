"""What the first lines of a record are checked by and later lines say: found by a search, without reading the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from domain.kernel.messages import tag_of
from domain.record.entries import RewoundTo
from domain.record.lines import CardSet, Record

_DATA = b'\n{"data":'
_REWOUND = f'"kind":"{tag_of(RewoundTo)}"'.encode()
_TO = re.compile(rb'"to":(\d{1,16})')


class Ahead(NamedTuple):
    """The card sets of a record, and at least the entries that its rewinds go back to."""

    card_sets: tuple[CardSet, ...]
    goals: frozenset[int]


class _Data(msgspec.Struct):
    data: CardSet


_data = msgspec.json.Decoder(_Data)


def ahead_in(text: bytes) -> Ahead:
    """Look through the bytes of a record. Lines that are not of the format say nothing here."""
    return Ahead(tuple(_card_sets(text)), frozenset(_goals(text)))


def ahead_of(record: Record) -> Ahead:
    """Look through a parsed copy."""
    return Ahead(record.card_sets, frozenset([goal for copied in record.entries for goal in _goals(copied.public)]))


def _card_sets(text: bytes) -> Iterator[CardSet]:
    place = text.find(_DATA)
    while place >= 0:
        end = text.find(b"\n", place + 1)
        try:
            yield _data.decode(text[place + 1 : end]).data
        except (ValueError, RecursionError):
            return  # whoever reads the line says what is wrong
        place = text.find(_DATA, end)


def _goals(text: bytes) -> Iterator[int]:
    place = text.find(_REWOUND)
    while place >= 0:
        end = text.find(b"\n", place)
        to = _TO.search(text, place, end if end >= 0 else len(text))
        if to is not None:
            yield int(to[1])
        place = text.find(_REWOUND, end) if end >= 0 else -1
