"""Casters: who sees what several seats see, with their consent, and acts for none of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.visibility import as_seen, known_table
from api.requests.casting import Caster, agree, ask, casters_of, dismiss, renew, withdraw
from api.resources.tables import RULING, ruled_table
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import CasterAnswer, CastersAnswer, CasterTokenAnswer, NewCasterAnswer
from api.wire.schemas.bodies import CasterBody, NoBody
from api.wire.who import ITS_RULERS, ITS_SEATS
from domain.kernel.seats import Seat
from domain.table.table import Table

AGREEING = ("unknown_table", "unknown_caster", "credentials_needed", "no_seat", "write_conflict", "refusal")

casters = Blueprint("casters", __name__)


@casters.post("/tables/<table>/casters")
@operation(
    "askForCaster",
    "seats",
    "Ask for a caster",
    callers=ITS_RULERS,
    body=CasterBody,
    replies={201: Reply("The caster, and the token that shows what it may see", NewCasterAnswer)},
    problems=(*RULING, "name_needed"),
    keyed=True,
    example={"name": "Cass", "seats": [0]},
)
def ask_for_caster(table: str) -> Response:
    """Its token is worth nothing until each of these seats has agreed (`agreeToCaster`; bots do by themselves). Then an
    entry says so (`caster_admitted`), and it sees what they see and have seen, live, and acts for nobody."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    asked = body()
    made, token = ask(here, found, who, asked["name"], asked["seats"])
    return json_answer({**_shape(made, _names(here, [made])), "token": token}, 201)


@casters.get("/tables/<table>/casters")
@operation(
    "listCasters",
    "seats",
    "List the casters of a table",
    callers=(*ITS_SEATS, *ITS_RULERS),
    replies={200: Reply("Who casts, and who waits for seats to agree", CastersAnswer)},
    problems=("unknown_table", "credentials_needed", "not_allowed"),
)
def list_casters(table: str) -> Response:
    """For the seats, which are asked here to agree, and for rulers. Everybody finds who casts in the entries."""
    here, who = service(), caller()
    found = known_table(here, table, who)
    if _own_seat(found, who) is None and not who.rules_over(found):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Ask with the token of a seat of this table.")
        raise ProblemError("not_allowed", "Only seats and whoever rules over this table may.")
    return _listed(here, found, who)


@casters.delete("/tables/<table>/casters/<seat:caster>")
@operation(
    "dismissCaster",
    "seats",
    "Dismiss a caster",
    callers=ITS_RULERS,
    replies={200: Reply("The casters that are left", CastersAnswer)},
    problems=(*RULING, "unknown_caster"),
)
def dismiss_caster(table: str, caster: int) -> Response:
    """Its token is worth nothing from now on, its streams and waits end. If it has begun and the table has not ended,
    an entry says so (`caster_dismissed`)."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    return _listed(here, dismiss(here, found, who, caster), who)


@casters.post("/tables/<table>/casters/<seat:caster>/token")
@operation(
    "renewCasterToken",
    "seats",
    "Give a caster's token anew",
    callers=ITS_RULERS,
    body=NoBody,
    replies={200: Reply("The new token", CasterTokenAnswer)},
    problems=(*RULING, "unknown_caster", "name_needed"),
    keyed=True,
)
def renew_caster_token(table: str, caster: int) -> Response:
    """For a token that was lost or seen by others. Who has the new one may be somebody else, so an entry says so:
    `caster_admitted` once more."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    body()
    return json_answer({"caster": caster, "token": renew(here, found, who, caster)})


@casters.post("/tables/<table>/casters/<seat:caster>/consent")
@operation(
    "agreeToCaster",
    "seats",
    "Agree to a caster",
    callers=ITS_SEATS,
    body=NoBody,
    replies={200: Reply("The caster, and who has agreed", CasterAnswer)},
    problems=(*AGREEING, "name_needed"),
)
def agree_to_caster(table: str, caster: int) -> Response:
    """This seat shows the caster all that it sees and has seen, once the other seats agree too; as often as one likes.
    Whoever sits down here later, or gets the seat's token anew, has agreed to nothing."""
    here, who = service(), caller()
    found, seat = _seat(here, table, who)
    body()
    made = agree(here, found, who, caster, seat)
    return json_answer(_shape(made, _names(here, [made])))


@casters.delete("/tables/<table>/casters/<seat:caster>/consent")
@operation(
    "withdrawFromCaster",
    "seats",
    "Agree to a caster no longer",
    callers=ITS_SEATS,
    replies={200: Reply("The caster, and who has agreed", CasterAnswer)},
    problems=AGREEING,
)
def withdraw_from_caster(table: str, caster: int) -> Response:
    """Until it has begun. Then only the table's ruler ends it (`casting_began`): what was seen was seen, and a seat
    that stopped it in mid-game would tell the others something by the moment."""
    here, who = service(), caller()
    found, seat = _seat(here, table, who)
    made = withdraw(here, found, caster, seat)
    return json_answer(_shape(made, _names(here, [made])))


def _own_seat(table: Table, who: Caller) -> Seat | None:
    """Return the seat that a caller sits on: a token alone is nobody who could agree."""
    seat = who.seat_at(table)
    return None if seat is None or table.book.holders[seat] is None else seat


def _seat(here: Service, table: str, who: Caller) -> tuple[Table, Seat]:
    found = known_table(here, table, who)
    seat = _own_seat(found, who)
    if seat is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Ask with the token of a seat of this table.")
        raise ProblemError("no_seat", "These credentials hold no seat at this table.")
    return found, seat


def _listed(here: Service, table: Table, who: Caller) -> Response:
    """Return the casters as a caller may know the table: whoever sees it later hears later since when they cast."""
    there = casters_of(here, as_seen(here, table, who))
    names = _names(here, there)
    return json_answer({"casters": [_shape(one, names) for one in there]})


def _names(here: Service, there: Iterable[Caster]) -> dict[str, str]:
    return here.store.people.names([one.asked.player for one in there])


def _shape(made: Caster, names: dict[str, str]) -> dict[str, Any]:
    asked = made.asked
    return {
        "caster": asked.number,
        "player": asked.player,
        "name": names.get(asked.player),
        "seats": asked.seats,
        "agreed": made.agreed,
        "since": made.since,
    }
