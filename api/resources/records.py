"""What happened at a table: entries, the record, its verification."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import look
from api.copies import helpers
from api.requests.waiting import newer
from api.service import service
from api.wire.operations import JSON, NDJSON, Reply, operation, query
from api.wire.responses import json_answer, lines_of, ndjson_answer, raw_lines, wanted
from api.wire.schemas.queries import EntriesQuery, RecordQuery, VerificationQuery
from api.wire.schemas.records import EntriesAnswer, VerificationAnswer
from api.wire.who import WHO_MAY_KNOW
from domain.audit.report import TITLES, Check

LOOKING = ("unknown_table", "invalid_viewer", "not_allowed", "case_needed")

records = Blueprint("records", __name__)


@records.get("/tables/<table>/entries")
@operation(
    "readEntries",
    "record",
    "Read entries",
    callers=WHO_MAY_KNOW,
    query=EntriesQuery,
    replies={200: Reply("Entries after one number", EntriesAnswer, media=(JSON, NDJSON))},
    problems=(*LOOKING, "not_acceptable"),
)
def read_entries(table: str) -> Response:
    """The same lines as in the record, as JSON or, by `Accept`, as NDJSON. Go on with `after` = `n`."""
    asked, here, who = query(), service(), caller()
    media = wanted(JSON, NDJSON)
    after, limit = asked["after"], asked["limit"]
    newer(here, table, who, after, asked["wait"])
    sight = look(here, table, who, asked.get("viewer"), first=after + 1, most=limit, case=asked.get("case"))
    entries = here.store.entries(sight.table.id, after, min(after + limit, sight.n))
    if media == NDJSON:
        return ndjson_answer(lines_of(sight.table, sight.viewer, entries))
    return json_answer(
        {
            "table": sight.table.id,
            "viewer": str(sight.viewer),
            "n": entries[-1].n if entries else after,
            "last": sight.n,
            "entries": raw_lines(sight.table, sight.viewer, entries),
        }
    )


@records.get("/tables/<table>/record")
@operation(
    "readRecord",
    "record",
    "Download the record",
    callers=WHO_MAY_KNOW,
    query=RecordQuery,
    replies={
        200: Reply(
            "The record, one line an entry",
            media=(NDJSON,),
            headers={"Content-Disposition": "a file name", "Content-Length": "bytes: a record cut off is noticed"},
        )
    },
    problems=(*LOOKING, "not_acceptable"),
    long=True,
)
def read_record(table: str) -> Response:
    """A copy for the caller: what it may open, and everything once the secrets are open. `replay` reads it offline."""
    asked, here = query(), service()
    wanted(NDJSON)
    closed = asked["closed"]
    sight = look(here, table, caller(), asked.get("viewer"), case=asked.get("case"), closed=closed)
    viewer = str(sight.viewer).replace(":", "").replace(",", "-")
    headers = {
        "Content-Disposition": f'attachment; filename="{sight.table.id}.{viewer}{".closed" if closed else ""}.ndjson"',
        # All lines are made once for their length: a fault in the midst is a problem document, never a shorter record.
        "Content-Length": str(helpers.length(here, sight, closed=closed)),
    }
    return Response(helpers.pages(here, sight, closed=closed), mimetype=NDJSON, headers=headers)


@records.get("/tables/<table>/verification")
@operation(
    "verifyRecord",
    "record",
    "Verify the record",
    callers=WHO_MAY_KNOW,
    query=VerificationQuery,
    replies={200: Reply("What the checks find", VerificationAnswer)},
    problems=LOOKING,
    long=True,
)
def verify_record(table: str) -> Response:
    """The numbered checks over the caller's copy, each passed, failed, or not possible with it. Nobody needs to believe
    this answer: `replay verify` and the standalone verifiers find the same in the downloaded record."""
    asked, here = query(), service()
    sight = look(here, table, caller(), asked.get("viewer"), case=asked.get("case"))
    report = helpers.verified(here, sight)
    return json_answer(
        {
            "table": sight.table.id,
            "viewer": str(sight.viewer),
            "n": sight.n,
            "failed": bool(report.failed),
            "checks": [_check_shape(check) for check in report.checks],
        }
    )


def _check_shape(check: Check) -> dict[str, Any]:
    return {
        "number": check.number,
        "name": check.name,
        "title": TITLES[check.number],
        "status": check.status,
        "reason": check.reason,
        "line": check.line,
    }
