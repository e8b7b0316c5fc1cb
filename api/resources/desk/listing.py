"""The list of cases, for whoever decides them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import desk_in_sight
from api.service import service
from api.wire.operations import Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer, time_text
from api.wire.schemas.desk import CasesAnswer, CasesQuery
from api.wire.who import Who
from domain.ledger.desk.cases import CaseQuery, ListedCase
from domain.ledger.errors import BadCursorError

listing = Blueprint("case_list", __name__)


@listing.get("/cases")
@operation(
    "listCases",
    "desk",
    "List cases",
    callers=(Who("operator"), Who("arbiter")),
    query=CasesQuery,
    replies={200: Reply("A page of cases", CasesAnswer)},
    problems=("credentials_needed", "not_allowed", "invalid_cursor"),
)
def list_cases() -> Response:
    """What is overdue comes first: what nobody has claimed for a quarter of an hour, and what nobody has closed whose
    time for an appeal is over. Then the oldest. Arbiters find the tables of their organiser, their tournament, or all,
    and none where they play or are excluded."""
    here, who, asked = service(), caller(), query()
    if who.kind not in ("operator", "arbiter"):
        code = "credentials_needed" if who.kind == "anybody" else "not_allowed"
        raise ProblemError(code, "Use the key of an operator or an arbiter.")
    mine, now = asked.pop("mine"), here.clock()
    claimed_by = who.name if mine else None
    wanted = CaseQuery(now=now, claimed_by=claimed_by, **asked, **desk_in_sight(who))
    try:
        page = here.store.desk.cases.find(wanted)
    except BadCursorError:
        raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.") from None
    return json_answer({"cases": [_shape(row, now) for row in page.cases], "next": page.cursor})


def _shape(row: ListedCase, now: int) -> dict[str, Any]:
    return {
        "case": row.case,
        "table": row.table,
        "state": row.state,
        "since": time_text(row.since),
        "about": row.about,
        "moment": row.moment,
        "opened_by": row.opened_by,
        "filed_at": time_text(row.filed_at),
        "claimed_by": row.claimed_by,
        "decided_by": row.decided_by,
        "due": None if row.due is None else time_text(row.due),
        "overdue": row.due is not None and row.due <= now,
        "stops_play": row.stops_play,
        "quiet": row.quiet,
    }
