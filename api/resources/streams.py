"""Streams of what happens at a table."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.callers.auth import credential
from api.requests.following import TableFollowed
from api.requests.streaming import streamed
from api.service import service
from api.wire.frames import FORMS
from api.wire.operations import NDJSON, SSE, Reply, operation, query
from api.wire.responses import wanted
from api.wire.schemas.queries import StreamQuery
from api.wire.who import WHO_MAY_KNOW

CURSOR_AT_MOST = 16  # digits of a number that every JSON reader keeps exactly

streams = Blueprint("streams", __name__)


@streams.get("/tables/<table>/stream")
@operation(
    "streamTable",
    "record",
    "Follow a table",
    callers=WHO_MAY_KNOW,
    query=StreamQuery,
    replies={200: Reply("Entries as they come", media=(SSE, NDJSON))},
    problems=("unknown_table", "invalid_viewer", "not_live", "not_acceptable"),
)
def stream_table(table: str) -> Response:
    """The lines that `readEntries` gives the same viewer, as they are written: server-sent events whose `id` is the
    entry's number, or NDJSON. Event `opened` comes first and names the viewer, who stays the same; event `closed` comes
    last and says why: `ended`, `viewer_changed`, `unknown_cursor`, `behind`, `time`, `stopping` or a problem's code."""
    asked, here = query(), service()
    form = FORMS[wanted(SSE, NDJSON)]
    after = _cursor(asked["after"])
    followed = TableFollowed(here, form, table, credential(), asked=asked.get("viewer"), after=after)
    return streamed(here, form, followed)


def _cursor(after: int) -> int | None:
    """Return the entry after which a reader goes on: `Last-Event-ID` before `after`; nothing for what is no entry."""
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return after
    return int(last) if last.isascii() and last.isdigit() and len(last) < CURSOR_AT_MOST else None
