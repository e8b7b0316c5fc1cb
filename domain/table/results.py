"""The end of a game: its result, the seats that accept it, its confirmation, and the secrets that open with it."""

from __future__ import annotations

from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome
from domain.record.canonical import b64
from domain.record.chain import Request
from domain.record.entries import CLOCK, GameFinished, ResultAccepted, ResultConfirmed, SecretsOpened
from domain.record.results import TABLE, final_at
from domain.table.live import Live
from domain.table.refusals import check_seat, table_refusal
from domain.table.table import Table
from domain.table.writing import Batch, Written

RESULTS = "table: results"
NOTHING_TO_ACCEPT = table_refusal("nothing_to_accept", "No result of this table waits to be accepted.", RESULTS)


def write_result(batch: Batch, outcome: Outcome) -> None:
    """Write the result that the rules found, and confirm it if nothing has to be waited for."""
    batch.write(GameFinished(n=batch.n, at=batch.at, by=TABLE, outcome=outcome))
    opened = batch.table.book.opened
    if opened.confirm is None:
        batch.write(ResultConfirmed(n=batch.n, at=batch.at, by=TABLE))
        close(batch)
        return
    for seat in range(opened.seats):
        if accepts_itself(batch.table, seat, batch.before):
            batch.write(ResultAccepted(n=batch.n, at=batch.at, by=TABLE, seat=seat))
    _settle(batch)


def accepts_itself(table: Table, seat: Seat, before: Live | None) -> bool:
    """Say whether a seat counts as accepting: a bot's, one that conceded, one that was out before the game's end.

    `before` is the live line before the action that ended the game. Whoever that put out may still call an arbiter.
    """
    live, holder = table.live, table.book.holders[seat]
    assert live is not None, "a game that has ended was dealt"
    if (holder is not None and holder.bot is not None) or seat in live.conceded:
        return True
    earlier = live if before is None else before
    return seat in earlier.forfeited or seat in table.rules.eliminated(earlier.state)


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
    return None if result is None else final_at(result, table.book.opened)


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
    secrets = batch.table.secrets
    assert secrets is not None
    if batch.table.book.opened.secrets_open_at == "confirmed":
        deal, salt = b64(secrets.deal), b64(secrets.salt)
        batch.write(SecretsOpened(n=batch.n, at=batch.at, by=TABLE, deal_secret=deal, salt_secret=salt))
