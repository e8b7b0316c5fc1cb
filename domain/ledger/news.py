"""What other processes have written: asked for once for everybody who waits, however many they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.ledger.database import Database
from domain.ledger.hot import HotTables
from domain.ledger.listing import players_of

_LAST = "SELECT coalesce(max(rowid), 0) FROM stored_events"
_SINCE = """
    SELECT originator_id, max(originator_version), max(rowid) FROM stored_events WHERE rowid > ? GROUP BY originator_id
"""


class Written(NamedTuple):
    """A table, its last entry, and that entry's place in the order of all."""

    table: str
    n: int
    place: int


class News:
    """Tells of entries that this process has not written; those it has, it knows as hot tables."""

    def __init__(self, database: Database, hot: HotTables) -> None:
        self._database = database
        self._hot = hot
        self._seen = 0

    def begin(self) -> None:
        """Tell from now on; raises `UnavailableError`."""
        with self._database.reading() as connection:
            (self._seen,) = connection.execute(_LAST).fetchone()

    def names(self) -> set[str]:
        """Return the tables written to since it was asked last, and the players who sit at them or did.

        Raises `UnavailableError`.
        """
        with self._database.reading() as connection:
            since = [Written(*row) for row in connection.execute(_SINCE, (self._seen,)).fetchall()]
        names: set[str] = set()
        for one in since:
            known = self._hot.get(one.table)
            if known is None or known.table.book.n < one.n:
                names.update((one.table, *self._players(one.table)))
        self._seen = max([self._seen, *[one.place for one in since]])
        return names

    def _players(self, table: str) -> Iterator[str]:
        known = self._hot.get(table)
        if known is not None:
            yield from [holder.player for holder in known.table.book.holders if holder is not None]
        with self._database.reading() as connection:
            yield from [seated.player for seated in players_of(connection, table)]
