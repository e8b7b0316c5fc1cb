"""A player's own tables, wherever it sits: what a correspondence player looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from api.callers.auth import caller, credential, reader_of
from api.callers.ticketing import redeemed
from api.callers.visibility import readable
from api.requests.feeding import FEED
from api.requests.inbox import waiting_for
from api.requests.notices import InboxFollowed, player_of
from api.requests.representations import everybody_awaited, listed_shapes
from api.requests.streaming import streamed
from api.requests.waiting import inbox
from api.service import Service, service
from api.wire.frames import FORMS
from api.wire.operations import NDJSON, SSE, Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer, wanted
from api.wire.schemas.play import PlayerTablesAnswer
from api.wire.schemas.queries import PAGE, NoticesQuery, PlayerTablesQuery
from api.wire.who import Who
from domain.ledger.errors import BadCursorError
from domain.ledger.listed import Listed
from domain.ledger.listing import Page, TableQuery

players = Blueprint("players", __name__)


@players.get("/players/me/tables")
@operation(
    "listMyTables",
    "players",
    "List one's own tables",
    callers=(Who("player"),),
    query=PlayerTablesQuery,
    replies={200: Reply("A page of the player's tables", PlayerTablesAnswer)},
    problems=("credentials_needed", "not_allowed", "invalid_cursor"),
)
def list_my_tables() -> Response:
    """Where the player of this key sits, the newest table first, with everybody who is awaited there. `awaited` leaves
    the tables that await the player; `wait` waits for one, or with `mark` for another than those already known."""
    asked, here = query(), service()
    player = player_of(caller())
    if asked["wait"]:
        inbox(here, player, asked.get("mark"), asked["wait"])
    waiting = waiting_for(here, player)
    if asked["awaited"]:
        rows = [here.store.listings.one(table.id) for table in waiting.tables[: asked.get("limit")]]
        page = Page(tuple([row for row in rows if row is not None and _sits(row, player)]), None)
    else:
        page = _page(here, player, asked)
    return json_answer(
        {
            "player": player,
            "name": here.store.people.names([player]).get(player),
            "tables": _shapes(here, player, page.tables),
            "next": page.cursor,
            "mark": waiting.mark,
        }
    )


@players.get("/players/me/stream")
@operation(
    "streamNotices",
    "players",
    "Be told when a table awaits one",
    callers=(Who("player"),),
    query=NoticesQuery,
    replies={200: Reply("What awaits the player, whenever that has changed", media=(SSE, NDJSON))},
    problems=("credentials_needed", "not_allowed", "not_acceptable"),
)
def stream_notices() -> Response:
    """At first, and whenever it has changed: each table that awaits the player of this key, longest waiting first, with
    the decision. `id` is the `mark` of `listMyTables`; with it a reader goes on who knows so much. It begins and ends
    as `streamTable` does; a ticket of `makeFeedTicket` opens it too."""
    asked, here = query(), service()
    form = FORMS[wanted(SSE, NDJSON)]
    ticket = asked.get("ticket")
    reader = credential() if ticket is None else redeemed(here, FEED, ticket)
    who = reader_of(here, reader)
    player_of(who)
    mark = request.headers.get("Last-Event-ID", asked.get("mark"))
    return streamed(here, form, InboxFollowed(here, form, reader, mark), who)


def _page(here: Service, player: str, asked: dict[str, Any]) -> Page:
    wanted = TableQuery(
        player=player, status=asked.get("status"), limit=asked.get("limit", PAGE), cursor=asked.get("cursor")
    )
    try:
        return here.store.find(wanted)
    except BadCursorError:
        raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.") from None


def _shapes(here: Service, player: str, rows: Sequence[Listed]) -> list[dict[str, Any]]:
    """Return the rows with the player's seat and who is awaited; tables that have ended need not be looked at."""
    return [
        {**shape, "seat": _seat(row, player), "awaited": _awaited(here, row)}
        for row, shape in zip(rows, listed_shapes(here, rows), strict=True)
    ]


def _sits(row: Listed, player: str) -> bool:
    """Say whether a player still sits there: a substitute may have come since the inbox was looked at."""
    return any(seated.player == player for seated in row.players)


def _seat(row: Listed, player: str) -> int:
    return next(seated.seat for seated in row.players if seated.player == player)


def _awaited(here: Service, row: Listed) -> list[dict[str, Any]]:
    found = readable(here, row.table) if row.status == "running" else None
    return [] if found is None else everybody_awaited(found)
