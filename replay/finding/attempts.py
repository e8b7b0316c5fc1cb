"""Refused attempts at the tables of a service, by the code of the refusal: they stand in no record."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import msgspec

from replay.errors import NOT_JSON, InputError
from replay.finding.extracted import Hit, Term
from replay.reading.source import fetch

MOST_PAGES = 200  # of one table; a seat has at most 1,000 attempts


class _Attempt(msgspec.Struct, frozen=True):
    seat: int
    tag: str
    code: str
    seen: int | None = None


class _Page(msgspec.Struct, frozen=True):
    attempts: tuple[_Attempt, ...]
    next: str | None = None


_page = msgspec.json.Decoder(_Page)


def attempts_at(table: str, code: str, token_file: str | None) -> Iterator[tuple[Hit, Term]]:
    """Yield the attempts at a table that were refused with a code, each at the entry that its player had seen last.

    Raises `InputError` where the caller may not read them.
    """
    address = f"{table}/attempts"
    following = address
    for _ in range(MOST_PAGES):
        try:
            page = _page.decode(fetch(following, token_file, accept="application/json"))
        except NOT_JSON as error:
            raise InputError(f"{address} answers with something that is no list of attempts: {error}") from None
        for one in page.attempts:
            if one.code == code:
                yield Hit(one.seen or 1, None, one.seat, one.tag, None, back=False), ("code", one.code)
        if page.next is None:
            return
        following = f"{address}?cursor={quote(page.next)}"
    raise InputError(f"{address}: the list does not end")
