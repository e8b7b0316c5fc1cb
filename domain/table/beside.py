"""What lies beside the chain while a game goes on, so that it tells the players nothing, and enters when it may.

A look at hidden values tells whom an arbiter suspects, and a quiet call that somebody suspects anybody. Both are stored
beside the entries, durable at once. A look becomes an entry with its own time once the play stops or the table ends. A
call, with all that officers decided about it, does so when the play is stopped for it, or after the end: where results
are final at once, once this one is, so that no call holds it up. A look for a call that still waits waits with it,
whatever else stops the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.record.case_faults import Around, case_fault
from domain.record.desk import OfCases
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


class Said(NamedTuple):
    """An entry about a quiet call as it will be, but for its place and time; `number` is its own among the table's."""

    number: int
    entry: OfCases


class Entered(NamedTuple):
    """A look or something said, by its number, and the entry that it has become: 0 for one that cannot come."""

    number: int
    n: int


class Beside(msgspec.Struct, frozen=True):
    """What waits to enter the chain of one table, and what of it has entered since.

    `admitted` is the call that may enter as soon as nobody may act.
    """

    looks: tuple[Look, ...] = ()
    calls: tuple[Said, ...] = ()
    admitted: str | None = None
    looks_entered: tuple[Entered, ...] = ()
    calls_entered: tuple[Entered, ...] = ()

    def __bool__(self) -> bool:
        return self != NOTHING

    @property
    def waits(self) -> bool:
        """Say whether anything waits."""
        return bool(self.looks or self.calls)

    def without_look(self, look: Look, n: int) -> Beside:
        """Return what waits once a look is entry `n`."""
        left = tuple([other for other in self.looks if other is not look])
        return replace(self, looks=left, looks_entered=(*self.looks_entered, Entered(look.number, n)))

    def without_call(self, said: Said, n: int) -> Beside:
        """Return what waits once something said is entry `n`."""
        left = tuple([other for other in self.calls if other is not said])
        return replace(self, calls=left, calls_entered=(*self.calls_entered, Entered(said.number, n)))


NOTHING = Beside()


def is_quiet(book: Book) -> bool:
    """Say whether a look at a table has to lie beside its chain: the game may go on, and nothing stops it now."""
    return book.status in ("open", "running") and book.pause is None


def calls_wait(book: Book) -> bool:
    """Say whether a quiet call at a table has to lie beside its chain."""
    return not (book.is_over or (book.status == "finished" and book.opened.confirm is not None))


def entering_calls(beside: Beside, book: Book) -> Sequence[Said]:
    """Return what was said about quiet calls and enters the chain of a table as it stands."""
    if not calls_wait(book):
        return beside.calls
    return [] if book.in_play else [said for said in beside.calls if said.entry.case == beside.admitted]


def entering_looks(beside: Beside, book: Book) -> Sequence[Look]:
    """Return the looks that enter the chain of a table as it stands, after the calls that do."""
    waiting = {said.entry.case for said in beside.calls}
    return [] if is_quiet(book) else [look for look in beside.looks if look.case not in waiting]


def entry_of_look(look: Look, *, n: int, at: int) -> EvidenceViewed:
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


def entry_of_call(said: Said, book: Book, *, at: int) -> OfCases | None:
    """Return the entry that something said becomes; nothing if it cannot come any more.

    Such as the claim of an officer who has sat down at the table since: then the case is open, and nothing is decided.
    """
    moved = {"filed_at": min(filed, at)} if (filed := getattr(said.entry, "filed_at", None)) is not None else {}
    entry = replace(said.entry, n=book.n + 1, at=at, **moved)
    around = Around(book.cases, book.opened, book.players, book.sat, book.pause, in_play=book.in_play)
    return None if case_fault(entry, around) is not None else entry
