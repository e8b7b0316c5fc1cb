"""What stops the play and what sets the clocks: pauses, clocks adjusted, time for which the service was down.

Play is stopped by causes: an arbiter, a ruler of the table, a case. It goes on when none is left. Meanwhile nobody
acts, not even to concede, nobody's time is up, and nothing answers by itself.

Whoever has decided a case neither stops the play nor lets it go on while that decision is appealed.
"""

from __future__ import annotations

from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.record.case_faults import resuming_fault
from domain.record.cases import Case
from domain.record.chain import Request
from domain.record.entries import CLOCK, ClockAdjusted, ClockReason, Outage, Paused, PauseReason, Resumed
from domain.record.pauses import Pause, is_early
from domain.table.case_refusals import APPEAL_OPEN, NOT_YOURS, RULED_BEFORE, WRONG_STATE
from domain.table.refusals import PAUSES, check_running, check_seat, table_refusal
from domain.table.table import Table
from domain.table.writing import Batch, Written

SHORTEST_OUTAGE_MS = 1000  # one process after the other starts within it, and the second has nothing to write

ALREADY_PAUSED = table_refusal("already_paused", "The play is stopped for this already.", PAUSES)
NOT_PAUSED = table_refusal("not_paused", "Nothing of the kind stops the play.", PAUSES)
NO_SUCH_CLOCK = table_refusal("no_such_clock", "The table has no such clock.", "table: clocks")


def pause(
    table: Table, cause: str, reason: PauseReason, *, at: int, by: str, request: Request | None = None
) -> Written:
    """Stop the play for a cause; raises `RefusedError` (`table_not_running`, `already_paused`, `ruled_before`)."""
    check_running(table)
    check_not_appealed_against(table, by)
    if table.book.pause is not None and cause in table.book.pause.causes:
        raise RefusedError(ALREADY_PAUSED)
    batch = Batch(table, at)
    batch.write(Paused(n=batch.n, at=batch.at, by=by, cause=cause, reason=reason), request=request)
    return batch.done()


def resume(table: Table, cause: str, *, at: int, by: str, request: Request | None = None) -> Written:
    """Take a cause away.

    Raises `RefusedError` (`table_not_running`, `not_paused`, `case_not_yours`, `case_not_claimed`, `appeal_open`,
    `ruled_before`).
    """
    check_running(table)
    if table.book.pause is None or cause not in table.book.pause.causes:
        raise RefusedError(NOT_PAUSED)
    check_not_appealed_against(table, by)
    batch = Batch(table, at)
    entry = Resumed(n=batch.n, at=batch.at, by=by, cause=cause)
    if resuming_fault(entry, table.book.cases) is not None:
        raise RefusedError(NOT_YOURS)
    if {*table.book.pause.causes} == {cause}:
        _check_precedes(table.book.pause, _appealed(table), by)
    if is_early(entry, table.book.pause):
        raise RefusedError(APPEAL_OPEN)
    batch.write(entry, request=request)
    return batch.done()


def check_not_appealed_against(table: Table, by: str) -> None:
    """Raise `RefusedError` (`ruled_before`) for whoever made a decision that is appealed: others have the play now."""
    if any(case.ruled_by == by for case in _appealed(table)):
        raise RefusedError(RULED_BEFORE)


def _appealed(table: Table) -> tuple[Case, ...]:
    return tuple([case for case in table.book.cases.values() if case.state in ("appealed", "reclaimed")])


def _check_precedes(pause: Pause, appealed: tuple[Case, ...], by: str) -> None:
    """Raise `RefusedError` (`case_not_claimed`, `case_not_yours`) where play that goes on would decide an appeal.

    Play that has stood since it was taken back can be given back only before it goes on, for whatever office it
    stands: an appeal against a rewind precedes the resumption.
    """
    for case in appealed:
        assert case.ruled_at is not None, "what is appealed was decided"
        if "rewind" in case.measures and pause.since <= case.ruled_at and case.claimed_by != by:
            raise RefusedError(WRONG_STATE["appealed"] if case.claimed_by is None else NOT_YOURS)


def resume_unclaimed(table: Table, *, at: int) -> Written:
    """Let the clock take away the cases that have stopped the play for 15 minutes without an arbiter.

    And those that are decided, once nobody can appeal any more against what took play back meanwhile.
    """
    batch = Batch(table, at)
    pause = table.book.pause
    for cause in () if pause is None else pause.lapsed(batch.at):
        batch.write(Resumed(n=batch.n, at=batch.at, by=CLOCK, cause=cause))
    return batch.done()


def adjust_clock(
    table: Table,
    seat: Seat,
    reason: ClockReason,
    *,
    at: int,
    by: str,
    bank_ms: int | None = None,
    move_ms: int | None = None,
    request: Request | None = None,
) -> Written:
    """Set what is left in a seat's bank, or for the decision that it is asked: one of the two.

    Raises `RefusedError` (`table_not_running`, `no_such_seat`, `no_such_clock`, `not_awaited`).
    """
    check_running(table)
    check_seat(table, seat)
    clock, live = table.book.opened.clock, table.live
    limit = None if clock is None else clock.move_ms if bank_ms is None else clock.bank_ms
    if limit is None:
        raise RefusedError(NO_SUCH_CLOCK)
    if move_ms is not None and (live is None or seat not in live.decisions):
        raise RefusedError(table_refusal("not_awaited", "Seat {seat} is not awaited.", "table: clocks", seat=seat))
    batch = Batch(table, at)
    entry = ClockAdjusted(n=batch.n, at=batch.at, by=by, seat=seat, reason=reason, bank_ms=bank_ms, move_ms=move_ms)
    batch.write(entry, request=request)
    return batch.done()


def note_outage(table: Table, *, since: int, until: int) -> Written:
    """Write down that the service was down, and give the time back; nothing where no clock ran.

    Whoever has written an entry lived: the time counts from the table's last one.
    """
    since = max(since, table.book.at)
    if table.book.opened.clock is None or not table.book.in_play or until - since < SHORTEST_OUTAGE_MS:
        return Written(table, ())
    batch = Batch(table, until)
    batch.write(Outage(n=batch.n, at=batch.at, by="table", since=since, until=until))
    return batch.done()
