"""The result of a table: reading it, and accepting it while it waits to be final."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import known_table, seen_table
from api.requests.once import once
from api.requests.representations import result_shape
from api.requests.waiting import ended
from api.service import service
from api.wire.operations import Reply, body, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.queries import ResultQuery
from api.wire.schemas.records import ResultAnswer
from api.wire.who import ITS_SEATS, WHO_MAY_KNOW
from domain.record.chain import Request
from domain.table.results import accept_result
from domain.table.table import Table
from domain.table.writing import Written

results = Blueprint("results", __name__)


@results.get("/tables/<table>/result")
@operation(
    "readResult",
    "record",
    "Read the result",
    callers=WHO_MAY_KNOW,
    query=ResultQuery,
    replies={200: Reply("The result", ResultAnswer)},
    problems=("unknown_table", "no_result"),
)
def read_result(table: str) -> Response:
    """Places with ties, points where the game has them, and how it ended; 404 until then. `wait` waits for the end."""
    here = service()
    ended(here, table, caller(), query()["wait"])
    found = seen_table(here, table, caller())
    if found.book.outcome is None:
        raise ProblemError("no_result", "The table has not ended.")
    return json_answer(result_shape(found))


@results.post("/tables/<table>/result/accept")
@operation(
    "acceptResult",
    "record",
    "Accept the result",
    callers=ITS_SEATS,
    body=NoBody,
    replies={200: Reply("The result, final once every seat has accepted it", ResultAnswer)},
    problems=("unknown_table", "credentials_needed", "no_seat", "write_conflict", "refusal"),
    keyed=True,
    example={},
)
def accept(table: str) -> Response:
    """For the caller's own seat, at a table that was opened with `confirm`. Bots accept by themselves, and so do seats
    that conceded or were out of the game before its end. It cannot be taken back."""
    here, who = service(), caller()
    found = known_table(here, table, who)
    body()
    seat = who.seat_at(found)
    if seat is None or found.book.holders[seat] is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Accept with the token of a seat of this table.")
        raise ProblemError("no_seat", "These credentials hold no seat at this table.")

    def action(now: Table, asked: Request | None) -> Written:
        return accept_result(now, seat, at=here.clock(), by=f"seat:{seat}", request=asked)

    return json_answer(result_shape(once(here, who, found, action).table))
