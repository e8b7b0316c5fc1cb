"""Sessions of browsers with keys: of whoever runs tournaments, and of a player of one."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import Caller, caller, credentials
from api.callers.sessions import ORGANISER_SESSION, Cookie, begun, check_origin, ended, player_session
from api.callers.tournaments import known_tournament, own_player
from api.service import service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import DeskSessionEndedAnswer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.tournament_answers import OrganiserSessionAnswer, PlayerSessionAnswer
from api.wire.who import ANYBODY, OF_ITS_PLAYERS, WHO_MAY_SEE_IT, Who

RUN = ("organiser", "operator")
TAKES_AWAY = {"Set-Cookie": "takes the cookie away"}

sessions = Blueprint("tournament_sessions", __name__)


@sessions.post("/organiser/session")
@operation(
    "beginOrganiserSession",
    "tournaments",
    "Begin an organiser's browser session",
    callers=(Who("organiser"), Who("operator")),
    body=NoBody,
    replies={
        200: Reply("The session", OrganiserSessionAnswer, headers={"Set-Cookie": "the key, for the API's addresses"})
    },
    problems=("credentials_needed", "not_allowed"),
)
def begin_organiser_session() -> Response:
    """Puts the key of the request into a cookie that no script can read. It acts where `Authorization` is absent and
    `Matchledger-Session: organiser` says that it is meant, for pages of this service only, and ends with the key, with
    DELETE, or after twelve hours."""
    who = caller()
    _check_ours()
    if who.kind not in RUN:
        raise ProblemError(_lacking(who), "Use the key of an organiser or an operator.")
    return json_answer(_organiser(who), headers=_holding(ORGANISER_SESSION))


@sessions.get("/organiser/session")
@operation(
    "readOrganiserSession",
    "tournaments",
    "Ask whose key runs tournaments here",
    callers=ANYBODY,
    replies={200: Reply("The session, or that there is none", OrganiserSessionAnswer)},
)
def read_organiser_session() -> Response:
    """As whom the request opens tournaments; null for whoever opens none."""
    return json_answer(_organiser(caller()))


@sessions.delete("/organiser/session")
@operation(
    "endOrganiserSession",
    "tournaments",
    "End an organiser's browser session",
    callers=ANYBODY,
    replies={200: Reply("There is none now", DeskSessionEndedAnswer, headers=TAKES_AWAY)},
)
def end_organiser_session() -> Response:
    """Takes the cookie away; the key stays good."""
    return _ended(ORGANISER_SESSION)


@sessions.post("/tournaments/<tournament>/session")
@operation(
    "beginPlayerSession",
    "tournaments",
    "Begin a player's browser session",
    callers=(Who("player", OF_ITS_PLAYERS),),
    body=NoBody,
    replies={
        200: Reply("The session", PlayerSessionAnswer, headers={"Set-Cookie": "the key, for the API's addresses"})
    },
    problems=("unknown_tournament", "credentials_needed", "not_allowed"),
)
def begin_player_session(tournament: str) -> Response:
    """Puts the player's key into a cookie that no script can read. It acts where `Authorization` is absent and
    `Matchledger-Session: player:ID`, with the tournament's id, says that it is meant, for pages of this service only,
    and ends with the key, with DELETE, or after 30 days."""
    who = caller()
    known = known_tournament(service(), tournament, who)
    player = own_player(who, known)
    _check_ours()
    if player is None:
        raise ProblemError(_lacking(who), "Use the key of a player of this tournament.")
    return json_answer({"player": player}, headers=_holding(player_session(known.id)))


@sessions.get("/tournaments/<tournament>/session")
@operation(
    "readPlayerSession",
    "tournaments",
    "Ask as whom one plays in a tournament",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("The session, or that there is none", PlayerSessionAnswer)},
    problems=("unknown_tournament",),
)
def read_player_session(tournament: str) -> Response:
    """As whom the request plays there; null for whoever does not."""
    who = caller()
    return json_answer({"player": own_player(who, known_tournament(service(), tournament, who))})


@sessions.delete("/tournaments/<tournament>/session")
@operation(
    "endPlayerSession",
    "tournaments",
    "End a player's browser session",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("There is none now", DeskSessionEndedAnswer, headers=TAKES_AWAY)},
    problems=("unknown_tournament",),
)
def end_player_session(tournament: str) -> Response:
    """Takes the cookie away; the key stays good."""
    known = known_tournament(service(), tournament, caller())
    return _ended(player_session(known.id))


def _check_ours() -> None:
    """Raise `ProblemError` unless a page of ours asks, for nothing else than a session."""
    check_origin(service().settings, needed=False)
    body()


def _lacking(who: Caller) -> str:
    return "credentials_needed" if who.kind == "anybody" else "not_allowed"


def _holding(cookie: Cookie) -> dict[str, str]:
    here = service()
    key = credentials(here)
    assert key is not None, "whoever has a role has sent something"
    return {"Set-Cookie": begun(here.settings, cookie, key)}


def _ended(cookie: Cookie) -> Response:
    return json_answer({"ended": True}, headers={"Set-Cookie": ended(service().settings, cookie)})


def _organiser(who: Caller) -> dict[str, str | None]:
    runs = who.kind in RUN
    return {"caller": who.kind if runs else None, "name": who.name if runs else None}
