"""A player's own tables, wherever it sits: what a correspondence player looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.requests.inbox import waiting_for
from api.requests.representations import everybody_awaited, listed_shapes
from api.requests.waiting import inbox
from api.service import Service, service
from api.wire.operations import Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import PlayerTablesAnswer
from api.wire.schemas.queries import PlayerTablesQuery
from api.wire.who import Who
from domain.ledger.errors import BadCursorError
from domain.ledger.listing import Listed, Page, TableQuery

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
    player = _player(caller())
    if asked["wait"]:
        inbox(here, player, asked.get("mark"), asked["wait"])
    waiting = waiting_for(here, player)
    if asked["awaited"]:
        rows = [here.store.listings.one(table.id) for table in waiting.tables[: asked["limit"]]]
        page = Page(tuple([row for row in rows if row is not None]), None)
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


def _player(who: Caller) -> str:
    if who.player is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use a player's key.")
        raise ProblemError("not_allowed", "Only a player has tables to sit at.")
    return who.player


def _page(here: Service, player: str, asked: dict[str, Any]) -> Page:
    wanted = TableQuery(player=player, status=asked.get("status"), limit=asked["limit"], cursor=asked.get("cursor"))
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


def _seat(row: Listed, player: str) -> int:
    return next(seated.seat for seated in row.players if seated.player == player)


def _awaited(here: Service, row: Listed) -> list[dict[str, Any]]:
    return everybody_awaited(here.store.table(row.table)) if row.status == "running" else []
