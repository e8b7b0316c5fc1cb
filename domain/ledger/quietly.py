"""What is said beside the chain of a table, in one transaction with the look at the table that allows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domain.kernel.refusals import RefusedError
from domain.ledger.desk.cases import row_of
from domain.ledger.store import Store
from domain.record.case_faults import role_of
from domain.record.cases import CLAIMED, Case
from domain.record.desk import OfCases
from domain.table.beside import Said, calls_wait, is_quiet
from domain.table.calling import cases_of, said_quietly
from domain.table.case_refusals import CONFLICT, RULED_BEFORE
from domain.table.cases import release
from domain.table.table import Table
from domain.table.writing import Written


def look_quietly(
    store: Store, table: str, *, at: int, by: str, viewer: str, first: int, last: int, case: str | None = None
) -> Table | None:
    """Note a look beside the chain of a table, and return the table; nothing where it has to be an entry at once.

    Beside it lies a look at a table whose game goes on, until the play stops or ends; and one for a quiet call, until
    that call enters, whatever else the play is stopped for. `last` is at most its last entry. Durable when it returns.
    """
    with store.together():
        now = store.table(table)
        if not _lies_beside(store, now, case):
            return None
        last, at = min(last, now.book.n), max(at, now.book.at)
        store.desk.looks.add(table, at=at, by=by, viewer=viewer, first=first, last=last, case=case)
    return now


def _lies_beside(store: Store, table: Table, case: str | None) -> bool:
    return is_quiet(table.book) or (case is not None and _waits(store, table, case))


def _waits(store: Store, table: Table, case: str) -> bool:
    """Say whether a case is a quiet call that has not entered the chain, and may not yet."""
    return calls_wait(table.book) and any(said.entry.case == case for said in store.desk.calls.waiting(table.id))


def call_quietly(store: Store, table: str, case: str, action: Callable[[Table], Written]) -> tuple[OfCases, ...] | None:
    """Run an action on a case, a new one too, that lies beside the chain; return what it wrote there.

    Nothing where the case is in the chain, or has to be: then it is performed as any other action. Raises as
    `said_quietly` does.
    """
    with store.together():
        now = store.table(table)
        if case in now.book.cases or not calls_wait(now.book):
            return None
        calls = store.desk.calls.waiting(table)
        entries = said_quietly(now, calls, action)
        store.desk.calls.add(table, entries)
        after = cases_of((*calls, *[Said(0, entry) for entry in entries]), now.book.opened)
        store.desk.list_quiet([row_of(table, case, after[case], at=entries[-1].at, quiet=True)])
    return entries


def release_excluded(store: Store, table: str, *, at: int, by: str) -> None:
    """Give what excluded officers have claimed at a table out of their hands, wherever it lies: others may claim it."""
    with store.together():
        now = store.table(table)
        quiet = cases_of(store.desk.calls.waiting(table), now.book.opened)
        for name, case in {**now.book.cases, **quiet}.items():
            officer = case.claimed_by
            if case.state in CLAIMED and officer and is_excluded(store, table, officer, person_of(store, officer)):
                action = partial(release, case=name, at=at, by=by)
                if call_quietly(store, table, name, action) is None:
                    store.perform(table, action)


def is_outside(store: Store, table: Table, by: str, player: str | None) -> bool:
    """Say whether an officer, who is this player if anybody, has no interest in a table.

    Whoever plays or has played there has one, or at another table of its series, or has entered the tournament that it
    belongs to, and whom its organiser has excluded.
    """
    if is_excluded(store, table.id, by, player):
        return False
    if player is None:
        return True
    opened = table.book.opened
    in_series = opened.series is not None and store.listings.plays_beside(table.id, player)
    in_cup = opened.tournament is not None and store.tournaments.rows.has_entered(opened.tournament.id, player)
    return player not in table.book.sat and not in_series and not in_cup


def is_excluded(store: Store, table: str, by: str, player: str | None) -> bool:
    """Say whether a table's organiser has excluded an officer, or somebody with another key who is the same player."""
    names = store.desk.excluded.of(table)
    return by in names or (player is not None and any(person_of(store, name) == player for name in names))


def check_outside(store: Store, table: Table, by: str, player: str | None = None) -> None:
    """Raise `RefusedError` (`conflict_of_interest`) for an officer who has an interest in a table."""
    if not is_outside(store, table, by, player):
        raise RefusedError(CONFLICT)


def check_uninvolved(store: Store, case: Case | None, by: str, player: str | None) -> None:
    """Raise `RefusedError` for an officer who is the same person as somebody with another key.

    `conflict_of_interest` as whoever has called, `ruled_before` as whoever has decided. What an operator has called for
    an operator may decide: there may be nobody else.
    """
    if case is None or player is None:
        return
    if not role_of(by) == role_of(case.opened_by) == "operator" and person_of(store, case.opened_by) == player:
        raise RefusedError(CONFLICT)
    if case.ruled_by is not None and person_of(store, case.ruled_by) == player:
        raise RefusedError(RULED_BEFORE)


def check_not_ruled(store: Store, table: Table, by: str, player: str | None) -> None:
    """Raise `RefusedError` (`ruled_before`) for whoever made, with whatever key, a decision that is appealed."""
    for case in table.book.cases.values():
        ruler = case.ruled_by if case.is_appealed else None
        if ruler is not None and (ruler == by or (player is not None and person_of(store, ruler) == player)):
            raise RefusedError(RULED_BEFORE)


def person_of(store: Store, author: str) -> str | None:
    """Return which player an author is: by its own name, or as its key says; nobody known if that says nothing."""
    name = author.partition(":")[2]
    if role_of(author) == "player":
        return name
    key = store.keys.one(name)
    if key is None:
        return name if role_of(author) == "arbiter" else None
    return key.player
