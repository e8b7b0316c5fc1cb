"""The list of cases, for whoever decides them, asked for once or followed."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.callers.auth import caller, credential
from api.requests.desk_list import DeskFollowed, check_officer, page_of
from api.requests.streaming import streamed
from api.service import service
from api.wire.frames import FORMS
from api.wire.operations import NDJSON, SSE, Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer, wanted
from api.wire.schemas.desk import CasesAnswer, CasesQuery, DeskQuery
from api.wire.who import Who
from domain.ledger.errors import BadCursorError

OFFICERS = (Who("operator"), Who("arbiter"))

listing = Blueprint("case_list", __name__)


@listing.get("/cases")
@operation(
    "listCases",
    "desk",
    "List cases",
    callers=OFFICERS,
    query=CasesQuery,
    replies={200: Reply("A page of cases", CasesAnswer)},
    problems=("credentials_needed", "not_allowed", "invalid_cursor"),
)
def list_cases() -> Response:
    """What is overdue comes first: what nobody has claimed for a quarter of an hour, and what nobody has closed whose
    time for an appeal is over. Then the oldest. Arbiters find the tables of their organiser, their tournament, or all,
    and none where they play, have played or are excluded."""
    here, who, asked = service(), check_officer(caller()), query()
    claimed_by = who.name if asked.pop("mine") else None
    try:
        return json_answer(page_of(here, who, claimed_by=claimed_by, **asked))
    except BadCursorError:
        raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.") from None


@listing.get("/cases/stream")
@operation(
    "streamCases",
    "desk",
    "Be told of cases",
    callers=OFFICERS,
    query=DeskQuery,
    replies={200: Reply("The first page of the list, whenever it has changed", media=(SSE, NDJSON))},
    problems=("credentials_needed", "not_allowed", "not_acceptable"),
)
def stream_cases() -> Response:
    """At first, and whenever it has changed: the first page of `listCases` with its `mark`, so that a new call, a claim
    and what has become overdue is told, the latter within seconds. `id` is the mark; with it a reader goes on who knows
    so much. It begins and ends as `streamTable` does."""
    here, reader = service(), credential()
    who = check_officer(caller())
    form = FORMS[wanted(SSE, NDJSON)]
    mark = request.headers.get("Last-Event-ID", query().get("mark"))
    return streamed(here, form, DeskFollowed(here, form, reader, mark), who)
