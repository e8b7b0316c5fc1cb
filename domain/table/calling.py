"""Quiet calls: decided as any case is, on a table that nobody else sees, so that one law holds for both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel.refusals import RefusedError
from domain.record.canonical import b64, canonical, sha256
from domain.record.cases import Cases, cases_after
from domain.record.chain import Request
from domain.record.desk import CaseAppealed, CaseClaimed, CaseDismissed, CaseOpened, CaseReleased, OfCases, RulingMade
from domain.record.entries import Paused, PauseReason, TableOpened
from domain.record.pauses import ARBITER, Pause
from domain.table.beside import Said
from domain.table.pausing import check_not_appealed_against
from domain.table.refusals import table_refusal
from domain.table.table import Table
from domain.table.writing import Batch, Written

CALLS_AT_MOST = 20  # of one caller at one table: more are no calls for an arbiter
QUIET: tuple[type[OfCases], ...] = (CaseOpened, CaseClaimed, CaseReleased, CaseDismissed, CaseAppealed, RulingMade)

CALLS = "table: quiet calls"
TOO_MANY_CALLS = table_refusal("too_many_calls", "An arbiter has been called often enough at this table.", CALLS)
NOT_QUIETLY = table_refusal("not_quietly", "Stop the play for this case first: it has to enter the record.", CALLS)


def with_calls(table: Table, calls: Iterable[Said]) -> Table:
    """Return the table that officers decide quiet calls on: with their cases, and while nobody may act."""
    book = table.book
    stands = Pause(book.at, {}) if book.status == "running" and book.pause is None else book.pause
    return replace(table, book=replace(book, cases=cases_of(calls, book.opened, book.cases), pause=stands))


def cases_of(calls: Iterable[Said], opening: TableOpened, cases: Cases | None = None) -> Cases:
    """Return the cases of quiet calls as they stand, behind others."""
    found = cases or {}
    for said in calls:
        found = cases_after(found, said.entry, opening)
    return found


def said_quietly(table: Table, calls: Sequence[Said], action: Callable[[Table], Written]) -> tuple[OfCases, ...]:
    """Return what an action writes about a case where it lies beside the chain; raises `RefusedError` as it does.

    And `too_many_calls`, and `not_quietly` for what changes more than the case: then it has to enter.
    """
    codec = table.codec
    entries = [codec.public(sealed.public) for sealed in action(with_calls(table, calls)).entries]
    quiet: list[Any] = [entry for entry in entries if isinstance(entry, QUIET) and _is_quiet(entry)]
    if len(quiet) != len(entries):
        raise RefusedError(NOT_QUIETLY)
    for entry in quiet:
        before = [said for said in calls if isinstance(said.entry, CaseOpened) and said.entry.by == entry.by]
        if isinstance(entry, CaseOpened) and len(before) >= CALLS_AT_MOST:
            raise RefusedError(TOO_MANY_CALLS)
    return tuple(quiet)


def _is_quiet(entry: OfCases) -> bool:
    if isinstance(entry, CaseOpened):
        return not entry.stops_play
    return not isinstance(entry, RulingMade) or {*entry.measures} <= {"none", "words"}


def let_in(
    table: Table, reason: PauseReason, *, at: int, by: str, cause: str = ARBITER, request: Request | None = None
) -> Written:
    """Stop the play for an office, unless it is stopped, so that the call that the store admits enters the chain.

    Raises `RefusedError` (`ruled_before`).
    """
    check_not_appealed_against(table, by)
    batch = Batch(table, at)
    if table.book.in_play:
        batch.write(Paused(n=batch.n, at=batch.at, by=by, cause=cause, reason=reason), request=request)
    else:
        batch.let_in()
    return batch.done()


def receipt(table: str, call: CaseOpened) -> str:
    """Return what whoever called keeps: a hash of the call, which the entry of its case has to give again."""
    members = {
        "about": call.about,
        "by": call.by,
        "case": call.case,
        "filed_at": call.filed_at,
        "moment": call.moment,
        "table": table,
        **({} if call.text is None else {"text": call.text}),
    }
    return b64(sha256(b"matchledger/1/call/" + canonical(members)))
