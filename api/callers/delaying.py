"""Delayed viewing: who has no seat sees a table as it was some entries and some seconds ago, and nothing of it earlier.

Entry 1 says how many (`delay_entries`, `delay_seconds`); what comes later of the two counts. Until the deal there is
nothing to tell and everybody sees all of it, for seats have to be found and taken. Once a result is confirmed or a
table is abandoned no entry follows that could bring the last ones, so from then on only the seconds count.
"""

from __future__ import annotations

import msgspec

from api.service import Service
from domain.ledger.store import Store
from domain.table.table import Table

SOON = 0.005  # seconds: the least that anybody waits for time to pass


class _Time(msgspec.Struct):
    at: int


_time = msgspec.json.Decoder(_Time)


def is_delayed(table: Table) -> bool:
    """Say whether a table is shown later to who has no seat."""
    opened = table.book.opened
    return opened.delay_entries is not None or opened.delay_seconds is not None


def delayed(service: Service, table: Table) -> Table:
    """Return a table as who has no seat may know it now."""
    return delayed_at(service.store, table, service.clock())


def delayed_at(store: Store, table: Table, at: int) -> Table:
    """Return a table as who has no seat may know it at a moment."""
    upto = _in_sight(store, table, at)
    return table if upto == table.book.n else store.past(table.id, upto)


def until_more(service: Service, table: Table) -> float | None:
    """Return the seconds until time alone shows more of a table, nothing if only another entry will."""
    book, at = table.book, service.clock()
    upto = _in_sight(service.store, table, at)
    if upto == book.n or upto == _by_number(table):
        return None
    left = _time_of(service.store, table.id, upto + 1) + _milliseconds(table) - at
    return max(SOON, left / 1000)


def _in_sight(store: Store, table: Table, at: int) -> int:
    """Return the last entry that who has no seat may know of at a moment."""
    book = table.book
    if book.started is None:
        return book.n
    upto, latest = _by_number(table), at - _milliseconds(table)
    if book.at <= latest:
        return upto
    return _last_by_time(store, table.id, latest, _before_deal(table), upto)


def _before_deal(table: Table) -> int:
    assert table.book.started is not None, "before the deal nothing is held back"
    return table.book.started - 1


def _by_number(table: Table) -> int:
    """Return the last entry that `delay_entries` shows."""
    book = table.book
    held_back = 0 if book.status in ("confirmed", "abandoned") else book.opened.delay_entries or 0
    return max(book.n - held_back, _before_deal(table))


def _milliseconds(table: Table) -> int:
    return 1000 * (table.book.opened.delay_seconds or 0)


def _last_by_time(store: Store, table: str, latest: int, least: int, most: int) -> int:
    """Return the last entry from `least` to `most` that was written by a time; times never go back."""
    while least < most:
        middle = (least + most + 1) // 2
        if _time_of(store, table, middle) <= latest:
            least = middle
        else:
            most = middle - 1
    return least


def _time_of(store: Store, table: str, n: int) -> int:
    (entry,) = store.entries(table, n - 1, n)
    return _time.decode(entry.public).at
