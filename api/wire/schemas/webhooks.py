"""What is said about webhooks, to the service and by it."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields

from api.wire.fields import Choice, Json, Text, Whole
from api.wire.schemas.bodies import Body
from api.wire.schemas.queries import LARGEST, PAGE, PAGE_AT_MOST, Query
from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import number as _number
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import time as _time
from domain.ledger.tournaments.letters import LetterState
from domain.ledger.tournaments.webhooks import WebhookStatus

URL = r"[!-~]{8,500}"
STATES: tuple[LetterState, ...] = get_args(LetterState)
FAULTS = (
    *("scheme", "malformed", "credentials", "address"),
    *("unresolved", "unreachable", "certificate", "timeout", "no_answer"),
)


class WebhookBody(Body):
    """Where letters go."""

    url = Text(
        most=500,
        pattern=URL,
        required=True,
        metadata={"description": "`https`, and a public address, unless the operator allows others"},
    )
    after = Whole(
        least=0,
        most=LARGEST,
        load_default=0,
        metadata={"description": "letters tell the entries after this one; 0: all there are"},
    )


class DeliveriesQuery(Query):
    """Which deliveries to list."""

    after = Whole(query=True, least=0, most=LARGEST, load_default=0, metadata={"description": "numbers after this one"})
    limit = Whole(query=True, least=1, most=PAGE_AT_MOST, load_default=PAGE)
    state = Choice(*STATES, metadata={"description": "only those in this state"})


class LettersAnswer(Answer):
    """How many letters a webhook has, of those that are not forgotten."""

    waiting = _number("which are still to be delivered")
    delivered = _number("which the receiver has taken")
    dead = _number("which were given up")


class WebhookAnswer(Answer):
    """A webhook."""

    id = _text("its id")
    tournament = _text("the id of the tournament that it tells of")
    url = _text("where its letters go")
    status = fields.String(
        required=True,
        metadata={"enum": list(get_args(WebhookStatus)), "description": "`gone`: it answered 410, and gets no letters"},
    )
    n = _number("the last entry of the tournament that it has a letter of")
    deliveries = fields.Nested(LettersAnswer, required=True)
    failures = _number("attempts in a row that nobody answered")
    retry_at = _time(null=True)
    created_at = _time()


class SecretAnswer(WebhookAnswer):
    """A webhook with its secret, which is told this once."""

    secret = _text("`whsec_…`: what its letters are signed with")


class WebhooksAnswer(Answer):
    """The webhooks of a tournament."""

    webhooks = fields.List(fields.Nested(WebhookAnswer), required=True)


class DeliveryAnswer(Answer):
    """A letter, and what became of it."""

    number = _number("its number, from 1")
    id = _text("`webhook-id` of every attempt")
    type = _text("what it tells")
    n = _number("the entry of the tournament that it tells, if it tells one", null=True)
    state = fields.String(required=True, metadata={"enum": list(STATES)})
    attempts = _number("so far")
    status = _number("what the receiver answered last", null=True)
    fault = fields.String(
        required=True,
        allow_none=True,
        metadata={"enum": [*FAULTS, None], "description": "why there was no answer"},
    )
    created_at = _time()
    tried_at = _time(null=True)
    expires_at = _time()


class LetterAnswer(DeliveryAnswer):
    """A letter with what stands in it."""

    payload = Json(required=True, metadata={"description": "the body of every attempt"})


class DeliveriesAnswer(Answer):
    """Letters in the order of their numbers."""

    deliveries = fields.List(fields.Nested(DeliveryAnswer), required=True)
    next = _number("`after` of the next page, if there is more", null=True)
