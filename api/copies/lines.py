"""The lines of a table's record as its viewer's copy has them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, takewhile

from api.callers.visibility import Sight
from api.wire.responses import lines_of
from domain.audit.copies import SECRETS_OPENED
from domain.ledger.store import Store
from domain.record.chain import SealedEntry
from domain.record.lines import data_line, header_line

PAGE = 500  # entries read at a time while a record is sent


def record_lines(store: Store, sight: Sight, *, closed: bool = False) -> Iterator[bytes]:
    """Yield the lines of a copy: header, a card set that no release ships, entries.

    A `closed` copy ends before the entry that opens the secrets.
    """
    yield from _before_entries(store, sight)
    yield from chain.from_iterable(entry_lines(store, sight, after, closed=closed) for after in range(0, sight.n, PAGE))


def page_of_lines(store: Store, sight: Sight, after: int, *, closed: bool) -> bytes:
    """Return the text of as many of these lines as belong to the page after an entry; the first ones go before it."""
    first = () if after else _before_entries(store, sight)
    return b"".join([line + b"\n" for line in chain(first, entry_lines(store, sight, after, closed=closed))])


def entry_lines(store: Store, sight: Sight, after: int, *, closed: bool) -> Iterator[bytes]:
    """Yield the lines of a page of entries."""
    entries = store.entries(sight.table.id, after, min(after + PAGE, sight.n))
    yield from lines_of(sight.table, sight.viewer, takewhile(_keeps_secrets, entries) if closed else entries)


def _before_entries(store: Store, sight: Sight) -> Iterator[bytes]:
    opened = sight.table.book.opened
    yield header_line(opened, sight.viewer)
    if opened.data is not None and opened.data not in sight.table.rules.data_sets:
        text = store.card_sets.get(opened.data)
        assert text is not None, "a table names a card set of the game or of the store"
        yield data_line(opened.data, text.decode())


def _keeps_secrets(sealed: SealedEntry) -> bool:
    return sealed.kind != SECRETS_OPENED
