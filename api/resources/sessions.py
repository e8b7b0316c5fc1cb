"""Sessions: a browser's cookie instead of a token or a key that scripts could read."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.callers.auth import Caller, caller, credentials
from api.callers.sessions import DESK_SESSION, begun, check_origin, ended, table_session
from api.callers.visibility import known_table
from api.service import service
from api.settings import SEAT
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import DeskSessionAnswer, DeskSessionEndedAnswer, SessionAnswer, SessionEndedAnswer
from api.wire.schemas.bodies import NoBody
from api.wire.who import ANYBODY, OF_TABLE, SITS_OR_OPENED, Who
from domain.table.table import Table

OFFICES = ("operator", "arbiter")
OFFICERS = (Who("operator"), Who("arbiter"))

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
        headers={"Set-Cookie": begun(here.settings, table_session(found.id), token)},
    )


def _belongs(who: Caller, table: Table) -> bool:
    """Say whether credentials are for this very table: keys of offices have a session of their own."""
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
    return json_answer({"table": table}, headers={"Set-Cookie": ended(here.settings, table_session(table))})


@sessions.post("/desk/session")
@operation(
    "beginDeskSession",
    "desk",
    "Begin a browser's session at the desk",
    callers=OFFICERS,
    body=NoBody,
    replies={200: Reply("The session", DeskSessionAnswer, headers={"Set-Cookie": "the key, for the API's addresses"})},
    problems=("credentials_needed", "not_allowed"),
)
def begin_desk_session() -> Response:
    """Puts the key of the request into a cookie that no script can read. It acts where `Authorization` is absent and
    `Matchledger-Session: desk` says that it is meant, for pages of this service only, and ends with the key, with
    DELETE, or after twelve hours."""
    here, who = service(), caller()
    check_origin(here.settings, needed=False)
    body()
    if who.kind not in OFFICES:
        code = "credentials_needed" if who.kind == "anybody" else "not_allowed"
        raise ProblemError(code, "Use the key of an operator or an arbiter.")
    key = credentials(here)
    assert key is not None, "whoever has an office has sent something"
    return _desk_answer(who, {"Set-Cookie": begun(here.settings, DESK_SESSION, key)})


@sessions.get("/desk/session")
@operation(
    "readDeskSession",
    "desk",
    "Ask who one is at the desk",
    callers=ANYBODY,
    replies={200: Reply("The session, or that there is none", DeskSessionAnswer)},
)
def read_desk_session() -> Response:
    """Whose key the request comes with, as entries and cases name its holder; null for whoever decides nothing."""
    return _desk_answer(caller(), {})


@sessions.delete("/desk/session")
@operation(
    "endDeskSession",
    "desk",
    "End a browser's session at the desk",
    callers=ANYBODY,
    replies={200: Reply("There is none now", DeskSessionEndedAnswer, headers={"Set-Cookie": "takes the cookie away"})},
)
def end_desk_session() -> Response:
    """Takes the cookie away; the key stays good."""
    return json_answer({"ended": True}, headers={"Set-Cookie": ended(service().settings, DESK_SESSION)})


def _desk_answer(who: Caller, headers: dict[str, str]) -> Response:
    office = who.kind in OFFICES
    return json_answer({"caller": who.kind if office else None, "name": who.name if office else None}, headers=headers)
