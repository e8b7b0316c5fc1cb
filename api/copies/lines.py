"""The lines of a table's record as its viewer's copy has them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from api.callers.visibility import Sight
from api.wire.responses import lines_of
from domain.audit.copies import SECRETS_OPENED
from domain.ledger.store import Store
from domain.record.lines import data_line, header_line
from domain.record.texts import WITH_TEXTS, may_read, note_line, texts_in

PAGE = 500  # entries read at a time while a record is sent


def record_lines(store: Store, sight: Sight, *, closed: bool = False) -> Iterator[bytes]:
    """Yield the lines of a copy: header, a card set that no release ships, entries, texts that the viewer may read.

    A `closed` copy has no entry that opens the secrets, and none after it.
    """
    yield from _before_entries(store, sight)
    yield from chain.from_iterable(entry_lines(store, sight, after, closed=closed) for after in range(0, sight.n, PAGE))
    yield from _note_lines(store, sight, _last(store, sight, closed=closed))


def page_of_lines(store: Store, sight: Sight, after: int, *, closed: bool) -> bytes:
    """Return the text of as many of these lines as belong to the page after an entry; the first ones go before it.

    Those after the last entry go with its page.
    """
    first = () if after else _before_entries(store, sight)
    last = _note_lines(store, sight, _last(store, sight, closed=closed)) if after + PAGE >= sight.n else ()
    return b"".join([line + b"\n" for line in chain(first, entry_lines(store, sight, after, closed=closed), last)])


def entry_lines(store: Store, sight: Sight, after: int, *, closed: bool) -> Iterator[bytes]:
    """Yield the lines of a page of entries."""
    last = _last(store, sight, closed=closed)
    entries = store.entries(sight.table.id, after, min(after + PAGE, last)) if after < last else ()
    yield from lines_of(sight.table, sight.viewer, entries)


def _last(store: Store, sight: Sight, *, closed: bool) -> int:
    """Return the last entry of a copy: where it is closed, the one before that which opens the secrets."""
    opening = store.numbers_of(sight.table.id, [SECRETS_OPENED], sight.n) if closed else ()
    return next(iter(opening), sight.n + 1) - 1


def _before_entries(store: Store, sight: Sight) -> Iterator[bytes]:
    opened = sight.table.book.opened
    yield header_line(opened, sight.viewer)
    if opened.data is not None and opened.data not in sight.table.rules.data_sets:
        text = store.card_sets.get(opened.data)
        assert text is not None, "a table names a card set of the game or of the store"
        yield data_line(opened.data, text.decode())


def _note_lines(store: Store, sight: Sight, upto: int) -> Iterator[bytes]:
    """Yield the lines of the texts of these entries that a viewer may read, as far as none was erased, in order.

    What a seat wrote is for nobody else before the end, who casts with it either.
    """
    table, book = sight.table, sight.table.book
    texts = {text.hash: text for text in store.desk.texts.of(table.id)} if book.cases else {}
    holders = [] if sight.casts else [book.holders[seat] for seat in sight.viewer.seats]
    own = {holder.player for holder in holders if holder is not None}
    for n in store.numbers_of(table.id, WITH_TEXTS, upto) if texts else ():
        (sealed,) = store.entries(table.id, n - 1, n)
        for part, hash in texts_in(table.codec.public(sealed.public)).items():
            text = texts.get(hash)
            if text is not None and may_read(
                text.readers, is_author=text.player in own, is_officer=sight.viewer.everything, is_over=book.is_over
            ):
                yield note_line(text.note(n, part))
