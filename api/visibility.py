"""Who sees what: the one place that decides which table a caller may know of, as whom, and as of which entry."""

from __future__ import annotations

from typing import NamedTuple

from api.auth import Caller
from api.errors import ProblemError
from api.service import Service
from domain.kernel.seats import ARBITER, Viewer, parse_viewer
from domain.ledger.errors import UnknownTableError
from domain.table.play import note_evidence
from domain.table.seating import TABLE_ID
from domain.table.table import Table
from domain.table.writing import Written


class Sight(NamedTuple):
    """A table as of the last entry that the caller may know of, and as whom the caller looks."""

    table: Table
    viewer: Viewer

    @property
    def n(self) -> int:
        """The last entry in sight."""
        return self.table.book.n


def may_know_of(table: Table, caller: Caller) -> bool:
    """Say whether a caller may know that the table exists."""
    return (
        table.book.opened.visibility != "private"
        or caller.seat_at(table) is not None
        or caller.rules_over(table)
        or caller.kind in ("operator", "arbiter")
    )


def known_table(service: Service, table: str, caller: Caller | None) -> Table:
    """Return a table that the caller may know of; `None` asks for no permission, for who comes with a join code.

    Raises `ProblemError` (`unknown_table`), the same for a private table and for none.
    """
    unknown = ProblemError("unknown_table", "No table that you may see has this id.")
    if not TABLE_ID.fullmatch(table):
        raise unknown
    try:
        found = service.store.table(table)
    except UnknownTableError:
        raise unknown from None
    if caller is not None and not may_know_of(found, caller):
        raise unknown
    return found


def own_viewer(table: Table, caller: Caller) -> Viewer:
    """Return as whom a caller looks who asks for nothing else: its seats, or everything once the secrets are open."""
    if table.book.secrets_open:
        return ARBITER
    seat = caller.seat_at(table)
    return Viewer() if seat is None else Viewer(frozenset((seat,)))


def look(
    service: Service,
    table: str,
    caller: Caller,
    asked: str | None = None,
    *,
    first: int = 1,
    most: int | None = None,
    case: str | None = None,
) -> Sight:
    """Decide what a caller sees of a table; `asked` names another viewer.

    `first` is the earliest entry to be shown, `most` how many are (all if absent).

    Whoever sees more than its own, which operators and arbiters may, leaves the entry that says so, and sees that too.
    Raises `ProblemError` (`unknown_table`, `invalid_viewer`, `not_allowed`).
    """
    found = known_table(service, table, caller)
    own = own_viewer(found, caller)
    if asked is None:
        return Sight(found, own)
    try:
        viewer = parse_viewer(asked, found.setup.seats)
    except ValueError:
        raise ProblemError(
            "invalid_viewer", "This table has the seats 0 to {last}.", last=found.setup.seats - 1
        ) from None
    if _within(viewer, own):
        return Sight(found, viewer)
    if not caller.sees_evidence:
        raise ProblemError("not_allowed", "You may look as yourself and as a spectator until the secrets are open.")

    def note(now: Table) -> Written:
        if now.book.secrets_open or now.book.n < first:
            return Written(now, ())
        last = now.book.n if most is None else min(now.book.n, first + most - 1)
        return note_evidence(
            now, viewer=str(viewer), first=first, last=last, at=service.clock(), by=caller.name, case=case
        )

    return Sight(service.store.perform(table, note).table, viewer)


def _within(viewer: Viewer, own: Viewer) -> bool:
    return own.everything or (not viewer.everything and viewer.seats <= own.seats)
