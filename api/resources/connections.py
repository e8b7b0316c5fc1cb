"""Whether seats are connected, at tables opened to show it."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import known_table, sees_later, shows_connections
from api.connections import since
from api.service import Service, service
from api.wire.operations import Reply, operation
from api.wire.responses import json_answer
from api.wire.schemas.answers import ConnectionsAnswer
from api.wire.who import WHO_MAY_KNOW
from domain.kernel.seats import Seat
from domain.table.table import Table

connections = Blueprint("connections", __name__)


@connections.get("/tables/<table>/connections")
@operation(
    "readConnections",
    "seats",
    "See who is connected",
    callers=WHO_MAY_KNOW,
    replies={200: Reply("Each taken seat, or none where the table hides it", ConnectionsAnswer)},
    problems=("unknown_table",),
)
def read_connections(table: str) -> Response:
    """A seat is connected while one of its requests waits, and for some seconds after each; bots always are. Only at
    tables opened with `connection: shown`, and if delayed to who sits there: elsewhere there are no seats in the
    answer. It stands in no entry."""
    here = service()
    found = known_table(here, table, caller())
    shown = shows_connections(found) and not sees_later(found, caller())  # who comes and goes tells of now
    there = _there(here, found) if shown else frozenset[Seat]()
    held = enumerate(found.book.holders) if shown else ()
    seats = [
        {"seat": seat, "connected": seat in there or holder.bot is not None}
        for seat, holder in held
        if holder is not None
    ]
    return json_answer({"table": found.id, "connection": "shown" if shown else "hidden", "seats": seats})


def _there(here: Service, table: Table) -> frozenset[Seat]:
    return here.connections.connected(here.store, table.id, since(here.settings.longest_wait, here.clock()))
