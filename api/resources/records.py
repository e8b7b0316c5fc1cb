"""What happened at a table: entries, the result, the record, its verification."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from api.auth import caller
from api.errors import ProblemError
from api.operations import JSON, NDJSON, Reply, operation, query
from api.schemas.answers import EntriesAnswer, ResultAnswer, VerificationAnswer
from api.schemas.queries import EntriesQuery, RecordQuery
from api.service import Service, service
from api.shapes import json_answer, lines_of, ndjson_answer, outcome_shape, raw_lines
from api.visibility import Sight, known_table, look
from api.waiting import newer
from domain.audit.checks import verify
from domain.audit.report import TITLES, Check
from domain.record.lines import data_line, header_line, read
from domain.table.table import Table

VERIFYING_SECONDS = 5.0  # that a verification waits for others to end
PAGE = 500  # entries read at a time while a record is sent
LOOKING = ("unknown_table", "invalid_viewer", "not_allowed")

records = Blueprint("records", __name__)


def _wanted(*offered: str) -> str:
    """Return the media type that the caller likes best; raises `ProblemError` (`not_acceptable`)."""
    if not request.accept_mimetypes:
        return offered[0]
    best = request.accept_mimetypes.best_match(offered)
    if best is None:
        raise ProblemError("not_acceptable", "This answer comes as {types}.", types=" or ".join(offered))
    return best


@records.get("/tables/<table>/entries")
@operation(
    "readEntries",
    "record",
    "Read entries",
    query=EntriesQuery,
    replies={200: Reply("Entries after one number", EntriesAnswer, media=(JSON, NDJSON))},
    problems=(*LOOKING, "not_acceptable"),
)
def read_entries(table: str) -> Response:
    """The same lines as in the record, as JSON or, by `Accept`, as NDJSON. Go on with `after` = `n`."""
    asked, here, who = query(), service(), caller()
    media = _wanted(JSON, NDJSON)
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
            "head": sight.n,
            "entries": raw_lines(sight.table, sight.viewer, entries),
        }
    )


@records.get("/tables/<table>/result")
@operation(
    "readResult",
    "record",
    "Read the result",
    replies={200: Reply("The result", ResultAnswer)},
    problems=("unknown_table", "no_result"),
)
def read_result(table: str) -> Response:
    """Places with ties, points where the game has them, and how it ended; 404 until then."""
    found = known_table(service(), table, caller())
    book = found.book
    if book.status == "abandoned":
        outcome: dict[str, Any] = {"places": [], "points": None, "ended_by": "abandoned", "reason": _reason(found)}
    elif book.finished is not None:
        outcome = outcome_shape(book.finished.outcome)
    else:
        raise ProblemError("no_result", "The table has not ended.")
    return json_answer(
        {"table": found.id, "status": book.status, "confirmed": book.status == "confirmed", "outcome": outcome}
    )


class _Abandoned(msgspec.Struct):
    kind: str
    reason: str | None = None


def _reason(table: Table) -> str:
    """Return why a table was given up."""
    last = service().store.entries(table.id, max(0, table.book.n - PAGE))
    read_entry = msgspec.json.Decoder(_Abandoned)
    found = (read_entry.decode(sealed.public) for sealed in reversed(last) if sealed.kind == "table_abandoned")
    return next((entry.reason for entry in found if entry.reason is not None), "")


@records.get("/tables/<table>/record")
@operation(
    "readRecord",
    "record",
    "Download the record",
    query=RecordQuery,
    replies={
        200: Reply(
            "The record, one line an entry",
            media=(NDJSON,),
            headers={"Content-Disposition": "a file name", "Content-Length": "bytes: a record cut off is noticed"},
        )
    },
    problems=(*LOOKING, "not_acceptable"),
)
def read_record(table: str) -> Response:
    """A copy for the caller: what it may open, and everything once the secrets are open. `replay` reads it offline."""
    asked, here = query(), service()
    _wanted(NDJSON)
    sight = look(here, table, caller(), asked.get("viewer"), case=asked.get("case"))
    viewer = str(sight.viewer).replace(":", "").replace(",", "-")
    # All lines are made once for their length: a fault in the midst is a problem document, never a shorter record.
    length = sum(len(line) + 1 for line in record_lines(here, sight))
    headers = {
        "Content-Disposition": f'attachment; filename="{sight.table.id}.{viewer}.ndjson"',
        "Content-Length": str(length),
    }
    return ndjson_answer(record_lines(here, sight), headers)


def record_lines(here: Service, sight: Sight) -> Iterator[bytes]:
    """Yield the lines of a copy: header, a card set that no release ships, entries."""
    table, viewer = sight
    opened = table.book.opened
    yield header_line(opened, viewer)
    if opened.data is not None and opened.data not in table.rules.data_sets:
        text = here.store.card_sets.get(opened.data)
        assert text is not None, "a table names a card set of the game or of the store"
        yield data_line(opened.data, text.decode())
    for after in range(0, sight.n, PAGE):
        yield from lines_of(table, viewer, here.store.entries(table.id, after, min(after + PAGE, sight.n)))


@records.get("/tables/<table>/verification")
@operation(
    "verifyRecord",
    "record",
    "Verify the record",
    query=RecordQuery,
    replies={200: Reply("What the checks find", VerificationAnswer)},
    problems=LOOKING,
)
def verify_record(table: str) -> Response:
    """The numbered checks over the caller's copy, each passed, failed, or not possible with it. Nobody needs to believe
    this answer: `replay verify` and the standalone verifiers find the same in the downloaded record."""
    asked, here = query(), service()
    sight = look(here, table, caller(), asked.get("viewer"), case=asked.get("case"))
    if not here.verifying.acquire(timeout=VERIFYING_SECONDS):
        raise ProblemError("unavailable", "Other records are being verified; ask again.", headers={"Retry-After": "1"})
    try:
        report = verify(read(record_lines(here, sight)))
    finally:
        here.verifying.release()
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
