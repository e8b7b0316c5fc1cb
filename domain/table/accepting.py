"""Seats let stand what an officer decided: once all of them do, nobody can appeal, and the play waits no longer."""

from __future__ import annotations

from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.record.cases import DECIDED, Case
from domain.record.chain import Request
from domain.record.desk import CaseClosed, RulingAccepted
from domain.record.entries import CLOCK, TABLE, Resumed
from domain.record.pauses import cause_of
from domain.table.case_refusals import NOTHING_DECIDED, accepted_by, case_at
from domain.table.refusals import check_seat
from domain.table.results import accepts_itself
from domain.table.table import Table
from domain.table.writing import Batch, Written


def accept_ruling(table: Table, case: str, seat: Seat, *, at: int, by: str, request: Request | None = None) -> Written:
    """Let stand, for a seat, what was decided; once every seat does, the case is closed, and play goes on.

    Raises `RefusedError` (`no_such_seat`, `no_such_case`, `case_not_claimed`, `case_claimed`, `case_closed`,
    `nothing_to_accept`, `accepted_already`).
    """
    check_seat(table, seat)
    found = case_at(table, case, *DECIDED)
    batch = Batch(table, at)
    if found.final or not may_be_appealed(found, batch.at):
        raise RefusedError(NOTHING_DECIDED)
    if seat in found.accepted:
        raise RefusedError(accepted_by(seat))
    batch.write(RulingAccepted(n=batch.n, at=batch.at, by=by, case=case, seat=seat), request=request)
    _note(batch, case)
    return batch.done()


def note_consents(table: Table, case: str) -> Written:
    """Write down which seats let stand what was just decided by having no more to say, and what comes of it."""
    batch = Batch(table, table.book.at)
    if may_be_appealed(table.book.cases[case], batch.at):
        _note(batch, case)
    return batch.done()


def _note(batch: Batch, case: str) -> None:
    for seat in range(batch.table.setup.seats):
        if seat not in batch.table.book.cases[case].accepted and lets_stand(batch.table, seat):
            batch.write(RulingAccepted(n=batch.n, at=batch.at, by=TABLE, case=case, seat=seat))
    if not may_be_appealed(batch.table.book.cases[case], batch.at):
        _let_go(batch, case)


def _let_go(batch: Batch, case: str) -> None:
    """Let the play go on that stood so that somebody could appeal, and close the case unless it still stops it."""
    pause = batch.table.book.pause
    for cause in () if pause is None else pause.lapsed(batch.at):
        batch.write(Resumed(n=batch.n, at=batch.at, by=CLOCK, cause=cause))
    if not stops_play(batch.table, case):
        batch.write(CaseClosed(n=batch.n, at=batch.at, by=CLOCK, case=case))


def lets_stand(table: Table, seat: Seat) -> bool:
    """Say whether a seat has no more to say: a bot's, one that conceded, one that is out of a game that goes on."""
    if table.live is None:
        return False
    return accepts_itself(table, seat, table.live if table.book.status == "running" else None)


def may_be_appealed(case: Case, at: int) -> bool:
    """Say whether the time to appeal what was decided is not over."""
    assert case.appeal_until is not None, "it was decided"
    return at < case.appeal_until


def stops_play(table: Table, case: str) -> bool:
    """Say whether play stands for a case."""
    pause = table.book.pause
    return pause is not None and cause_of(case) in pause.causes
