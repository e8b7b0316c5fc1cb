"""Rematches: asking for one, and what has become of it."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.limiting import check_opening
from api.callers.tokens import seat_token
from api.callers.visibility import known_table
from api.requests.opening import FIRST_GENERATION
from api.requests.rematch import Rematch, check_rematch, commitments, consent, rematch_of, seat_after
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer, time_text
from api.wire.schemas.answers import RematchAnswer
from api.wire.schemas.bodies import RematchBody
from api.wire.who import ITS_SEATS
from domain.kernel.seats import Seat
from domain.ledger.rematches import Consent
from domain.record.canonical import unb64
from domain.record.keys import NO_ENTROPY
from domain.table.table import Table

PROBLEMS = ("unknown_table", "credentials_needed", "no_seat")

rematches = Blueprint("rematches", __name__)


@rematches.post("/tables/<table>/rematch")
@operation(
    "askForRematch",
    "seats",
    "Play again",
    callers=ITS_SEATS,
    body=RematchBody,
    replies={200: Reply("Who wants to, and the next table once all do", RematchAnswer)},
    problems=(*PROBLEMS, "name_needed", "refusal"),
    long=True,
)
def ask(table: str) -> Response:
    """Says that this seat wants a rematch, as often as one likes. Bots always do. Once all want it, within 10 minutes,
    the next table of the series is dealt: same game, options and people, each one seat on, so that another begins."""
    here, who = service(), caller()
    found, seat = _seat(here, table, who)
    asked = body()
    check_rematch(found)
    if rematch_of(here, found).next is None:
        check_opening(who)
    entropy = unb64(asked["entropy"]) if "entropy" in asked else NO_ENTROPY
    given = Consent(seat, here.clock(), who.player is not None, entropy)
    done = consent(here, found, given)
    if done.next is not None:
        here.bots.wake(done.next.id)
    return _answer(here, who, found, seat, done)


@rematches.get("/tables/<table>/rematch")
@operation(
    "readRematch",
    "seats",
    "Ask what has become of a rematch",
    callers=ITS_SEATS,
    replies={200: Reply("Who wants to, and the next table once all do", RematchAnswer)},
    problems=(*PROBLEMS, "refusal"),
)
def read(table: str) -> Response:
    """The same answer without wanting anything."""
    here, who = service(), caller()
    found, seat = _seat(here, table, who)
    check_rematch(found)
    return _answer(here, who, found, seat, rematch_of(here, found))


def _seat(here: Service, table: str, who: Caller) -> tuple[Table, Seat]:
    found = known_table(here, table, who)
    seat = who.seat_at(found)
    if seat is None or found.book.holders[seat] is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Ask with the token of a seat of this table.")
        raise ProblemError("no_seat", "These credentials hold no seat at this table.")
    return found, seat


def _answer(here: Service, who: Caller, table: Table, seat: Seat, done: Rematch) -> Response:
    """Answer a seat; its token at the next table is the one given then, worthless if it was given anew meanwhile."""
    after, next = seat_after(table, seat), done.next
    token, committed = None, commitments(here, table)
    if next is not None and who.player is None:
        token = seat_token(here.settings.server_key, next.id, after, FIRST_GENERATION)
    return json_answer(
        {
            "table": table.id,
            "consents": [consent.seat for consent in done.consents],
            "until": None if done.until is None else time_text(done.until),
            "commitments": {"deal": committed.deal, "salt": committed.salt},
            "next": None if next is None else {"table": next.id, "seat": after, "token": token},
        }
    )
