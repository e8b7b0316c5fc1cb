"""Whether anybody else has written to a PostgreSQL database: its snapshots name every transaction that has ended.

A snapshot is text, `xmin:xmax:running,…` (PostgreSQL manual, "Transaction ID and Snapshot Information Functions"):
transactions below `xmin` have ended, those from `xmax` on have not begun, and of those between only the listed ones
still run. So whoever notes its own transactions before they end knows from two snapshots whether any other has ended
between them.
"""

from __future__ import annotations

import threading

MANY = 10_000  # transactions between two snapshots, from which on nobody looks at each


class Foreign:
    """Counts how often others were seen to have written; a transaction that was not noted is another's.

    The snapshots are those of one connection, in their order.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ours: set[int] = set()
        self._least = self._most = 0  # of the snapshot before
        self._ended: set[int] = set()  # transactions between them that had ended then
        self._count = 0

    def ours(self, transaction: int) -> None:
        """Note a transaction of this process, before it ends."""
        with self._lock:
            self._ours.add(transaction)

    def forget(self) -> None:
        """Take the next snapshot for another server's: everything may have changed."""
        with self._lock:
            self._ours.clear()
            self._least = self._most = 0

    def count(self, snapshot: str) -> int:
        """Return a number that is the one before if nobody else has written between the last snapshot and this one."""
        least, most, running = _read(snapshot)
        with self._lock:
            if least < self._least or most < self._most or most - self._least > MANY:
                self._count += 1  # the first one, another server's, or too far on
            else:
                ended = set(range(self._least, most)) - running
                self._count += not ended <= self._ended | self._ours
            self._least, self._most, self._ended = least, most, set(range(least, most)) - running
            self._ours = {each for each in self._ours if each >= least}
            return self._count


def _read(snapshot: str) -> tuple[int, int, frozenset[int]]:
    least, most, running = snapshot.split(":")
    return int(least), int(most), frozenset([int(each) for each in running.split(",") if each])
