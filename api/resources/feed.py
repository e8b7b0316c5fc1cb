"""One feed for all tables of a key: what organisers and players follow who have many of them."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.callers.auth import Caller, Credential, caller, credential, reader_of
from api.callers.ticketing import LASTS_MS, redeemed, ticket
from api.requests import waiting
from api.requests.feeding import FEED, FeedFollowed, check_place, item, owner_of, place_of, text_of_place
from api.requests.streaming import streamed
from api.service import Service, service
from api.wire.frames import FORMS
from api.wire.operations import NDJSON, SSE, Reply, body, operation, query
from api.wire.responses import json_answer, time_text, wanted
from api.wire.schemas.answers import TicketAnswer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.queries import FeedQuery, FeedStreamQuery
from api.wire.schemas.records import FeedAnswer
from api.wire.who import Who

OWNERS = (Who("player"), Who("organiser"))
OWNING = ("credentials_needed", "not_allowed", "invalid_cursor")

feed = Blueprint("feed", __name__)


@feed.get("/feed")
@operation(
    "readFeed",
    "tables",
    "Read what happened at one's tables",
    callers=OWNERS,
    query=FeedQuery,
    replies={200: Reply("Entries of all tables of the key", FeedAnswer)},
    problems=OWNING,
)
def read_feed() -> Response:
    """Entries of the tables that the key opened and, for a player, those where it sits, in the order in which they
    happened, as a spectator reads them. Go on with `cursor` = `next`; `wait` waits for something new. While
    a table is closed to an organiser who plays the same deal, nothing of it comes: later read its own record."""
    asked, here, who = query(), service(), caller()
    owner = owner_of(here, who)
    place = _place(here, who, asked.get("cursor"), latest=asked["latest"])
    check_place(here, place)
    if asked["wait"]:
        waiting.feed(here, owner, place, asked["wait"])
        owner = owner_of(here, who)  # a table may have been closed to the caller while it waited
    found = here.store.feeds.after(owner, place, asked["limit"])
    return json_answer(
        {
            "entries": [shape for placed in found if (shape := item(placed)) is not None],
            "next": text_of_place(here, who, found[-1].place if found else place),
        }
    )


@feed.get("/feed/stream")
@operation(
    "streamFeed",
    "tables",
    "Follow one's tables",
    callers=OWNERS,
    query=FeedStreamQuery,
    replies={200: Reply("Entries as they come", media=(SSE, NDJSON))},
    problems=(*OWNING, "not_acceptable"),
)
def stream_feed() -> Response:
    """What `readFeed` gives, as it happens; `id` is a cursor, in NDJSON a member of each line. It begins and ends as
    `streamTable` does."""
    asked, here = query(), service()
    form = FORMS[wanted(SSE, NDJSON)]
    reader = _reader(here, asked.get("ticket"))
    who = reader_of(here, reader)
    cursor = request.headers.get("Last-Event-ID", asked.get("cursor"))
    owner_of(here, who)
    place = _place(here, who, cursor, latest=asked["latest"])
    return streamed(here, form, FeedFollowed(here, form, reader, place), who)


def _reader(here: Service, text: str | None) -> Credential | None:
    return credential() if text is None else redeemed(here, FEED, text)


def _place(here: Service, who: Caller, cursor: str | None, *, latest: bool) -> int:
    if cursor is not None:
        return place_of(here, who, cursor)
    return here.store.feeds.last_of(owner_of(here, who)) if latest else 0


@feed.post("/feed/ticket")
@operation(
    "makeFeedTicket",
    "tables",
    "Get a ticket to follow one's tables",
    callers=OWNERS,
    body=NoBody,
    replies={201: Reply("The ticket", TicketAnswer)},
    problems=("credentials_needed", "not_allowed"),
)
def make_feed_ticket() -> Response:
    """As `makeTicket`, for `streamFeed`."""
    here = service()
    owner_of(here, caller())
    body()
    text = ticket(here, FEED, credential())
    return json_answer({"ticket": text, "expires_at": time_text(here.clock() + LASTS_MS)}, 201)
