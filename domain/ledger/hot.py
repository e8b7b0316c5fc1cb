"""Tables kept folded in memory: the ones used last."""

from __future__ import annotations

import threading
from collections import OrderedDict

from domain.table.table import Table

HOT_TABLES = 512  # folded tables in memory; each takes 7 to 22 kB, and 23 for every 100 requests


class HotTables:
    """The least recently used table leaves first. Tables never change, so everybody may share one."""

    def __init__(self, size: int = HOT_TABLES) -> None:
        self._size = size
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, table: str) -> Table | None:
        """Return a table as it was when somebody last looked."""
        with self._lock:
            found = self._tables.get(table)
            if found is not None:
                self._tables.move_to_end(table)
            return found

    def put(self, table: Table) -> None:
        """Keep a table unless a later state of it is here."""
        with self._lock:
            known = self._tables.get(table.id)
            if known is not None and known.book.n > table.book.n:
                return
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            if len(self._tables) > self._size:
                self._tables.popitem(last=False)
