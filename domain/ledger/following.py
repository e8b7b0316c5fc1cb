"""What other processes have written, followed entry by entry: what this one remembers counts until something says no.

A look at the database tells of the entries that others have stored since the last one, and of the number in `changes`,
which the database itself raises with whatever else makes a remembered answer wrong: a token that is good no more, the
first request beside a chain. So an entry of another process costs the memory of its own table and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

AT_MOST = 1_000  # entries of others since the last look; where there are more, all is read anew

TABLES = ("CREATE TABLE changes (one INTEGER PRIMARY KEY, number INTEGER NOT NULL)",)  # at most one row
CHANGED = "coalesce((SELECT number FROM changes), 0)"
COUNT = "INSERT INTO changes VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET number = changes.number + 1"


class Stored(NamedTuple):
    """An entry that another process has stored: its place in the order of all, and its table."""

    place: int
    table: str


class Following:
    """Keeps what the last look has found. Whoever looks holds a lock: looks come one after the other."""

    def __init__(self) -> None:
        self.most = AT_MOST
        self.version = 0  # raised where it is not known what others have written
        self.place: int | None = None  # of the last entry that a look has told of, or that this process has stored
        self.tell: Callable[[str], None] = _nobody  # hears the table of each entry of others
        self._changes = 0

    def lose(self) -> None:
        """Take everything that is remembered for old, and follow anew from the next look on."""
        self.version += 1
        self.place = None

    def see(self, changes: int, stored: Sequence[Stored], last: int) -> None:
        """Take note of a look: the number of `changes`, what others have stored after `place`, the last place of all.

        `stored` may be cut off after one more than are followed.
        """
        if self.place is None or last < self.place or changes != self._changes or len(stored) > self.most:
            self.version += 1
        else:
            for one in stored:
                self.tell(one.table)
        self.place, self._changes = last, changes


def _nobody(_table: str) -> None:
    """Tell nobody."""
