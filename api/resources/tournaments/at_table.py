"""What a player says about its own table of the round that is being played."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.tournaments import acting_for, own_player
from api.requests.tournaments.results import concede, offer_draw
from api.requests.tournaments.shapes import round_shape
from api.resources.tournaments.tournaments import RUNNING
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.tournament_answers import RoundAnswer
from api.wire.schemas.tournaments import ConcedeBody, DrawBody
from api.wire.who import OWN_ENTRY, Who
from domain.ledger.tournaments.streams import Known

ONLY_ITSELF = (Who("player", OWN_ENTRY),)
SPEAKING = (*RUNNING, "unknown_player")
ROUND = {200: Reply("The round", RoundAnswer)}

at_table = Blueprint("at_table", __name__)


def own_entry(here: Service, tournament: str, player: str, who: Caller) -> Known:
    """Return a tournament in which the caller is that player; nobody says this for somebody else."""
    known = acting_for(here, tournament, player, who)
    if own_player(who, known) != player:
        raise ProblemError("not_allowed", "Only the player says this, with the player's own key.")
    return known


@at_table.post("/tournaments/<tournament>/players/<player>/draw")
@operation(
    "offerDraw",
    "tournaments",
    "Offer a draw",
    callers=ONLY_ITSELF,
    body=DrawBody,
    replies=ROUND,
    problems=SPEAKING,
    keyed=True,
    example={"round": 1},
)
def offer(tournament: str, player: str) -> Response:
    """Where `draw_by_agreement` allows it: once everybody at the table has offered it, they share the first place, and
    the game is given up."""
    here, who, said = service(), caller(), body()
    known = own_entry(here, tournament, player, who)
    done = offer_draw(here, who, known, player, said["round"], stands=said["stands"])
    return json_answer(round_shape(here, done.known.shown, said["round"]))


@at_table.post("/tournaments/<tournament>/players/<player>/concede")
@operation(
    "concedeResult",
    "tournaments",
    "Concede a game that has ended",
    callers=ONLY_ITSELF,
    body=ConcedeBody,
    replies=ROUND,
    problems=SPEAKING,
    keyed=True,
    example={"round": 1},
)
def concede_result(tournament: str, player: str) -> Response:
    """While its result waits to be final: in the tournament the player stands behind the others of the table. The
    table's own record stays as it is."""
    here, who, said = service(), caller(), body()
    known = own_entry(here, tournament, player, who)
    done = concede(here, who, known, player, said["round"])
    return json_answer(round_shape(here, done.known.shown, said["round"]))
