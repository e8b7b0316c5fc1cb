"""Substitutes: somebody else plays on for a seat of a game that runs."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.tokens import generation_of_substitute, give, joins, seat_token
from api.requests.once import Repeated, once
from api.requests.representations import table_shape
from api.requests.tournaments.tokens import check_gives_token
from api.resources.tables import RULING, ruled_table
from api.service import service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import JoinedAnswer
from api.wire.schemas.bodies import SubstituteBody
from api.wire.who import ITS_KEYS
from domain.record.chain import Request
from domain.table.seating import Sitting, name_hash, substitute
from domain.table.table import Table
from domain.table.writing import Written

substitutes = Blueprint("substitutes", __name__)


@substitutes.post("/tables/<table>/seats/<seat:seat>/substitute")
@operation(
    "substituteSeat",
    "seats",
    "Let somebody else play on",
    callers=ITS_KEYS,
    body=SubstituteBody,
    replies={201: Reply("The seat, and the token that acts for it from now on", JoinedAnswer)},
    problems=(*RULING, "unknown_seat_number"),
    keyed=True,
    example={"name": "Cleo"},
)
def substitute_seat(table: str, seat: int) -> Response:
    """While the game runs: the new player sees what the seat has seen, and the token or key of the one before no longer
    acts. The record says so: `seat_replaced`, by whom. A bot takes no person's seat; it would play without consent."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    if who.kind not in ("organiser", "operator"):
        raise ProblemError("not_allowed", "The key that opened the table, or an operator's, names a substitute.")
    if seat >= found.setup.seats:
        raise ProblemError("unknown_seat_number", "This table has the seats 0 to {last}.", last=found.setup.seats - 1)
    check_gives_token(here, found, who)
    name = body()["name"]

    def action(now: Table, request: Request | None) -> Written:
        person = here.store.people.add(name)
        sitting = Sitting(player=person.player, name_hash=name_hash(person.name, person.salt))
        return substitute(now, seat, sitting, at=here.clock(), by=who.name, request=request)

    with here.store.together():
        before = here.store.table(found.id)
        holder, kind = before.book.holders[seat], joins(here, before, seat)
        done = once(here, who, found, action)
        generation = generation_of_substitute(done.entries[0].n, kind)
        if not isinstance(done, Repeated):
            if holder is not None:
                here.store.players.remove(holder.player, found.id)
            here.store.castings.withdraw_all(found.id, seat)
            give(here, found.id, seat, generation, coded=kind == "code")
    here.bots.wake(found.id)
    token = seat_token(here.settings.server_key, found.id, seat, generation)
    player = done.table.book.holders[seat]
    return json_answer(
        {
            "seat": seat,
            "player": None if player is None else player.player,
            "token": token,
            "table": table_shape(here, done.table),
        },
        201,
    )
