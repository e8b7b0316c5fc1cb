"""The tables of a service, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import msgspec

from replay.errors import NOT_JSON, InputError
from replay.listing.rows import Result, Row, Wanted
from replay.reading.source import fetch

MOST_PAGES = 200  # of a service's list; a service that never ends one is broken
API = "/api/v1"


class _Seated(msgspec.Struct, frozen=True):
    seat: int
    name: str | None = None
    bot: str | None = None


class _Table(msgspec.Struct, frozen=True):
    id: str
    game: str
    status: str
    opened_at: str
    seats: int
    label: str | None = None
    players: tuple[_Seated, ...] = ()
    outcome: Result | None = None


class _Page(msgspec.Struct, frozen=True):
    tables: tuple[_Table, ...]
    next: str | None = None


_page = msgspec.json.Decoder(_Page)


def rows_of_service(url: str, token_file: str | None, wanted: Wanted) -> Iterator[Row]:
    """Yield a row for each table in the service's order, which is asked for what is wanted. Raises `InputError`."""
    address = tables_of(url)
    asked = _narrowed(address, wanted)
    following = asked
    for _ in range(MOST_PAGES):
        text = fetch(following, token_file, accept="application/json")
        try:
            page = _page.decode(text)
        except NOT_JSON as error:
            raise InputError(f"{address} answers with something that is no list of tables: {error}") from None
        for table in page.tables:
            yield _listed(address, table)
        if page.next is None:
            return
        following = f"{asked}{_mark(asked)}cursor={quote(page.next)}"
    raise InputError(f"{address}: the list does not end")


def tables_of(url: str) -> str:
    """Return the address of a service's list of tables; a bare host means the present version of the API."""
    parts = urlsplit(url)
    return f"{url.rstrip('/')}{API}/tables" if parts.path in ("", "/") and not parts.query else url


def _narrowed(address: str, wanted: Wanted) -> str:
    """Return the address that asks for the wanted game and status, unless it asks for some already."""
    query = urlsplit(address).query
    told = {"game": wanted.game, "status": wanted.status}
    more = {name: value for name, value in told.items() if value is not None and name not in parse_qs(query)}
    return f"{address}{_mark(address)}{urlencode(more)}" if more else address


def _mark(address: str) -> str:
    return "&" if urlsplit(address).query else "?"


def _listed(address: str, table: _Table) -> Row:
    parts = urlsplit(address)
    held = {seated.seat: seated for seated in table.players}
    nobody = _Seated(-1)
    return Row(
        place=f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/{quote(table.id, safe='')}",
        table=table.id,
        game=table.game,
        seats=table.seats,
        status=table.status,
        entries=None,
        viewer=None,
        opened=table.opened_at,
        label=table.label,
        players=tuple([held.get(seat, nobody).name for seat in range(table.seats)]),
        bots=tuple([held.get(seat, nobody).bot for seat in range(table.seats)]),
        outcome=table.outcome,
    )
