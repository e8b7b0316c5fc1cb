"""Whether anybody else has written to a PostgreSQL database: its snapshots name every transaction that has ended.

A snapshot is text, `xmin:xmax:running,…` (PostgreSQL manual, "Transaction ID and Snapshot Information Functions"):
transactions from `xmax` on had not ended, nor had the listed ones; all others had. So whoever notes its own
transactions before they end knows from two snapshots whether any other has ended between them. Parts of a transaction
(savepoints) have numbers of their own and are never listed: they count as ended too early, their transaction once more.
"""

from __future__ import annotations

import threading

STILL = 32  # looks in a row that have told of nobody else, from which on nobody else is expected
WRITERS = 2**32  # rows name their transaction by so many numbers
MANY = 10_000  # transactions since the last snapshot, from which on nobody looks at each


class Foreign:
    """Counts how often others were seen to have written; a transaction that was not noted is another's.

    The snapshots are those of a server that is written to: a standby lists nothing. One of several connections may come
    after a later one of another's: then it is counted, what has ended between them once more, and nothing is missed.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ours: set[int] = set()
        self._unread: set[int] = set()  # of ours, those whose entries no look has told of
        self._most = 0  # of the snapshot before
        self._running: frozenset[int] = frozenset()  # in it
        self._server = ""
        self.servers = 0  # that snapshots came from; after the first each one that is not the one before counts
        self._count = 0
        self._still = 0  # looks since it was raised

    def ours(self, transaction: int) -> None:
        """Note a transaction of this process, before it ends."""
        with self._lock:
            self._ours.add(transaction)
            if len(self._unread) >= MANY:
                self._unread.clear()  # then they are read as others'
            self._unread.add(transaction % WRITERS)

    def wrote(self, writer: int) -> bool:
        """Say whether a row that no look has told of was written by a transaction of ours, by the row's `xmin`.

        Parts of one have numbers of their own, which nobody knows: their rows count as others'.
        """
        with self._lock:
            return writer in self._unread

    def followed(self, snapshot: str) -> None:
        """Forget the transactions of ours whose rows a look of this snapshot has told of."""
        most, running = _read(snapshot)
        with self._lock:
            low = {each % WRITERS for each in self._ours if each >= most or each in running}
            self._unread &= low

    def doubt(self, transaction: int) -> None:
        """Take one of ours for another's: its end was not heard of, and it may become durable now or later."""
        with self._lock:
            self._raise()
            self._ours.discard(transaction)
            self._unread.discard(transaction % WRITERS)

    def forget(self) -> None:
        """Take the next snapshot for another server's: everything may have changed."""
        with self._lock:
            self._raise()
            self._ours.clear()
            self._most, self._running = 0, frozenset()

    def count(self, snapshot: str, own: int | None = None, server: str = "") -> int:
        """Return a number that is the one before if nobody else has written between the last snapshot and this one.

        `own` is the transaction that a snapshot was taken in, which does not name it. `server` is a name of the server,
        another one after each start.
        """
        most, running = _read(snapshot)
        if own is not None and own < most:
            running |= {own}
        with self._lock:
            ended = self._running.union(range(self._most, min(most, self._most + MANY))) - running
            if server != self._server:  # whose transactions have the same numbers as those of the one before
                self._ours.intersection_update(() if own is None else (own,))
                self.servers += bool(self._server)
            goes_back = any(each < self._most for each in running - self._running)  # those had ended already
            goes_on = self._most <= most <= self._most + MANY and not goes_back
            if server != self._server or not goes_on or not ended <= self._ours:
                self._raise()  # the first one, another server's, older or too far on; or somebody else's have ended
            else:
                self._still += 1
            self._most, self._running, self._server = most, running, server
            self._ours = {each for each in self._ours if each >= most or each in running}
            return self._count

    def expected(self) -> int | None:
        """Return the number of the last snapshot, if nobody else has written for so long that the next has it too."""
        with self._lock:
            return self._count if self._still >= STILL else None

    def _raise(self) -> None:
        self._count += 1
        self._still = 0


def _read(snapshot: str) -> tuple[int, frozenset[int]]:
    _, most, running = snapshot.split(":")
    return int(most), frozenset([int(each) for each in running.split(",") if each])
