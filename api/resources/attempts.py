"""Refused attempts: what seats tried that the rules do not allow, kept beside the chain."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import look_at_attempts, table_of_attempts
from api.requests.cursors import Cursor, cursor_of, text_of
from api.service import service
from api.wire.operations import Reply, operation, query
from api.wire.responses import json_answer, time_text
from api.wire.schemas.queries import AttemptsQuery
from api.wire.schemas.records import AttemptsAnswer
from api.wire.who import LOOKS_HERE, Who
from domain.ledger.attempts import Attempt

attempts = Blueprint("attempts", __name__)


@attempts.get("/tables/<table>/attempts")
@operation(
    "readAttempts",
    "record",
    "Read refused attempts",
    callers=(
        Who("seat", "of this table, once it has ended"),
        Who("player", "that sits at this table, once it has ended"),
        Who("operator"),
        Who("arbiter", LOOKS_HERE),
    ),
    query=AttemptsQuery,
    replies={200: Reply("A page of commands that were refused", AttemptsAnswer)},
    problems=("unknown_table", "credentials_needed", "not_allowed", "invalid_viewer", "invalid_cursor"),
)
def read_attempts(table: str) -> Response:
    """Commands that the rules refused, at most 30 a minute and 1,000 of a seat; they are no part of the record. A seat
    sees its own, once the table has ended. Operators and arbiters see all at any time; while the secrets are closed an
    entry says so, as for every look at hidden values."""
    asked, here, who = query(), service(), caller()
    found = table_of_attempts(here, table, who, asked.get("seat"))  # before anything is said about a cursor
    listed = (table, who.name, asked.get("seat"))  # what a cursor is good for
    cursor = cursor_of(here, asked["cursor"], *listed) if "cursor" in asked else None
    upto = None if cursor is None else cursor.upto
    sight = look_at_attempts(here, found, who, asked.get("seat"), case=asked.get("case"), upto=upto)
    after = 0 if cursor is None else cursor.after
    end = min(after + asked["limit"], sight.upto)
    page = here.store.attempts.of(table, sight.by, after=after, most=end - after)
    more = None if end == sight.upto else text_of(here, Cursor(end, sight.upto), *listed)
    return json_answer(
        {"table": table, "seat": sight.seat, "attempts": [_shape(attempt) for attempt in page], "next": more}
    )


def _shape(attempt: Attempt) -> dict[str, Any]:
    return {
        "at": time_text(attempt.at),
        "seat": int(attempt.by.removeprefix("seat:")),
        "tag": attempt.tag,
        "body": None if attempt.body is None else msgspec.Raw(attempt.body.encode()),
        "code": attempt.code,
        "seen": attempt.seen,
    }
