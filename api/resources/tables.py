"""Tables: the list, opening, reading, starting."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.limiting import check_opening
from api.callers.visibility import known_table, seen_table, tables_in_sight
from api.requests.once import Repeated, once, request_of
from api.requests.opening import Asked, open_or_meet
from api.requests.representations import listed_shapes, table_shape
from api.service import Service, service
from api.wire.operations import Reply, body, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import OpenedAnswer, TableAnswer, TablesAnswer
from api.wire.schemas.bodies import NoBody, OpenTableBody
from api.wire.schemas.queries import TablesQuery
from api.wire.who import ANYBODY, ITS_RULERS, WHO_MAY_KNOW, Who
from domain.ledger.errors import BadCursorError
from domain.ledger.listing import TableQuery
from domain.record.chain import Request
from domain.table.play import start
from domain.table.table import Table
from domain.table.writing import Written

RULING = ("unknown_table", "credentials_needed", "not_allowed", "write_conflict", "refusal")

tables = Blueprint("tables", __name__)


def _most_bytes() -> int:
    settings = service().settings
    return settings.card_set_bytes if caller().kind == "operator" else settings.body_bytes


@tables.get("/tables")
@operation(
    "listTables",
    "tables",
    "List tables",
    callers=ANYBODY,
    query=TablesQuery,
    replies={200: Reply("A page of tables", TablesAnswer)},
    problems=("credentials_needed", "not_allowed", "invalid_cursor"),
    long=True,
)
def list_tables() -> Response:
    """Public tables, the newest first; an organiser's key also sees those it opened, a player also those where it sits,
    operators see all, arbiters those of their organiser, their tournament, or all."""
    asked, who = query(), caller()
    mine = asked.pop("mine", False)
    if mine and who.owner is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Only a key has tables of its own.")
        raise ProblemError("not_allowed", "Only a key has tables of its own.")
    wanted = TableQuery(**asked, opened_by=who.owner if mine else None)
    try:
        page = tables_in_sight(service(), who, wanted)
    except BadCursorError:
        raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.") from None
    return json_answer({"tables": listed_shapes(service(), page.tables), "next": page.cursor})


@tables.post("/tables")
@operation(
    "openTable",
    "tables",
    "Open a table",
    callers=(
        Who("anybody", "unless only keys open tables here; not with an arbiter's key"),
        Who("organiser"),
        Who("operator"),
    ),
    body=OpenTableBody,
    replies={201: Reply("The table, and what to pass on", OpenedAnswer, headers={"Location": "where it is"})},
    problems=(
        "credentials_needed",
        "not_allowed",
        "no_such_game",
        "unknown_bot",
        "known_deal_alone",
        "write_conflict",
        "refused_setup",
    ),
    keyed=True,
    example={
        "game": "chanic_panic",
        "label": "Friday",
        "seats": [{"kind": "token", "name": "Ada"}, {"kind": "bot", "bot": "sensible"}],
        "options": {"panic": True},
    },
    long=True,
    most=_most_bytes,
)
def open_table() -> Response:
    """The service commits itself to the secrets of the deal before anybody sits down. Without credentials an
    Idempotency-Key has 16 characters at least, for whoever knows it and repeats the request meets the tokens."""
    here, who = service(), caller()
    if here.settings.who_opens == "keys" or who.kind == "arbiter":
        _check_key(who)
    asked = body()
    if "card_set" in asked and who.kind != "operator":
        raise ProblemError("not_allowed", "Only an operator brings a card set.")
    check_opening(who)
    opened = open_or_meet(here, Asked(asked, who, request_of(here, who, "")))
    if opened.fresh:
        here.bots.wake(opened.table.id)
    return json_answer(opened.answer, 201, {"Location": f"/api/v1/tables/{opened.table.id}"})


def _check_key(who: Caller) -> None:
    if who.kind not in ("operator", "organiser"):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Here tables are opened with an operator's or organiser's key.")
        raise ProblemError("not_allowed", "Tables are opened with an operator's or organiser's key.")


@tables.get("/tables/<table>")
@operation(
    "readTable",
    "tables",
    "Read a table",
    callers=WHO_MAY_KNOW,
    replies={200: Reply("The table", TableAnswer)},
    problems=("unknown_table",),
)
def read_table(table: str) -> Response:
    """Its game, options, seats, status, and the commitments it has made."""
    return json_answer(table_shape(service(), seen_table(service(), table, caller())))


def ruled_table(here: Service, table: str, who: Caller) -> Table:
    """Return a table over which the caller rules; raises `ProblemError`."""
    found = known_table(here, table, who)
    if not who.rules_over(found):
        if who.kind == "anybody":
            raise ProblemError(
                "credentials_needed", "Use the opener's token, the key that opened it, or an operator's."
            )
        raise ProblemError("not_allowed", "Only the opener of this table and operators may do this.")
    return found


@tables.post("/tables/<table>/start")
@operation(
    "startTable",
    "tables",
    "Start a table",
    callers=ITS_RULERS,
    body=NoBody,
    replies={200: Reply("The table after the deal", TableAnswer)},
    problems=RULING,
    keyed=True,
)
def start_table(table: str) -> Response:
    """Deal, on the opener's word."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    body()

    def action(now: Table, asked: Request | None) -> Written:
        return start(now, at=here.clock(), by=who.name, request=asked)

    return changed(here, once(here, who, found, action))


def changed(here: Service, done: Written | Repeated) -> Response:
    """Answer with the table as the request left it, when it came first."""
    if isinstance(done, Written):
        here.bots.wake(done.table.id)
    return json_answer(table_shape(here, done.table))
