"""Sessions: a browser's cookie instead of a token that scripts could read."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.callers.auth import Caller, caller, credentials
from api.callers.sessions import check_origin, cookie_of, no_cookie
from api.callers.visibility import known_table
from api.service import service
from api.settings import SEAT
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import SessionAnswer, SessionEndedAnswer
from api.wire.schemas.bodies import NoBody
from api.wire.who import ANYBODY, OF_TABLE, SITS_OR_OPENED, Who
from domain.table.table import Table

sessions = Blueprint("sessions", __name__)


@sessions.post("/tables/<table>/session")
@operation(
    "beginSession",
    "seats",
    "Begin a browser's session",
    callers=(Who("seat", OF_TABLE), Who("opener", OF_TABLE), Who("player", SITS_OR_OPENED)),
    body=NoBody,
    replies={
        200: Reply("The session", SessionAnswer, headers={"Set-Cookie": "the token, for this table's addresses only"})
    },
    problems=("unknown_table", "credentials_needed", "not_allowed"),
)
def begin_session(table: str) -> Response:
    """Puts the token of the request into a cookie that no script can read. It acts where `Authorization` is absent, for
    pages of this service only, and ends with the token, with DELETE, or after 30 days."""
    here, who = service(), caller()
    check_origin(here.settings, needed=False)
    found = known_table(here, table, who)
    body()
    if not _belongs(who, found):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Send the token that the cookie is to hold.")
        raise ProblemError("not_allowed", "A session holds the token of a seat, of the opener or of a player here.")
    token = credentials(here)
    assert token is not None, "whoever belongs to a table has sent something"
    return json_answer(
        {"table": found.id, "caller": who.kind, "seat": who.seat_at(found)},
        headers={"Set-Cookie": cookie_of(here.settings, found.id, token)},
    )


def _belongs(who: Caller, table: Table) -> bool:
    """Say whether credentials are for this very table; keys of offices are no guests of a browser's cookie."""
    return who.seat_at(table) is not None or (who.kind in ("opener", "player") and who.rules_over(table))


@sessions.delete("/tables/<table>/session")
@operation(
    "endSession",
    "seats",
    "End a browser's session",
    callers=ANYBODY,
    replies={200: Reply("There is none now", SessionEndedAnswer, headers={"Set-Cookie": "takes the cookie away"})},
    problems=("unknown_table",),
)
def end_session(table: str) -> Response:
    """Takes the cookie away; the token stays good. Who says for which seat must sit there."""
    here = service()
    if SEAT in request.headers:
        known_table(here, table, caller())
    return json_answer({"table": table}, headers={"Set-Cookie": no_cookie(here.settings, table)})
