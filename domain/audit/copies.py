"""Copies for other viewers: a record cut down to what one viewer may open."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.audit.opened import hidden_places, open_entry, rules_of
from domain.audit.timeline import TimelineError
from domain.kernel.seats import Viewer
from domain.record.canonical import NotCanonicalError, canonical
from domain.record.lines import Record, data_line, entry_line


def copy_for(record: Record, viewer: Viewer) -> Iterator[bytes]:
    """Yield the lines of a record for a viewer: public entries and hashes as they are, `opened` cut down.

    Nothing is opened that this copy does not hold. The audiences come from the marks of the game's facts. Raises
    `TimelineError` for a record that cannot be read.
    """
    rules = rules_of(record)
    if rules is None:
        raise TimelineError(f"this release has no game called {record.header.game!r}")
    header = msgspec.structs.replace(record.header, viewer=str(viewer))
    yield canonical({"header": msgspec.to_builtins(header)})
    for card_set in record.card_sets:
        yield data_line(card_set.digest, card_set.text)
    for copied in record.entries:
        try:
            entry = open_entry(rules, copied).public
            audiences = {place.pointer: place.seats for place in hidden_places(rules, entry)}
        except NotCanonicalError as error:
            raise TimelineError(f"line {copied.line}: {error}") from None
        opened = {
            pointer: pair
            for pointer, pair in copied.opened.items()
            if pointer in audiences and viewer.may_know(audiences[pointer])
        }
        yield entry_line(copied.public, copied.hash, opened)
