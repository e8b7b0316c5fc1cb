"""Who sees what: the one place that decides which table a caller may know of, as whom, and as of which entry."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from flask import has_request_context, request
from msgspec import structs

from api.callers.auth import Caller
from api.callers.delaying import delayed, is_delayed, until_more
from api.service import Service
from api.settings import SEAT
from api.wire.operations import asks_for_command
from api.wire.problems import IMPORTED, ProblemError
from domain.games import UnknownGameError
from domain.kernel.seats import ARBITER, SPECTATOR, Seat, Viewer, parse_viewer, seat_viewer
from domain.ledger.errors import DamagedError, UnknownTableError
from domain.ledger.listed import Listed, as_of
from domain.ledger.listing import Page, TableQuery
from domain.ledger.quietly import is_outside, look_quietly
from domain.record.cases import CLAIMED
from domain.record.keys import BOARD
from domain.table.calling import cases_of
from domain.table.play import note_evidence
from domain.table.seating import TABLE_ID
from domain.table.table import Table


class Sight(NamedTuple):
    """A table as of the last entry that the caller may know of, and as whom the caller looks.

    `casts` says that these are the eyes of seats, lent to a caster: what they wrote to arbiters is not.
    """

    table: Table
    viewer: Viewer
    casts: bool = False

    @property
    def n(self) -> int:
        """The last entry in sight."""
        return self.table.book.n


class AttemptsInSight(NamedTuple):
    """The refused attempts that a caller may read: of one seat, or everybody's, and how many of them."""

    seat: Seat | None
    upto: int

    @property
    def by(self) -> str | None:
        """Who made them, as the store calls them."""
        return None if self.seat is None else f"seat:{self.seat}"


def may_know_of(service: Service, table: Table, caller: Caller) -> bool:
    """Say whether a caller may know that the table exists.

    Of one of a board that is played, whose cards others hold too, officers may who have no interest there.
    """
    if table.book.visibility != "private" or caller.viewer_at(table) != SPECTATOR:
        return True
    is_officer = caller.rules_over(table) or caller.oversees(table)
    return is_officer and (not is_of_board(table) or is_outside(service.store, table, caller.name, caller.scope.player))


def is_of_board(table: Table) -> bool:
    """Say whether a table is one of several that are dealt the same."""
    return table.book.opened.protocol == BOARD


def in_sight(caller: Caller) -> dict[str, Any]:
    """Return which tables a caller finds in lists, as members of a `TableQuery`."""
    organiser = caller.scope.organiser
    return {
        "sees_all": caller.kind == "operator" or (caller.kind == "arbiter" and organiser is None),
        "sees_opener": organiser if caller.kind == "arbiter" else caller.owner,
        "sees_series": caller.scope.series,
        "sees_player": caller.player,
    }


def known_table(service: Service, table: str, caller: Caller | None) -> Table:
    """Return a table that the caller may know of; `None` asks for no permission, for who comes with a join code.

    Raises `ProblemError` (`unknown_table`), the same for a private table and for none, and for a request that would
    change a table from an archive (`imported_table`), or that is for another seat than the caller's (`other_seat`).
    """
    if not TABLE_ID.fullmatch(table):
        raise _unknown()
    try:
        found = service.store.table(table)
    except UnknownTableError:
        raise _unknown() from None
    if caller is not None and not may_know_of(service, found, caller):
        raise _unknown()
    if caller is not None:
        _check_seat(found, caller)
    if (
        caller is not None
        and found.book.is_over
        and asks_for_command()
        and service.store.listings.is_imported(found.id)
    ):
        raise ProblemError("imported_table", IMPORTED)
    if caller is not None and shows_connections(found):
        seat = caller.seat_at(found)
        if seat is not None:
            service.connections.note(found.id, seat, service.clock())
    return found


def _unknown() -> ProblemError:
    return ProblemError("unknown_table", "No table that you may see has this id.")


def _check_seat(table: Table, caller: Caller) -> None:
    """Raise `ProblemError` (`other_seat`) if a request says for which seat it is, and the caller does not sit there.

    All pages of a browser share a table's cookie: one that shows a seat must not look or act as another.
    """
    said = request.headers.get(SEAT) if has_request_context() else None
    if said is None:
        return
    own = caller.seat_at(table)
    if said == str(own):
        return
    if own is None:
        raise ProblemError("other_seat", "Whoever asks sits at no seat of this table.", more={"seat": None})
    raise ProblemError("other_seat", "Whoever asks sits at another seat of this table.", more={"seat": own})


def as_seen(service: Service, table: Table, caller: Caller) -> Table:
    """Return a table as a caller may know it now: who neither sits at a delayed one nor casts it sees it later."""
    return delayed(service, table) if sees_later(table, caller) else table


def sees_later(table: Table, caller: Caller) -> bool:
    """Say whether a table is delayed for a caller."""
    return is_delayed(table) and caller.viewer_at(table) == SPECTATOR


def seen_table(service: Service, table: str, caller: Caller) -> Table:
    """Return a table as `as_seen` shows it; raises `ProblemError` (`unknown_table`)."""
    return as_seen(service, known_table(service, table, caller), caller)


def seconds_until_more(service: Service, table: Table, caller: Caller) -> float | None:
    """Return when time alone shows a caller more of a table, nothing if only another entry will."""
    return until_more(service, table) if sees_later(table, caller) else None


def tables_in_sight(service: Service, caller: Caller, query: TableQuery) -> Page:
    """Return a page of the list as a caller may know it; raises `BadCursorError`.

    A page of a list that asks for a status, or for stopped tables, may hold fewer than it might: delayed ones are
    as they were then. So may one of an officer who plays in a tournament whose board is played.
    """
    page = service.store.find(structs.replace(query, present=False, **in_sight(caller)))
    known = [row for row in page.tables if not _is_closed(service, row, caller)]
    rows = [_row_in_sight(service, row, caller) for row in known]
    found = tuple([row for row in rows if row is not None and (not row.delayed or _fits(query, row))])
    return Page(found, page.cursor)


def readable(service: Service, table: str) -> Table | None:
    """Return a table among others, nothing where it is damaged or of a game that this release does not know.

    Whoever asks for this table alone is told, and those that go through all of them have said it in the log.
    """
    try:
        return service.store.table(table)
    except (DamagedError, UnknownGameError):
        return None


def _is_closed(service: Service, row: Listed, caller: Caller) -> bool:
    """Say whether a row is of a table that its officer may not know of, who plays the same deal or will.

    Of one that cannot be read nobody can say that they may.
    """
    if caller.kind == "player" or caller.scope.player is None or row.visibility != "private":
        return False
    found = readable(service, row.table)
    return found is None or not may_know_of(service, found, caller)


def _fits(query: TableQuery, row: Listed) -> bool:
    """Say whether a row, as it was then, is asked for."""
    return query.status in (None, row.status) and row.paused >= query.paused


def _row_in_sight(service: Service, row: Listed, caller: Caller) -> Listed | None:
    """Return a row as a caller may know it; nothing where its table cannot be read, so that nobody can say how."""
    if not row.delayed:
        return row
    now = readable(service, row.table)
    if now is None:
        return None
    seen = as_seen(service, now, caller)
    return row if seen is now else as_of(row, seen)


def shows_connections(table: Table) -> bool:
    """Say whether a table was opened to show who is connected."""
    return table.book.opened.connection == "shown"


def own_viewer(table: Table, caller: Caller) -> Viewer:
    """Return as whom a caller looks who asks for nothing else: its seats, or everything once the secrets are open."""
    return ARBITER if table.book.secrets_open and table.secrets is not None else _seats_of(table, caller)


def _seats_of(table: Table, caller: Caller) -> Viewer:
    """Return whose eyes a caller has by itself; what came from an archive without secrets nobody sees more of."""
    return SPECTATOR if table.secrets is None else caller.viewer_at(table)


def own_sight(
    service: Service, found: Table, caller: Caller, asked: str | None, *, closed: bool = False
) -> Sight | None:
    """Return what a caller sees of a table as itself, or as a viewer that `asked` names and who sees no more.

    Nothing for a viewer who sees more. `closed` looks with the caller's own seats even where the secrets are open.
    Raises `ProblemError` (`invalid_viewer`).
    """
    seen = as_seen(service, found, caller)
    own, casts = own_viewer(seen, caller), caller.caster is not None
    if asked is None:
        return Sight(seen, _seats_of(seen, caller) if closed else own, casts)
    try:
        viewer = parse_viewer(asked, found.setup.seats)
    except ValueError:
        raise _no_such_viewer(found) from None
    return Sight(seen, viewer, casts) if own.covers(viewer) else None


def live_sight(service: Service, found: Table, caller: Caller, asked: str | None) -> Sight:
    """Return what a caller sees who looks again and again; raises `ProblemError` (`invalid_viewer`, `not_live`).

    Whoever sees more than its own leaves an entry, and each of these would be a new thing to look at.
    """
    sight = own_sight(service, found, caller, asked)
    if sight is None:
        raise ProblemError("not_live", "A stream shows what you see as yourself or as a spectator, and no more.")
    return sight


def look(
    service: Service,
    table: str,
    caller: Caller,
    asked: str | None = None,
    *,
    first: int = 1,
    most: int | None = None,
    case: str | None = None,
    closed: bool = False,
) -> Sight:
    """Decide what a caller sees of a table; `asked` and `closed` as in `own_sight`.

    `first` is the earliest entry to be shown, `most` how many are (all if absent). Whoever sees more than its own,
    which operators and arbiters may, leaves the entry that says so, and sees that too, also at a delayed table: nobody
    who looks so is a spectator. Raises `ProblemError` (`unknown_table`, `invalid_viewer`, `not_allowed`).
    """
    found = known_table(service, table, caller)
    sight = own_sight(service, found, caller, asked, closed=closed)
    if sight is not None:
        return sight
    if not of_desk(service, found, caller):
        raise ProblemError("not_allowed", "You may look as yourself and as a spectator until the secrets are open.")
    assert asked is not None, "as itself everybody may look"
    viewer = parse_viewer(asked, found.setup.seats)
    return Sight(_evidence(service, found, caller, viewer, first=first, most=most, case=case), viewer)


def has_claimed(service: Service, table: Table, officer: str, case: str | None) -> bool:
    """Say whether an officer has claimed this case of a table, in its chain or beside it."""
    calls = service.store.desk.calls.waiting(table.id)
    found = cases_of(calls, table.book.opened, table.book.cases).get(case or "")
    return found is not None and found.state in CLAIMED and found.claimed_by == officer


def of_desk(service: Service, table: Table, caller: Caller) -> bool:
    """Say whether a caller may decide cases of a table: by its office, and where it has no interest of its own."""
    return caller.oversees(table) and is_outside(service.store, table, caller.name, caller.scope.player)


def table_of_attempts(service: Service, table: str, caller: Caller, seat: Seat | None = None) -> Table:
    """Return a table whose refused attempts, or those of one seat, the caller may read.

    A refused command tells of the hand that it came from. A seat sees its own, once the table has ended; operators and
    arbiters see all of them.
    Raises `ProblemError` (`unknown_table`, `credentials_needed`, `not_allowed`, `invalid_viewer`).
    """
    found = known_table(service, table, caller)
    own = caller.seat_at(found)
    if own is None and not of_desk(service, found, caller):
        if caller.kind == "anybody":
            raise ProblemError("credentials_needed", "Use a seat's token, or the key of an operator or arbiter.")
        raise ProblemError("not_allowed", "Only seats, operators and arbiters may read refused attempts.")
    if seat is not None and seat >= found.setup.seats:
        raise _no_such_viewer(found)
    if own is not None and seat not in (None, own):
        raise ProblemError("not_allowed", "A seat may read its own refused attempts only.")
    if own is not None and found.book.outcome is None:
        raise ProblemError("not_allowed", "A seat may read its refused attempts once the table has ended.")
    return found


def look_at_attempts(
    service: Service,
    found: Table,
    caller: Caller,
    seat: Seat | None = None,
    *,
    case: str | None = None,
    upto: int | None = None,
) -> AttemptsInSight:
    """Decide which attempts at a table that `table_of_attempts` found a caller sees.

    While the secrets are closed operators and arbiters leave the entry of a look at the whole table, also where
    nothing was refused, since else the entry would tell that something was. `upto` says how many the first page of a
    list was about: its entry covers the later ones, whose number would tell how much was refused.
    """
    own = caller.seat_at(found)
    sight = AttemptsInSight(seat if own is None else own, 0 if upto is None else upto)
    if upto is None:
        # Counted before the entry is written, so that the entries it names are all that an attempt can tell of.
        sight = sight._replace(upto=service.store.attempts.count(found.id, sight.by))
        if own is None:
            viewer = ARBITER if seat is None else seat_viewer(seat)
            _evidence(service, found, caller, viewer, case=case)
    return sight


def _no_such_viewer(table: Table) -> ProblemError:
    return ProblemError("invalid_viewer", "This table has the seats 0 to {last}.", last=table.setup.seats - 1)


def _evidence(
    service: Service,
    table: Table,
    caller: Caller,
    viewer: Viewer,
    *,
    first: int = 1,
    most: int | None = None,
    case: str | None = None,
) -> Table:
    """Write down that a caller sees hidden values, unless they are open or nothing is shown; return the table then.

    Where nothing is shown the caller has not looked, and sees the table as it does without. Raises `ProblemError`
    (`not_allowed`) where hidden values are not here, and (`case_needed`) for an arbiter without a claimed case.
    """
    if table.secrets is None:
        raise ProblemError("not_allowed", "This table came from an archive, without what it hides.")
    if table.book.secrets_open:
        return table

    with service.store.together():  # nothing goes on, stops or ends between the decision and the look
        now = service.store.table(table.id)
        if now.book.secrets_open:
            return now
        if now.book.n < first:
            return as_seen(service, now, caller)
        if caller.kind == "arbiter" and now.book.outcome is None and not has_claimed(service, now, caller.name, case):
            raise ProblemError("case_needed", "Claim a case of this table, and name it in `case`.")
        last = now.book.n if most is None else min(now.book.n, first + most - 1)
        at, by, viewed = service.clock(), caller.name, str(viewer)
        quietly = look_quietly(service.store, now.id, at=at, by=by, viewer=viewed, first=first, last=last, case=case)
        if quietly is not None:
            return quietly
        note = partial(note_evidence, viewer=viewed, first=first, last=last, at=at, by=by, case=case)
        return service.perform(now.id, note).table
