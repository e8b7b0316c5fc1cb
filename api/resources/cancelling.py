"""Cancelling a table: before the start, or in the midst of its game by whoever may open every hand."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.alone import others_sit
from api.callers.auth import Caller, caller
from api.callers.visibility import sees_later
from api.requests.once import once
from api.resources.tables import RULING, changed, ruled_table
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.schemas.answers import TableAnswer
from api.wire.schemas.bodies import CancelBody
from api.wire.who import ITS_KEYS, OF_TABLE, OPENED_IT, Who
from domain.kernel.refusals import RefusedError
from domain.ledger.quietly import check_not_ruled
from domain.record.chain import Request
from domain.record.entries import AbandonReason
from domain.table.cases import check_appeals_first
from domain.table.refusals import NOT_OPEN
from domain.table.seating import abandon
from domain.table.table import Table
from domain.table.writing import Written

UNSAID: AbandonReason = "cancelled"  # the reason of a table that nobody gave one for, before its start

ALONE = "once the game has begun, only if no other person sits there"

cancelling = Blueprint("cancelling", __name__)


@cancelling.post("/tables/<table>/cancel")
@operation(
    "cancelTable",
    "tables",
    "Cancel a table",
    callers=(Who("opener", f"{OF_TABLE}; {ALONE}"), Who("player", f"{OPENED_IT}; {ALONE}"), *ITS_KEYS),
    body=CancelBody,
    replies={200: Reply("The table, abandoned", TableAnswer)},
    problems=(*RULING, "reason_needed"),
    keyed=True,
    example={"reason": "emergency"},
)
def cancel_table(table: str) -> Response:
    """Give up a table that has not ended. Its secrets open as it said, so whoever cancels a game opens every hand: once
    it has begun a reason is needed, and the opener's token, or a player's key, is enough only where no other person
    sits. Not by whoever made a decision that is appealed (`ruled_before`), nor by anybody while an appeal is open, or
    may come and the play waits for it (`appeals_first`)."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    reason = body().get("reason")

    def action(now: Table, asked: Request | None) -> Written:
        status = now.book.status
        if status == "running" or (status != "open" and sees_later(now, who)):  # an end not in sight is not told
            _check_running(here, now, who, reason)
        if now.book.outcome is not None:
            raise RefusedError(NOT_OPEN)
        check_not_ruled(here.store, now, who.name, who.scope.player)
        check_appeals_first(now)
        return abandon(now, UNSAID if reason is None else reason, at=here.clock(), by=who.name, request=asked)

    return changed(here, once(here, who, found, action))


def _check_running(here: Service, table: Table, who: Caller, reason: AbandonReason | None) -> None:
    """Raise `ProblemError` (`not_allowed`, `reason_needed`) unless a running game may be cancelled like this."""
    if who.kind in ("opener", "player") and others_sit(here, table, who):
        raise ProblemError(
            "not_allowed", "Somebody else plays here: an operator cancels it, or the key that opened the table."
        )
    if reason is None:
        raise ProblemError("reason_needed", "The game has begun: say why it is cancelled.")
