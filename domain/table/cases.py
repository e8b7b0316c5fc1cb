"""Cases at a table: somebody calls the arbiter, an officer claims the case and decides it, a seat may appeal once.

Who has which office is for whoever asks to know: here `by` is a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import Seat
from domain.record.case_faults import has_interest, has_stopped, may_release, role_of
from domain.record.case_times import may_measure
from domain.record.cases import CLAIMED, DECIDED, MOST_CASES, MOST_PENALTIES, Case, file_ms
from domain.record.chain import Request
from domain.record.desk import (
    About,
    CaseAppealed,
    CaseClaimed,
    CaseClosed,
    CaseDismissed,
    CaseOpened,
    CaseReleased,
    DismissalCode,
    Finding,
    Measure,
    Penalty,
    PenaltyKind,
    RulingMade,
)
from domain.record.entries import CLOCK, Paused, PauseReason
from domain.record.measures import MEASURES, WITHOUT_ENTRY, measure_fault, measures_fault
from domain.record.pauses import cause_of
from domain.table.accepting import may_be_appealed, note_consents, stops_play
from domain.table.case_refusals import (
    APPEAL_OPEN,
    APPEALS_FIRST,
    BAD_MEASURES,
    CASE_EXISTS,
    CASE_STOPS,
    CONFLICT,
    NEEDS_RULING,
    NO_CALLS,
    NO_SECOND_APPEAL,
    NO_STOPS,
    NO_SUCH_MOMENT,
    NOT_RULED_SO,
    NOT_STARTED,
    NOT_YOURS,
    OTHER_MEASURES,
    RULED_BEFORE,
    STILL_PLAYED,
    STOPPED_ONCE,
    TOO_LATE,
    TOO_LATE_TO_APPEAL,
    TOO_LATE_TO_PENALISE,
    TOO_LATE_TO_REWIND,
    TOO_MANY_CASES,
    TOO_MANY_PENALTIES,
    accepted_by,
    case_at,
)
from domain.table.pausing import check_not_appealed_against
from domain.table.refusals import NOT_RUNNING, check_seat
from domain.table.table import Table
from domain.table.writing import Batch, Written

Step: TypeAlias = Callable[[Table], Written]  # writes a measure to the table as it is then

REASONS: Mapping[About, PauseReason] = {  # of the pause, by what the call is about
    "rule": "dispute",
    "clock": "technical",
    "connection": "technical",
    "conduct": "conduct",
    "software": "technical",
    "other": "other",
}


class Call(NamedTuple):
    """What somebody calls the arbiter for: an entry or a fact (`41`, `41.3`), and the salted hash of the words."""

    moment: str
    about: About
    stops_play: bool = False
    text: str | None = None


class Ruling(NamedTuple):
    """What an officer decides; the texts are salted hashes."""

    finding: Finding
    measures: tuple[Measure, ...]
    grounds: tuple[str, ...] = ()
    text: str | None = None
    sealed_text: str | None = None


def open_case(
    table: Table,
    case: str,
    call: Call,
    *,
    at: int,
    by: str,
    filed_at: int | None = None,
    request: Request | None = None,
) -> Written:
    """Open a case, and stop the play where the call says so; `filed_at` is when a quiet call came.

    Raises `RefusedError` (`table_not_started`, `case_exists`, `too_many_cases`, `no_such_moment`, `too_late_to_call`,
    `no_arbiter_calls`, `no_stopping_calls`, `stopped_before`, `table_not_running`, `case_waits`).
    """
    batch = Batch(table, at)
    filed = batch.at if filed_at is None else filed_at
    refusal = _refused_call(table, case, call, by, filed)
    if refusal is not None:
        raise RefusedError(refusal)
    entry = CaseOpened(
        n=batch.n,
        at=batch.at,
        by=by,
        case=case,
        moment=call.moment,
        about=call.about,
        stops_play=call.stops_play,
        filed_at=filed,
        text=call.text,
    )
    batch.write(entry, request=request)
    if call.stops_play:
        batch.write(Paused(n=batch.n, at=batch.at, by=by, cause=cause_of(case), reason=REASONS[call.about]))
    return batch.done()


def _refused_call(table: Table, case: str, call: Call, by: str, filed_at: int) -> Refusal | None:
    book = table.book
    if book.status == "open":
        return NOT_STARTED
    if case in book.cases:
        return CASE_EXISTS
    if len(book.cases) >= MOST_CASES:
        return TOO_MANY_CASES
    if int(call.moment.partition(".")[0]) > book.n:
        return NO_SUCH_MOMENT
    if book.over_at is not None and filed_at - book.over_at > file_ms(book.opened):
        return TOO_LATE
    if role_of(by) == "seat" and book.opened.arbiter_call == "none":
        return NO_CALLS
    return _refused_stop(table, by) if call.stops_play else STILL_PLAYED if book.in_play else None


def _refused_stop(table: Table, by: str) -> Refusal | None:
    if table.book.opened.arbiter_call != "stop":
        return NO_STOPS
    if role_of(by) == "seat" and has_stopped(table.book.cases, by):
        return STOPPED_ONCE
    return None if table.book.status == "running" else NOT_RUNNING


def claim(
    table: Table, case: str, *, at: int, by: str, player: str | None = None, request: Request | None = None
) -> Written:
    """Take a case over, or an appeal; `player` is who the officer is as a player, if anybody.

    Raises `RefusedError` (`no_such_case`, `case_claimed`, `case_decided`, `case_closed`, `conflict_of_interest`,
    `ruled_before`).
    """
    found = case_at(table, case, "open", "appealed")
    for name in (by, f"{role_of(by)}:{player or ''}"):
        if has_interest(name, found.opened_by, table.book.opened, table.book.sat):
            raise RefusedError(CONFLICT)
    if found.ruled_by == by:
        raise RefusedError(RULED_BEFORE)
    batch = Batch(table, at)
    batch.write(CaseClaimed(n=batch.n, at=batch.at, by=by, case=case), request=request)
    return batch.done()


def release(table: Table, case: str, *, at: int, by: str, request: Request | None = None) -> Written:
    """Give a case out of hand, or, as an operator or the table's organiser, out of somebody else's.

    Raises `RefusedError` (`no_such_case`, `case_not_claimed`, `case_decided`, `case_closed`, `case_not_yours`).
    """
    found = case_at(table, case, *CLAIMED)
    if not may_release(by, found, table.book.opened):
        raise RefusedError(NOT_YOURS)
    batch = Batch(table, at)
    batch.write(CaseReleased(n=batch.n, at=batch.at, by=by, case=case), request=request)
    return batch.done()


def dismiss(
    table: Table,
    case: str,
    code: DismissalCode,
    *,
    at: int,
    by: str,
    text: str | None = None,
    request: Request | None = None,
) -> Written:
    """Decide nothing about a case, and say why; what was appealed is ruled on, never dismissed.

    Raises `RefusedError` (`no_such_case`, `case_not_claimed`, `appeal_needs_ruling`, `case_decided`, `case_closed`,
    `case_not_yours`).
    """
    found = case_at(table, case)
    if found.state == "reclaimed":
        raise RefusedError(NEEDS_RULING)
    case_at(table, case, "claimed")
    _check_claimed_by(found, by)
    batch = Batch(table, at)
    batch.write(CaseDismissed(n=batch.n, at=batch.at, by=by, case=case, code=code, text=text), request=request)
    return batch.done()


def rule(
    table: Table,
    case: str,
    ruling: Ruling,
    steps: Sequence[Step] = (),
    *,
    at: int,
    by: str,
    request: Request | None = None,
) -> Written:
    """Decide a case and write its measures in one batch; `steps` write them, and may let the play go on.

    Nothing else comes before the last of them: what ends the table is the last.

    A ruling after an appeal is final, and closes the case unless it still stops the play. Whoever has no more to say
    lets one stand that goes back. As long as another decision is appealed whoever made it measures out nothing here,
    and nobody ends the game at once.

    Raises `RefusedError` (`no_such_case`, `case_not_claimed`, `case_decided`, `case_closed`, `case_not_yours`,
    `bad_measures`, `other_measures`, `ruled_before`, `appeals_first`, `too_late_to_rewind`), and what the steps raise.
    """
    found = case_at(table, case, *CLAIMED)
    _check_claimed_by(found, by)
    if not ruling.measures or measures_fault(ruling.measures) is not None:
        raise RefusedError(BAD_MEASURES)
    _check_appeals(table, case, {*ruling.measures} - WITHOUT_ENTRY, by)
    if "rewind" in ruling.measures and not _may_go_back(table, found):
        raise RefusedError(TOO_LATE_TO_REWIND)
    batch = Batch(table, at)
    batch.write(RulingMade(n=batch.n, at=batch.at, by=by, case=case, **ruling._asdict()), request=request)
    written = batch.done()
    for step in steps:
        more = step(written.table)
        written = Written(more.table, (*written.entries, *more.entries))
    if _brought(written) != {*ruling.measures} - WITHOUT_ENTRY or ("words" in ruling.measures) > bool(ruling.text):
        raise RefusedError(OTHER_MEASURES)
    if "rewind" in ruling.measures:
        noted = note_consents(written.table, case)
        written = Written(noted.table, (*written.entries, *noted.entries))
    return _closed_if_final(written, case, by)


def _check_appeals(table: Table, case: str, measures: set[Measure], by: str) -> None:
    """Raise `RefusedError` where measures would come before the appeal against another decision is heard."""
    if measures:
        check_not_appealed_against(table, by)
    hears = table.book.cases[case].is_appealed  # of two appeals one has to be the first
    if measures & {"void", "result"} and not hears:
        check_appeals_first(table, case)


def check_appeals_first(table: Table, case: str | None = None) -> None:
    """Raise `RefusedError` (`appeals_first`) where a running game would end before an appeal in another case than this.

    One that is open, or one that may come yet while the play waits for it.
    """
    appealed = {name for name, other in table.book.cases.items() if other.is_appealed}
    awaited = set() if table.book.pause is None else {*table.book.pause.waits}
    if table.book.status == "running" and (appealed | awaited) - {case}:
        raise RefusedError(APPEALS_FIRST)


def _may_go_back(table: Table, case: Case) -> bool:
    """Say whether a ruling may still take back what was played; after an appeal only if nothing has been since."""
    book = table.book
    if book.is_over:
        return False
    if case.ruled_at is None:
        return True
    since = book.pause.since if book.pause is not None else None if book.result is None else book.result.since
    return since is not None and since <= case.ruled_at


def _brought(written: Written) -> set[Measure]:
    return {MEASURES[entry.kind] for entry in written.entries if entry.kind in MEASURES}


def _closed_if_final(written: Written, case: str, by: str) -> Written:
    table = written.table
    if not table.book.cases[case].final or stops_play(table, case):
        return written
    batch = Batch(table, table.book.at)
    batch.write(CaseClosed(n=batch.n, at=batch.at, by=by, case=case))
    closed = batch.done()
    return Written(closed.table, (*written.entries, *closed.entries))


def appeal(
    table: Table, case: str, *, at: int, by: str, text: str | None = None, request: Request | None = None
) -> Written:
    """Ask, as a seat, another officer to decide once more.

    Raises `RefusedError` (`no_such_case`, `case_not_decided`, `case_closed`, `no_second_appeal`, `too_late_to_appeal`,
    `accepted_already`).
    """
    found = case_at(table, case, *DECIDED)
    batch = Batch(table, at)
    if found.final:
        raise RefusedError(NO_SECOND_APPEAL)
    if not may_be_appealed(found, batch.at):
        raise RefusedError(TOO_LATE_TO_APPEAL)
    for seat in found.accepted:
        if by == f"seat:{seat}":
            raise RefusedError(accepted_by(seat))
    batch.write(CaseAppealed(n=batch.n, at=batch.at, by=by, case=case, text=text), request=request)
    return batch.done()


def close_case(table: Table, case: str, *, at: int, by: str, request: Request | None = None) -> Written:
    """Close what nobody can appeal any more.

    Raises `RefusedError` (`no_such_case`, `case_not_decided`, `case_closed`, `appeal_open`, `case_stops_play`).
    """
    found = case_at(table, case, *DECIDED)
    batch = Batch(table, at)
    if may_be_appealed(found, batch.at):
        raise RefusedError(APPEAL_OPEN)
    if stops_play(table, case):
        raise RefusedError(CASE_STOPS)
    batch.write(CaseClosed(n=batch.n, at=batch.at, by=by, case=case), request=request)
    return batch.done()


def _closing(table: Table) -> dict[str, int]:
    """Return from when on each decided case may be closed; what still stops the play waits for its officer."""
    decided = [(name, case.appeal_until) for name, case in table.book.cases.items() if case.state in DECIDED]
    return {name: until for name, until in decided if until is not None and not stops_play(table, name)}


def closing_due(table: Table) -> int | None:
    """Return when the clock closes the next case, if it closes one."""
    return min(_closing(table).values(), default=None) if table.book.cases else None


def close_due(table: Table, *, at: int) -> Written:
    """Let the clock close what nobody can appeal any more."""
    batch = Batch(table, at)
    for name, until in _closing(table).items():
        if until <= batch.at:
            batch.write(CaseClosed(n=batch.n, at=batch.at, by=CLOCK, case=name))
    return batch.done()


def penalise(
    table: Table,
    seat: Seat,
    penalty: PenaltyKind,
    case: str,
    *,
    at: int,
    by: str,
    points: int | None = None,
    request: Request | None = None,
) -> Written:
    """Penalise a seat by the ruling of a case; usually a step of `rule`.

    Raises `RefusedError` (`no_such_case`, `no_such_seat`, `too_many_penalties`, `too_late_to_penalise`,
    `not_ruled_so`).
    """
    found = case_at(table, case)
    check_seat(table, seat)
    if len(found.penalties) >= MOST_PENALTIES:
        raise RefusedError(TOO_MANY_PENALTIES)
    if measure_fault(table.book.cases, case, "penalty", by) is not None:
        raise RefusedError(NOT_RULED_SO)
    batch = Batch(table, at)
    if not may_measure(found, batch.at, table.book.opened, table.book.over_at):
        raise RefusedError(TOO_LATE_TO_PENALISE)
    entry = Penalty(n=batch.n, at=batch.at, by=by, seat=seat, penalty=penalty, case=case, points=points)
    batch.write(entry, request=request)
    return batch.done()


def _check_claimed_by(case: Case, by: str) -> None:
    if case.claimed_by != by:
        raise RefusedError(NOT_YOURS)
