"""Tables kept folded in memory: the ones used last."""

from __future__ import annotations

import threading
from collections import OrderedDict

import msgspec

from domain.table.table import Table

HOT_TABLES = 512  # folded tables in memory; each takes 7 to 22 kB, and 23 for every 100 requests


class Hot(msgspec.Struct, frozen=True):
    """A table as it was when somebody last looked, and the database's version before that look.

    While the database still has that version the table is as it stands there: what this process writes itself is put
    here, and an entry of others takes the version away. `None` says nothing.
    """

    table: Table
    version: int | None

    def is_of(self, version: int | None) -> bool:
        """Say whether the table is as it stands in a database that has this version."""
        return version is not None and self.version == version


class HotTables:
    """The least recently used table leaves first. Tables never change, so everybody may share one."""

    def __init__(self, size: int = HOT_TABLES) -> None:
        self._size = size
        self._tables: OrderedDict[str, Hot] = OrderedDict()
        self._lock = threading.Lock()
        self.told = 0  # how often it was told that others have written

    def get(self, table: str) -> Hot | None:
        """Return a table as it was when somebody last looked."""
        with self._lock:
            found = self._tables.get(table)
            if found is not None:
                self._tables.move_to_end(table)
            return found

    def looked(self, table: Table, version: int | None, since: Table | None = None, *, told: int) -> None:
        """Keep a table that was read after the database had this version, unless a later state of it is here.

        `since` is the state from which on it was read: where that is still here the database has lost what is later.
        `told` is how much had been told of before it was read: an entry that was told of since may be missing in it.
        """
        name = table.id
        with self._lock:
            if told != self.told:
                version = None
            known = self._tables.get(name)
            if known is None or known.table is since or known.table.book.n <= table.book.n:
                self._put(name, Hot(table, version))

    def wrote(self, table: Table) -> None:
        """Keep a table to which this process has written what it is known by; the look before still counts.

        It does since an append to anything but the last entry fails.
        """
        name = table.id
        with self._lock:
            known = self._tables.get(name)
            if known is None:
                self._put(name, Hot(table, None))
            elif known.table.book.n <= table.book.n:
                self._put(name, Hot(table, known.version))

    def doubt(self, table: str) -> None:
        """Look again at a table before it is trusted: an append to it has failed."""
        with self._lock:
            known = self._tables.get(table)
            if known is not None:
                self._tables[table] = Hot(known.table, None)

    def heard(self, table: str, head: int) -> None:
        """Look again at a table before it is trusted, if its head is later than what is known of it."""
        known = self.get(table)
        if known is None or known.table.book.n < head:
            self.tell(table)

    def tell(self, table: str) -> None:
        """Look again at a table before it is trusted: others have written to it, also to somebody who reads it now."""
        with self._lock:
            self.told += 1
            known = self._tables.get(table)
            if known is not None:
                self._tables[table] = Hot(known.table, None)

    def _put(self, name: str, hot: Hot) -> None:
        self._tables[name] = hot
        self._tables.move_to_end(name)
        if len(self._tables) > self._size:
            self._tables.popitem(last=False)
