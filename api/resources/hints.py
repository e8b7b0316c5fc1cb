"""Hints: what a bot would do, for whoever plays against bots alone."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.alone import against_bots
from api.callers.auth import Caller, caller
from api.callers.limiting import check_hints
from api.callers.visibility import Sight, known_table
from api.copies import helpers
from api.requests.scenes import in_words
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError, language
from api.wire.responses import json_answer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.play import HintAnswer
from api.wire.who import Who
from domain.games import game
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat, seat_viewer
from domain.table.refusals import table_refusal
from domain.table.table import Table

ADVISER = "sensible"  # the bot that is asked, where a game has it
CLOCKED = table_refusal("no_hints", "Hints are given only where no clock runs.", "table: hint")

hints = Blueprint("hints", __name__)


@hints.post("/tables/<table>/hint")
@operation(
    "askForHint",
    "play",
    "Ask what a bot would do",
    callers=(Who("seat", "of this table; only if no other person sits there"),),
    body=NoBody,
    replies={200: Reply("A legal command", HintAnswer)},
    problems=("unknown_table", "credentials_needed", "no_seat", "not_allowed", "refusal", "unavailable"),
    long=True,
)
def ask(table: str) -> Response:
    """What the bot `sensible` would do in the caller's place. It is asked with what the seat's own copy of the record
    tells, so that a hint gives nothing away. Only against bots alone, and where no clock runs (`no_hints`). The record
    does not know of it. That the seat asked is noted first, and the story tells it to everybody before the next entry,
    though not what the bot said."""
    here, who = service(), caller()
    body()
    found = known_table(here, table, who)
    seat = _seat(found, who)
    if found.book.opened.clock is not None:
        raise RefusedError(CLOCKED)
    _check_awaited(found, seat)
    check_hints(who)
    bots, sight = game(found.rules.name).bots, Sight(_marked(here, found.id, seat), seat_viewer(seat))
    tag, said = helpers.hint(here, sight, ADVISER if ADVISER in bots else min(bots))
    answer = json_answer(
        {
            "table": found.id,
            "n": sight.n,
            "command": {"tag": tag, "body": said},
            "say": in_words(here, sight, seat, tag, said),
        },
        headers={"Content-Language": language()},
    )
    answer.vary.add("Accept-Language")
    return answer


def _marked(here: Service, name: str, seat: Seat) -> Table:
    """Note that a seat asks now, and return the table as it stands; raises `RefusedError`."""
    with here.store.together():  # no entry comes before the mark, which is told with the next one
        now = here.store.table(name)
        _check_awaited(now, seat)
        here.store.hints.put(name, seat, now.book.n)
    return now


def _check_awaited(table: Table, seat: Seat) -> None:
    if seat not in table.decisions:
        raise RefusedError(table_refusal("not_awaited", "Seat {seat} is not awaited.", "table: hint", seat=seat))


def _seat(table: Table, who: Caller) -> Seat:
    """Return the seat of a caller who plays alone; raises `ProblemError`."""
    seat = who.seat_at(table)
    if who.kind == "anybody":
        raise ProblemError("credentials_needed", "Ask with the token of a seat of this table.")
    if seat is None or who.kind != "seat":
        raise ProblemError("no_seat", "These credentials hold no seat at this table.")
    if not against_bots(table, seat):
        raise ProblemError("not_allowed", "Hints are given only where bots alone sit opposite.")
    return seat
