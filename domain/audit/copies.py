"""Copies for other viewers: a record cut down to what one viewer may open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.audit.hidden import hidden_places
from domain.audit.opened import open_entry, rules_of
from domain.audit.timeline import TimelineError
from domain.audit.written import Reading
from domain.kernel.seats import Viewer
from domain.record.canonical import NotCanonicalError, canonical
from domain.record.entries import SecretsOpened
from domain.record.lines import Copied, Record, data_line, entry_line
from domain.record.texts import note_line

SECRETS_OPENED = str(SecretsOpened.__struct_config__.tag)


class _Kind(msgspec.Struct):
    kind: Any = None  # of a damaged entry it may be anything


_kind = msgspec.json.Decoder(_Kind)


def opens_secrets(record: Record) -> bool:
    """Say whether a copy opens the secrets of its table: then everything hidden can be computed from it."""
    return any(map(_opens_secrets, record.entries))


def _opens_secrets(copied: Copied) -> bool:
    return bool(_kind.decode(copied.public).kind == SECRETS_OPENED)


def copy_for(record: Record, viewer: Viewer, *, closed: bool = False) -> Iterator[bytes]:
    """Yield the lines of a record for a viewer: public entries and hashes as they are, `opened` cut down.

    A `closed` copy ends before the entry that opens the secrets, and is what the viewer had then. The audiences come
    from the marks of the game's facts, those of texts from the kinds of their entries. Raises `TimelineError` for a
    record that cannot be read, or that does not hold everything this viewer may see.
    """
    rules = rules_of(record.header.game)
    if rules is None:
        raise TimelineError(f"this release has no game called {record.header.game!r}")
    header = msgspec.structs.replace(record.header, viewer=str(viewer))
    yield canonical({"header": msgspec.to_builtins(header)})
    for card_set in record.card_sets:
        yield data_line(card_set.digest, card_set.text)
    reading = Reading(record, viewer)
    for copied in record.entries:
        if closed and _opens_secrets(copied):
            break
        try:
            entry = open_entry(rules, copied).public
            audiences = {place.pointer: place.seats for place in hidden_places(rules, entry)}
        except NotCanonicalError as error:
            raise TimelineError(str(error), copied.line) from None
        wanted = [pointer for pointer, seats in audiences.items() if viewer.may_know(seats)]
        missing = next((pointer for pointer in wanted if pointer not in copied.opened), None)
        if missing is not None:
            raise TimelineError(f"this copy does not open {missing}, which {viewer} may see", copied.line)
        opened = {pointer: copied.opened[pointer] for pointer in wanted}
        yield entry_line(copied.public, copied.hash, opened)
        reading.look(entry)
    yield from map(note_line, reading.notes())
