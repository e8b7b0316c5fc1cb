"""A folded table as bytes and back: its book and its live line, but what entry 1 says already.

The forms are made from the fields of `Book` and `Live` and from the game's own state, so that a new field is kept too.
A card set stands by reference and is never written.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import fields

from domain.table.book import Book, Requests
from domain.table.live import Live
from domain.table.table import Table

_OWN_FORMS: Mapping[str, Any] = {"requests": tuple[int, bytes]}  # how many, and all of them
_PAGE = tuple([field.name for field in fields(Book) if field.name != "opened"])
_LIVE = tuple([field.name for field in fields(Live)])
_WORKING_OUT = threading.Lock()  # of types: a thread that uses one meanwhile crashes the process, see `codec_of`


_requests = msgspec.msgpack.Decoder(dict[bytes, tuple[bytes, int]])


class Unread(Mapping[bytes, tuple[bytes, int]]):
    """Requests as they lie in a snapshot: most of its bytes, and not decoded before one of them is asked for."""

    __slots__ = ("_count", "_kept")

    def __init__(self, count: int, text: bytes) -> None:
        self._count = count
        self._kept: bytes | dict[bytes, tuple[bytes, int]] = text

    def _all(self) -> dict[bytes, tuple[bytes, int]]:
        kept = self._kept
        if isinstance(kept, bytes):
            kept = self._kept = _requests.decode(kept)
        return kept

    def __getitem__(self, key: bytes) -> tuple[bytes, int]:
        return self._all()[key]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._all())

    def __len__(self) -> int:
        return self._count


def frozen(table: Table) -> bytes:
    """Return what `thawed` makes the table of again; raises `NotImplementedError` for a value without a form."""
    card_set, book, live = type(table.setup.data), table.book, table.live

    def by_reference(value: Any) -> None:
        if type(value) is not card_set:
            raise NotImplementedError(f"{type(value).__name__} has no form in a snapshot")

    requests = book.requests.whole()
    packed = (len(requests), msgspec.msgpack.encode(requests))
    page = [packed if name == "requests" else getattr(book, name) for name in _PAGE]
    line = None if live is None else [getattr(live, name) for name in _LIVE]
    return msgspec.msgpack.encode([*page, line], enc_hook=by_reference)


def thawed(text: bytes, opened: Table) -> Table:
    """Return the table that was frozen; `opened` is the same table after entry 1.

    Raises `msgspec.DecodeError` for bytes of another form.
    """
    rules, setup, data = opened.rules, opened.setup, opened.setup.data
    state: type = type(rules.empty(setup))
    page = msgspec.msgpack.decode(text, type=_form(state), dec_hook=lambda _type, _none: data)
    kept = {name: getattr(page, name) for name in _PAGE}
    count, requests = page.requests
    kept["requests"] = Requests((Unread(count, requests),) if count else ())
    live = None if page.live is None else Live(*[getattr(page.live, name) for name in _LIVE])
    return Table(rules, setup, Book(opened.book.opened, **kept), live, opened.secrets)


def _form(state: type) -> Any:
    """Return the type of a frozen table whose game has states of this type."""
    with _WORKING_OUT:
        return _worked_out(state)


@cache
def _worked_out(state: type) -> Any:
    line = [(field.name, state if field.name == "state" else field.type) for field in fields(Live)]
    live = msgspec.defstruct("FrozenLive", line, array_like=True)
    page = [(field.name, _OWN_FORMS.get(field.name, field.type)) for field in fields(Book) if field.name in _PAGE]
    form = msgspec.defstruct("Frozen", [*page, ("live", live | None)], array_like=True, forbid_unknown_fields=True)
    msgspec.msgpack.Decoder(form)
    return form
