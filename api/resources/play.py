"""Looking at a table, and asking what one may do there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response, stream_with_context

from api.callers.auth import Caller, caller
from api.callers.visibility import Sight, known_table, look
from api.requests.representations import anytime_of, awaited_shape, everybody_awaited, pause_shape
from api.requests.waiting import newer, turn_of
from api.service import service
from api.wire.operations import JSON, Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.play import OffersAnswer, ViewAnswer
from api.wire.schemas.queries import OffersQuery, ViewQuery
from api.wire.who import ITS_SEATS, LOOKS_HERE, OF_TABLE, WHO_MAY_KNOW, Who
from domain.kernel.codec import body_of_command
from domain.kernel.legal import legal_actions, offers
from domain.kernel.messages import tag_of
from domain.kernel.seats import Seat
from domain.record.canonical import b64
from domain.table.table import Table

ACTIONS_AT_MOST = 5_000  # legal commands in an answer; offers are complete whatever their number
ONE_SEAT = re.compile(r"seat:[0-9]+")
NAMING = "naming one seat with `viewer`, which leaves an entry while the secrets are closed"
LOOKING = ("unknown_table", "invalid_viewer", "not_allowed", "case_needed")

play = Blueprint("play", __name__)


@play.get("/tables/<table>/view")
@operation(
    "readView",
    "play",
    "Look at a table",
    callers=WHO_MAY_KNOW,
    query=ViewQuery,
    replies={200: Reply("The table as the viewer sees it", ViewAnswer)},
    problems=LOOKING,
)
def read_view(table: str) -> Response:
    """The game's view, who is awaited and since when. `wait` with `after` waits for something newer."""
    asked, here = query(), service()
    newer(here, table, caller(), asked["after"], asked["wait"])
    sight = look(here, table, caller(), asked.get("viewer"), case=asked.get("case"))
    seen, viewer, _ = sight
    return json_answer(
        {
            "table": seen.id,
            "n": sight.n,
            "head": b64(seen.book.head),
            "status": seen.book.status,
            "paused": pause_shape(seen),
            "viewer": str(viewer),
            "awaited": everybody_awaited(seen),
            "view": None if seen.live is None else seen.rules.view(seen.live.state, viewer),
        }
    )


@play.get("/tables/<table>/actions")
@operation(
    "readActions",
    "play",
    "Ask what a seat may do",
    callers=(
        *ITS_SEATS,
        Who("caster", f"{OF_TABLE}, naming one of its seats with `viewer` if it has several"),
        Who("operator", NAMING),
        Who("arbiter", f"{LOOKS_HERE}; {NAMING}"),
        Who("anybody", "who may read this table, naming one seat with `viewer`, once the secrets are open"),
    ),
    query=OffersQuery,
    replies={200: Reply("What the seat may do", OffersAnswer, headers={"ETag": "the decision, for If-Match"})},
    problems=(*LOOKING, "credentials_needed", "no_seat"),
)
def read_actions(table: str) -> Response:
    """Offers as a compact grammar; with `expand` the legal commands themselves. `wait` waits for the seat's turn."""
    asked, here = query(), service()
    who = caller()
    found = known_table(here, table, who)
    own = who.viewer_at(found)
    named = asked.get("viewer") or (str(own) if len(own.seats) == 1 else None)
    if who.sees_evidence(found) and "viewer" in asked and not ONE_SEAT.fullmatch(asked["viewer"]):
        raise ProblemError("no_seat", "Name one seat: `viewer=seat:0`.")  # before anything counts as seen
    for seat in range(found.book.opened.seats):
        if asked["wait"] and named == f"seat:{seat}" and (seat in own.seats or who.sees_evidence(found)):
            turn_of(here, found, seat, asked["wait"])
    sight = look(here, table, who, named, case=asked.get("case"))
    seat = _one_seat(sight, who)
    seen = sight.table
    awaited = awaited_shape(seen, seat)
    headers = {} if awaited is None else {"ETag": awaited["tag"]}
    live = seen.live
    answer = {
        "table": seen.id,
        "n": sight.n,
        "head": b64(seen.book.head),
        "status": seen.book.status,
        "paused": pause_shape(seen),
        "seat": seat,
        "awaited": awaited,
        "offers": offers(seen.rules, live.state, seat) if live is not None and awaited is not None else (),
        "anytime": anytime_of(seen, seat),
    }
    if not asked["expand"]:
        return json_answer(answer, headers=headers)
    expanded = stream_with_context(_expanded(answer, seen, seat, legal=awaited is not None))
    return Response(expanded, mimetype=JSON, headers=headers)


def _one_seat(sight: Sight, who: Caller) -> Seat:
    seats = sight.viewer.seats
    if len(seats) != 1:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Ask with the token of a seat of this table.")
        raise ProblemError("no_seat", "Ask with a seat's token, or name one seat with `viewer` where you may.")
    (seat,) = seats
    return seat


def _expanded(answer: dict[str, Any], table: Table, seat: Seat, *, legal: bool) -> Iterator[bytes]:
    """Yield the answer with the legal commands one by one."""
    yield msgspec.json.encode(answer)[:-1] + b',"actions":['
    truncated = False
    if legal and table.live is not None:
        for count, command in enumerate(legal_actions(table.rules, table.live.state, seat)):
            if count == ACTIONS_AT_MOST:
                truncated = True
                break
            said = msgspec.json.encode({"tag": tag_of(command), "body": body_of_command(command)})
            yield said if count == 0 else b"," + said
    yield b'],"truncated":' + (b"true" if truncated else b"false") + b"}"
