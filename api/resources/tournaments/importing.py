"""Players of a tournament out of a file that its organiser has."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.tournaments import run_tournament
from api.requests.tournaments.registering import invited_shapes, newcomers_of, register, try_to_register
from api.resources.tournaments.tournaments import RUNNING
from api.service import service
from api.wire.operations import Reply, body, operation
from api.wire.responses import json_answer
from api.wire.schemas.tournament_answers import PlayersFileAnswer, RegisteredAnswer
from api.wire.schemas.tournaments import PlayersFileBody
from api.wire.who import ITS_ORGANISERS

importing = Blueprint("importing", __name__)


@importing.post("/tournaments/<tournament>/players/import")
@operation(
    "importPlayers",
    "tournaments",
    "Register the players of a file",
    callers=ITS_ORGANISERS,
    body=PlayersFileBody,
    replies={
        201: Reply("The players, each with the secret of a personal link", RegisteredAnswer),
        200: Reply("With `dry_run`: who is in it", PlayersFileAnswer),
    },
    problems=(*RUNNING, "unknown_bot", "invalid_players"),
    keyed=True,
    example={"form": "csv", "text": "name,rating\nAda,1900\nBob,\n", "dry_run": True},
)
def import_players(tournament: str) -> Response:
    """CSV, or the players of a Tournament Report File (TRF16, TRF26; names, ratings, byes to come and
    forbidden pairs, not what was played; teams, acceleration and points of its own are faults). A file
    with faults registers nobody: `invalid_players` has each in `faults`, with its line. A dry run refuses what
    registering would."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    said = body()
    newcomers = newcomers_of(said["text"], said["form"])
    if said["dry_run"]:
        try_to_register(here, known, newcomers)
        listed = [{"name": one.name, "rating": one.rating, "bot": one.bot} for one in newcomers]
        return json_answer({"players": listed})
    return json_answer({"players": invited_shapes(here, who, register(here, who, known, newcomers))}, 201)
