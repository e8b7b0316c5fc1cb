"""What lies beside the chain while a game goes on, so that it tells the players nothing, and enters when it may.

A look at hidden values tells whom an arbiter suspects. So it is stored beside the entries, durable before anybody has
seen anything, and becomes an entry with its own time once the play stops or the table ends.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from domain.record.entries import EvidenceViewed
from domain.table.book import Book


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """A look at hidden values of entries `first` to `last`, at this moment; `number` is its own among the table's."""

    number: int
    at: int
    by: str
    viewer: str
    first: int
    last: int
    case: str | None = None


class Entered(NamedTuple):
    """A look by its number, and the entry that it has become."""

    look: int
    n: int


class Beside(msgspec.Struct, frozen=True):
    """What waits to enter the chain of one table, and what of it has entered since."""

    looks: tuple[Look, ...] = ()
    entered: tuple[Entered, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.looks or self.entered)

    def without(self, look: Look, n: int) -> Beside:
        """Return what waits once a look is entry `n`."""
        waiting = tuple([other for other in self.looks if other is not look])
        return Beside(waiting, (*self.entered, Entered(look.number, n)))


NOTHING = Beside()


def is_quiet(book: Book) -> bool:
    """Say whether a look at a table has to lie beside its chain: the game may go on, and nothing stops it now."""
    return book.status in ("open", "running") and book.pause is None


def entering(beside: Beside, book: Book) -> tuple[Look, ...]:
    """Return what enters the chain of a table as it stands."""
    return () if is_quiet(book) else beside.looks


def entry_of(look: Look, *, n: int, at: int) -> EvidenceViewed:
    """Return the entry that a look becomes; `at` may lie before the look, where clocks of two processes differ."""
    return EvidenceViewed(
        n=n,
        at=at,
        by=look.by,
        viewer=look.viewer,
        first=look.first,
        last=look.last,
        case=look.case,
        looked_at=min(look.at, at),
    )
