"""Acting: doing something at a table, or asking why not."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request
from werkzeug.datastructures import ETags

from api.callers.auth import Caller, caller
from api.callers.visibility import known_table
from api.requests.once import Repeated, Sent, once, sent
from api.requests.precondition import check_precondition
from api.requests.representations import everybody_awaited
from api.requests.tournaments.decks import check_deck_chosen
from api.service import Service, service
from api.wire.operations import JSON, Reply, explained, operation
from api.wire.problems import ProblemError, refusal_body, refused
from api.wire.responses import encoded, json_answer, raw_lines
from api.wire.schemas.bodies import ActionBody
from api.wire.schemas.play import ActedAnswer, LegalAnswer
from api.wire.who import SITS_HERE, Who
from domain.kernel.codec import BadCommandError, body_of_command, command_from
from domain.kernel.messages import Command, tag_of
from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import Seat, seat_viewer
from domain.ledger.attempts import Attempt
from domain.record.chain import Request
from domain.table.play import refusal_of, take_action
from domain.table.table import Table
from domain.table.writing import Written

acting = Blueprint("acting", __name__)


class AskedCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The twin of `CommandBody`."""

    tag: str
    body: dict[str, Any] = {}


class AskedAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The twin of `ActionBody`, which explains what this refuses; a test holds them together."""

    command: AskedCommand
    seen: int | None = None
    dry_run: bool = False


_said = msgspec.json.Decoder(AskedAction)


@acting.post("/tables/<table>/actions")
@operation(
    "act",
    "play",
    "Act, or ask why not",
    callers=(Who("seat", "of this table, once somebody has taken it"), Who("player", SITS_HERE)),
    body=ActionBody,
    replies={
        200: Reply(
            "What the action did; with `dry_run`, whether it is legal",
            (ActedAnswer, LegalAnswer),
            headers={"ETag": "the acting seat's next decision, if it is awaited again"},
        )
    },
    problems=(
        "unknown_table",
        "credentials_needed",
        "no_seat",
        "invalid_command",
        "precondition_needed",
        "stale_decision",
        "write_conflict",
        "refusal",
    ),
    keyed=True,
    conditional=True,
    example={"command": {"tag": "end_turn", "body": {}}, "dry_run": True},
)
def act(table: str) -> Response:
    """A seat that is awaited names its decision in If-Match. `concede` is a command like any other. A refusal by the
    rules is 409 and changes nothing; `dry_run` asks for it and needs no If-Match."""
    here, who = service(), caller()
    asking = sent()
    asked = understood(here, who, table, asking.text)
    if asked.dry_run:
        return _why_not(asked)
    try:
        answer = acted(here, who, asked, request.if_match, asking)
    except RefusedError as error:
        _note_attempt(here, asked, error.refusal)
        return refused(error.refusal, asked.table)
    return Response(answer.text, mimetype=JSON, headers=answer.headers)


class Action(msgspec.Struct, frozen=True):
    """An action as it was understood: at which table, by whom, what."""

    table: Table
    seat: Seat
    command: Command
    seen: int | None
    dry_run: bool


class Acted(msgspec.Struct, frozen=True):
    """The answer to an action that was done: JSON, and header fields of its own by small names."""

    text: bytes
    headers: dict[str, str]


def understood(here: Service, who: Caller, table: str, text: bytes) -> Action:
    """Return what a caller wants to do at a table; raises `ProblemError`."""
    found = known_table(here, table, who)
    seat = _acting(who, found)
    said = _read(text)
    try:
        command = command_from(found.rules, said.command.tag, said.command.body)
    except BadCommandError as error:
        raise ProblemError("invalid_command", "{error}.", error=error) from None
    return Action(found, seat, command, said.seen, said.dry_run)


def acted(here: Service, who: Caller, asked: Action, if_match: ETags, asking: Sent) -> Acted:
    """Do it, unless the same request has done it before; raises `ProblemError`, and `RefusedError` of the rules.

    Nothing is stored then. Every action comes through here, by whichever way.
    """

    def action(now: Table, request: Request | None) -> Written:
        check_precondition(now, asked.seat, asked.command, if_match)
        if asked.seen is not None and asked.seen > now.book.n:
            raise ProblemError("invalid_body", "`seen` lies beyond the last entry, {n}.", n=now.book.n)
        check_deck_chosen(here.store, now, asked.seat, asked.command)
        return take_action(now, asked.seat, asked.command, at=here.clock(), seen=asked.seen, request=request)

    return _told(once(here, who, asked.table, action, asking), asked.seat)


def _acting(who: Caller, table: Table) -> Seat:
    seat = who.seat_at(table)
    if seat is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Act with the token of a seat of this table.")
        raise ProblemError("no_seat", "These credentials hold no seat at this table.")
    if table.book.holders[seat] is None:
        raise ProblemError("no_seat", "Nobody has taken this seat yet: take it with POST …/seats first.")
    return seat


def _read(text: bytes) -> AskedAction:
    """Decode a body fast; one that fails is explained by its schema."""
    try:
        said = _said.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        said = None
    if said is None or not (0 <= (said.seen or 0) < 2**53) or len(said.command.tag) > 64:
        return msgspec.convert(explained(text, ActionBody()), AskedAction)
    return said


def _why_not(asked: Action) -> Response:
    refusal = refusal_of(asked.table, asked.seat, asked.command)
    shape = None if refusal is None else refusal_body(refusal, asked.table)
    return json_answer({"legal": refusal is None, "refusal": shape})


def _told(done: Written | Repeated, seat: Seat) -> Acted:
    """Answer with what the seat sees of its action."""
    table, entries = done.table, done.entries
    awaited = everybody_awaited(table)
    text = encoded(
        {
            "table": table.id,
            "first": entries[0].n,
            "n": entries[-1].n,
            "status": table.book.status,
            "awaited": awaited,
            "entries": raw_lines(table, seat_viewer(seat), entries),
            "undone_by": done.undone_by if isinstance(done, Repeated) else None,
        }
    )
    own = [shape["tag"] for shape in awaited if shape["seat"] == seat]
    return Acted(text, {"etag": own[0]} if own else {})


def _note_attempt(here: Service, asked: Action, refusal: Refusal) -> None:
    """Keep a refused command beside the chain, where its existence tells nobody anything."""
    body = msgspec.json.encode(body_of_command(asked.command)).decode()
    attempt = Attempt(
        at=here.clock(),
        by=f"seat:{asked.seat}",
        tag=tag_of(asked.command),
        code=refusal.code,
        seen=asked.table.book.n,
        body=body,
    )
    here.store.attempts.note(asked.table.id, attempt)
