"""The end of a game: its result, the seats that accept it, its confirmation, and the secrets that open with it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome
from domain.record.canonical import b64
from domain.record.case_times import may_measure
from domain.record.chain import Request
from domain.record.desk import CheckStatus, ResultAdjusted, Verdict, Verified, VerifiedHead
from domain.record.entries import CLOCK, TABLE, GameFinished, ResultAccepted, ResultConfirmed, SecretsOpened
from domain.record.measures import measure_fault
from domain.record.results import by_ruling, final_at, outcome_fault, verifying_fault
from domain.table.live import Live
from domain.table.refusals import check_seat, table_refusal
from domain.table.table import Table
from domain.table.writing import Batch, Written

RESULTS = "table: results"
NOTHING_TO_ADJUST = table_refusal("nothing_to_adjust", "The table has no game whose result could be another.", RESULTS)
ADJUSTED_TOO_LATE = table_refusal("adjusted_too_late", "The result is final, and the time to adjust it over.", RESULTS)
NOT_RULED_SO = table_refusal("not_ruled_so", "A result is adjusted by whoever has ruled so on a case.", RESULTS)
BAD_RESULT = table_refusal("bad_result", "These places or points are not those of the seats of this table.", RESULTS)
SECRETS_OPEN_HERE = table_refusal(
    "secrets_open_here", "The secrets of this table open, and everybody can verify it.", RESULTS
)
NOT_OVER_YET = table_refusal("not_over_yet", "The table has not ended.", RESULTS)
PLAYS_HERE = table_refusal(
    "conflict_of_interest", "Only an arbiter or operator who does not play here says what was verified.", RESULTS
)
NOTHING_TO_ACCEPT = table_refusal("nothing_to_accept", "No result of this table waits to be accepted.", RESULTS)


def write_result(batch: Batch, outcome: Outcome) -> None:
    """Write the result that the rules found, and confirm it if nothing has to be waited for."""
    batch.write(GameFinished(n=batch.n, at=batch.at, by=TABLE, outcome=outcome))
    let_stand(batch)


def write_adjusted(batch: Batch, outcome: Outcome, case: str, *, by: str, request: Request | None = None) -> None:
    """Put another result there, as whoever ruled so on a case; a game that runs ends with it. Raises `BookError`.

    It stands once the other measures of the ruling are written too: `let_stand`.
    """
    batch.write(_adjusted(batch, outcome, case, by), request=request)


def _adjusted(batch: Batch, outcome: Outcome, case: str, by: str) -> ResultAdjusted:
    return ResultAdjusted(n=batch.n, at=batch.at, by=by, outcome=by_ruling(outcome), case=case)


def let_stand(batch: Batch) -> None:
    """Confirm a result that is not final at once, or note which seats accept it by themselves; if there is one."""
    book, opened = batch.table.book, batch.table.book.opened
    if book.result is None:
        return
    before = batch.table.live if book.finished is None else batch.before
    if opened.confirm is None:
        batch.write(ResultConfirmed(n=batch.n, at=batch.at, by=TABLE))
        close(batch)
        return
    for seat in range(opened.seats):
        if accepts_itself(batch.table, seat, before):
            batch.write(ResultAccepted(n=batch.n, at=batch.at, by=TABLE, seat=seat))
    _settle(batch)


def adjust_result(
    table: Table, outcome: Outcome, case: str, *, at: int, by: str, request: Request | None = None
) -> Written:
    """Put another result there, as whoever has ruled so on a case.

    Raises `RefusedError`: `nothing_to_adjust` before the deal and for a table that was given up, `adjusted_too_late`
    once `file_ms` are over after the confirmation, an appeal aside, `not_ruled_so`, `bad_result`.
    """
    book = table.book
    if book.status not in ("running", "finished", "confirmed"):
        raise RefusedError(NOTHING_TO_ADJUST)
    batch = Batch(table, at)
    if not may_measure(book.cases.get(case), batch.at, book.opened, book.over_at):
        raise RefusedError(ADJUSTED_TOO_LATE)
    if measure_fault(book.cases, case, "result", by) is not None:
        raise RefusedError(NOT_RULED_SO)
    if outcome_fault(_adjusted(batch, outcome, case, by), book.opened.seats) is not None:
        raise RefusedError(BAD_RESULT)
    write_adjusted(batch, outcome, case, by=by, request=request)
    let_stand(batch)
    return batch.done()


def note_verified(
    table: Table, checks: Sequence[CheckStatus], *, at: int, by: str, request: Request | None = None
) -> Written:
    """Write down what an officer has had verified: the full record as it stands. Raises `RefusedError`.

    `secrets_open_here`: everybody can verify this table, or will be able to; `not_over_yet`; `conflict_of_interest`.
    """
    book = table.book
    if book.opened.secrets_open_at != "never":
        raise RefusedError(SECRETS_OPEN_HERE)
    if not book.is_over:
        raise RefusedError(NOT_OVER_YET)
    batch = Batch(table, at)
    verdict: Verdict = "wrong" if "failed" in checks else "good"
    head = VerifiedHead(n=book.n, hash=b64(book.head))
    entry = Verified(n=batch.n, at=batch.at, by=by, checks=tuple(checks), result=verdict, head=head)
    if verifying_fault(entry, book.opened, book.sat) is not None:
        raise RefusedError(PLAYS_HERE)
    batch.write(entry, request=request)
    return batch.done()


def accepts_itself(table: Table, seat: Seat, before: Live | None) -> bool:
    """Say whether a seat counts as accepting: a bot's, one that conceded, one that was out before the game's end.

    `before` is the live line before the entry that ended the game. Whoever that put out may still call an arbiter.
    """
    live, holder = table.live, table.book.holders[seat]
    assert live is not None, "a game that has ended was dealt"
    if (holder is not None and holder.bot is not None) or seat in live.conceded:
        return True
    return before is not None and (seat in before.forfeited or seat in table.rules.eliminated(before.state))


def accept_result(table: Table, seat: Seat, *, at: int, by: str, request: Request | None = None) -> Written:
    """Accept the result; raises `RefusedError` (`no_such_seat`, `nothing_to_accept`, `accepted_already`)."""
    check_seat(table, seat)
    result = table.book.result
    if result is None:
        raise RefusedError(NOTHING_TO_ACCEPT)
    if seat in result.accepted:
        text = "Seat {seat} has accepted the result already."
        raise RefusedError(table_refusal("accepted_already", text, RESULTS, seat=seat))
    batch = Batch(table, at)
    batch.write(ResultAccepted(n=batch.n, at=batch.at, by=by, seat=seat), request=request)
    _settle(batch)
    return batch.done()


def confirm_due(table: Table) -> int | None:
    """Return when the clock confirms the result, if one waits for that."""
    result = table.book.result
    return None if result is None else final_at(result, table.book.opened, table.book.cases)


def confirm(table: Table, *, at: int) -> Written:
    """Let the clock confirm the result if it is due."""
    batch = Batch(table, at)
    _settle(batch)
    return batch.done()


def _settle(batch: Batch) -> None:
    due = confirm_due(batch.table)
    if due is not None and due <= batch.at:
        batch.write(ResultConfirmed(n=batch.n, at=batch.at, by=CLOCK))
        close(batch)


def close(batch: Batch) -> None:
    """Open the secrets of a table that has ended, if it opens them then."""
    if batch.table.book.opened.secrets_open_at == "confirmed":
        _write_secrets(batch)


def open_secrets(table: Table, *, at: int) -> Written:
    """Open the secrets of a table whose event has ended; writes nothing while it goes on, or where they are open."""
    book, batch = table.book, Batch(table, at)
    if book.opened.secrets_open_at == "event_end" and book.is_over and not book.secrets_open:
        _write_secrets(batch)
    return batch.done()


def _write_secrets(batch: Batch) -> None:
    secrets = batch.table.secrets
    assert secrets is not None
    deal, salt = b64(secrets.deal), b64(secrets.salt)
    batch.write(SecretsOpened(n=batch.n, at=batch.at, by=TABLE, deal_secret=deal, salt_secret=salt))
