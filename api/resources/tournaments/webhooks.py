"""Webhooks: what happens in a tournament, sent to its organiser's own site as it happens."""

from __future__ import annotations

import secrets

import msgspec
from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.tournaments import run_tournament
from api.requests.tournaments.doing import request_at
from api.requests.webhooks.keeping import known_webhook, made, rotated
from api.requests.webhooks.shapes import letter_shape, webhook_shape
from api.requests.webhooks.signing import secret_text
from api.requests.webhooks.writing import write_test
from api.service import Service, service
from api.wire.operations import Reply, body, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.webhooks import (
    DeliveriesAnswer,
    DeliveriesQuery,
    DeliveryAnswer,
    LetterAnswer,
    SecretAnswer,
    WebhookAnswer,
    WebhookBody,
    WebhooksAnswer,
)
from api.wire.who import ITS_ORGANISERS
from domain.ledger.tournaments.webhooks import Webhook

HAVING = ("unknown_tournament", "credentials_needed", "not_allowed")
KNOWING = (*HAVING, "unknown_webhook")

webhooks = Blueprint("webhooks", __name__)


def _webhook(tournament: str, webhook: str) -> tuple[Service, Webhook]:
    """Return a webhook that the caller may see; raises `ProblemError`."""
    here = service()
    return here, known_webhook(here, run_tournament(here, tournament, caller()), webhook)


def _with_secret(here: Service, webhook: Webhook, status: int) -> Response:
    secret = secret_text(here.settings.server_key, webhook)
    return json_answer({**webhook_shape(here, webhook), "secret": secret}, status)


@webhooks.get("/tournaments/<tournament>/webhooks")
@operation(
    "listWebhooks",
    "tournaments",
    "List the webhooks",
    callers=ITS_ORGANISERS,
    replies={200: Reply("The webhooks", WebhooksAnswer)},
    problems=HAVING,
)
def list_webhooks(tournament: str) -> Response:
    """The oldest first, without their secrets, which nobody can read again."""
    here = service()
    known = run_tournament(here, tournament, caller())
    found = here.store.tournaments.webhooks.of(known.id)
    return json_answer({"webhooks": [webhook_shape(here, one) for one in found]})


@webhooks.post("/tournaments/<tournament>/webhooks")
@operation(
    "makeWebhook",
    "tournaments",
    "Have letters sent",
    callers=ITS_ORGANISERS,
    body=WebhookBody,
    replies={201: Reply("The webhook, with its secret", SecretAnswer)},
    problems=(*HAVING, "invalid_webhook", "too_many_webhooks"),
    keyed=True,
    example={"url": "https://organiser.example/matchledger"},
)
def make_webhook(tournament: str) -> Response:
    """Every entry of the tournament goes there as a letter, in the form and signed as the Standard Webhooks
    specification says, at least once, and again for three days where it is not taken; overdue cases of its tables too.
    Letters tell what everybody may read. The `secret` is told here and never again."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    said = body()
    webhook = made(here, known, said["url"], said["after"], request_at(here, who, known.id))
    return _with_secret(here, webhook, 201)


@webhooks.get("/tournaments/<tournament>/webhooks/<webhook>")
@operation(
    "readWebhook",
    "tournaments",
    "Read a webhook",
    callers=ITS_ORGANISERS,
    replies={200: Reply("The webhook", WebhookAnswer)},
    problems=KNOWING,
)
def read_webhook(tournament: str, webhook: str) -> Response:
    """How many of its letters wait, were taken, or are dead, and until when it rests if nobody answers there."""
    here, found = _webhook(tournament, webhook)
    return json_answer(webhook_shape(here, found))


@webhooks.delete("/tournaments/<tournament>/webhooks/<webhook>")
@operation(
    "removeWebhook",
    "tournaments",
    "Remove a webhook",
    callers=ITS_ORGANISERS,
    replies={200: Reply("The webhooks that are left", WebhooksAnswer)},
    problems=KNOWING,
)
def remove_webhook(tournament: str, webhook: str) -> Response:
    """With all its letters, those that wait too."""
    here, found = _webhook(tournament, webhook)
    here.store.tournaments.webhooks.remove(found.id)
    left = here.store.tournaments.webhooks.of(found.tournament)
    return json_answer({"webhooks": [webhook_shape(here, one) for one in left]})


@webhooks.post("/tournaments/<tournament>/webhooks/<webhook>/secret")
@operation(
    "rotateWebhookSecret",
    "tournaments",
    "Give a webhook a new secret",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={201: Reply("The webhook, with its new secret", SecretAnswer)},
    problems=KNOWING,
    keyed=True,
    example={},
)
def rotate_webhook_secret(tournament: str, webhook: str) -> Response:
    """For a day each letter is signed with both, so that the receiver can change over."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    body()
    return _with_secret(here, rotated(here, known, webhook, request_at(here, who, known.id)), 201)


@webhooks.post("/tournaments/<tournament>/webhooks/<webhook>/test")
@operation(
    "testWebhook",
    "tournaments",
    "Have a letter sent to try it",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={201: Reply("The letter, still to be delivered", DeliveryAnswer)},
    problems=(*KNOWING, "write_conflict"),
    keyed=True,
    example={},
)
def try_webhook(tournament: str, webhook: str) -> Response:
    """Of type `webhook.test`, and signed like every letter. `readDelivery` says what became of it."""
    here, found = _webhook(tournament, webhook)
    body()
    request = request_at(here, caller(), found.tournament)
    about = secrets.token_hex(8) if request is None else request.key.hex()
    letter = write_test(here.store, found.id, about, here.clock())
    if letter is None:
        raise ProblemError("write_conflict", "Others kept writing letters to this webhook; try again.")
    return json_answer(letter_shape(letter), 201)


@webhooks.post("/tournaments/<tournament>/webhooks/<webhook>/resume")
@operation(
    "resumeWebhook",
    "tournaments",
    "Try a webhook again at once",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={200: Reply("The webhook", WebhookAnswer)},
    problems=KNOWING,
    example={},
)
def resume_webhook(tournament: str, webhook: str) -> Response:
    """Letters that wait go out without a further pause, also where the receiver had said that it is gone."""
    here, found = _webhook(tournament, webhook)
    body()
    with here.store.together():
        here.store.tournaments.webhooks.resume(found.id)
        here.store.tournaments.letters.release(found.id)
    return json_answer(webhook_shape(here, _webhook(tournament, webhook)[1]))


@webhooks.get("/tournaments/<tournament>/webhooks/<webhook>/deliveries")
@operation(
    "listDeliveries",
    "tournaments",
    "List the letters of a webhook",
    callers=ITS_ORGANISERS,
    query=DeliveriesQuery,
    replies={200: Reply("A page of letters", DeliveriesAnswer)},
    problems=KNOWING,
)
def list_deliveries(tournament: str, webhook: str) -> Response:
    """In the order of their numbers; with `state=dead` those that were given up. Letters are forgotten after 30
    days."""
    here, found = _webhook(tournament, webhook)
    asked = query()
    letters = here.store.tournaments.letters.find(
        found.id, after=asked["after"], most=asked["limit"] + 1, state=asked.get("state")
    )
    page = letters[: asked["limit"]]
    more = page[-1].number if len(letters) > len(page) else None
    return json_answer({"deliveries": [letter_shape(one) for one in page], "next": more})


@webhooks.get("/tournaments/<tournament>/webhooks/<webhook>/deliveries/<number:delivery>")
@operation(
    "readDelivery",
    "tournaments",
    "Read a letter",
    callers=ITS_ORGANISERS,
    replies={200: Reply("The letter, with what stands in it", LetterAnswer)},
    problems=(*KNOWING, "unknown_delivery"),
)
def read_delivery(tournament: str, webhook: str, delivery: int) -> Response:
    """By its number, delivered or not: so a dead one can be fetched."""
    here, found = _webhook(tournament, webhook)
    letter = here.store.tournaments.letters.get(found.id, delivery)
    if letter is None:
        raise ProblemError("unknown_delivery", "The webhook has no letter {number}, or no longer.", number=delivery)
    return json_answer({**letter_shape(letter), "payload": msgspec.Raw(letter.body)})
