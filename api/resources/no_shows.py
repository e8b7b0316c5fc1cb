"""No-shows: whoever rules over a table concedes for a seat that lets everybody wait."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import sees_later
from api.requests.once import once
from api.resources.tables import RULING, changed, ruled_table
from api.service import service
from api.wire.operations import Reply, body, operation
from api.wire.schemas.answers import TableAnswer
from api.wire.schemas.bodies import NoBody
from api.wire.who import ITS_RULERS
from domain.kernel.refusals import RefusedError
from domain.record.chain import Request
from domain.table.play import declare_no_show
from domain.table.refusals import no_show_yet
from domain.table.table import Table
from domain.table.writing import Written

TELLING = ("not_awaited", "no_show_not_yet")  # of what whoever sees the table later may not know yet

no_shows = Blueprint("no_shows", __name__)


@no_shows.post("/tables/<table>/seats/<seat:seat>/no-show")
@operation(
    "declareNoShow",
    "seats",
    "Declare a seat a no-show",
    callers=ITS_RULERS,
    body=NoBody,
    replies={200: Reply("The table after the concession", TableAnswer)},
    problems=RULING,
    keyed=True,
)
def declare(table: str, seat: int) -> Response:
    """The seat concedes, and the entry says by whom (`action_forced`). Only where the table was opened with
    `no_show_ms`, and once the seat is awaited and has done nothing for as long: `no_show_not_yet` before. Whoever sees
    a delayed table later hears that in all these cases, and not when."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    body()

    def action(now: Table, asked: Request | None) -> Written:
        try:
            return declare_no_show(now, seat, at=here.clock(), by=who.name, request=asked)
        except RefusedError as error:
            if sees_later(now, who) and error.refusal.code in TELLING:
                raise RefusedError(no_show_yet(seat)) from None
            raise

    return changed(here, once(here, who, found, action))
