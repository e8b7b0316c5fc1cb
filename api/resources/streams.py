"""Streams of what happens at a table, and tickets to them."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.callers.auth import Credential, caller, credential, reader_of
from api.callers.ticketing import LASTS_MS, redeemed, ticket
from api.callers.visibility import known_table
from api.outlets import Outlet
from api.requests.following import TableFollowed
from api.requests.streaming import streamed
from api.service import Service, service
from api.wire.frames import FORMS
from api.wire.operations import NDJSON, SSE, Reply, body, operation, query
from api.wire.responses import json_answer, time_text, wanted
from api.wire.schemas.answers import TicketAnswer
from api.wire.schemas.bodies import NoBody
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
    reader = _reader(here, table, asked.get("ticket"))
    after = cursor(asked["after"])
    outlet = Outlet(request.environ)
    followed = TableFollowed(here, form, table, reader, asked=asked.get("viewer"), after=after, outlet=outlet)
    return streamed(here, form, followed, reader_of(here, reader), outlet)


def _reader(here: Service, stream: str, text: str | None) -> Credential | None:
    """Return with which credentials a stream is read: those of its ticket, else those of the request."""
    return credential() if text is None else redeemed(here, stream, text)


def cursor(after: int) -> int | None:
    """Return the entry after which a reader goes on: `Last-Event-ID` before `after`; nothing for what is no entry."""
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return after
    return int(last) if last.isascii() and last.isdigit() and len(last) < CURSOR_AT_MOST else None


@streams.post("/tables/<table>/ticket")
@operation(
    "makeTicket",
    "record",
    "Get a ticket to follow a table",
    callers=WHO_MAY_KNOW,
    body=NoBody,
    replies={201: Reply("The ticket", TicketAnswer)},
    problems=("unknown_table",),
)
def make_ticket(table: str) -> Response:
    """For a browser's `EventSource`, which sends no credentials: `streamTable` with `ticket` reads with those of this
    request, once, within half a minute. Pages of the origins that the service is set to may use it."""
    here = service()
    body()
    known_table(here, table, caller())
    text = ticket(here, table, credential())
    return json_answer({"ticket": text, "expires_at": time_text(here.clock() + LASTS_MS)}, 201)
