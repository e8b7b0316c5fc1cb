"""Webhooks made, found and given new secrets, once for each request, however often it is sent."""

from __future__ import annotations

import hmac
import secrets

from msgspec.structs import replace

from api.requests.once import met_beside
from api.requests.webhooks.targets import TargetError, target_of
from api.service import Service
from api.wire.problems import ProblemError
from domain.ledger.tournaments.streams import Known, stream_of
from domain.ledger.tournaments.webhooks import Webhook
from domain.record.chain import Request
from domain.record.keys import FORMAT

AT_MOST = 5  # of a tournament
ID_BYTES = 9


def made(here: Service, known: Known, url: str, after: int, request: Request | None) -> Webhook:
    """Make a webhook, or return the one that the same request made before.

    Raises `ProblemError` (`invalid_webhook`, `too_many_webhooks`, `idempotency_key_reused`).
    """
    _check_url(here, url)
    id = _id(here, request)
    with here.store.together():
        if met_beside(here, request, stream_of(known.id)) is not None:
            return known_webhook(here, known, id)
        if len(here.store.tournaments.webhooks.of(known.id)) >= AT_MOST:
            raise ProblemError("too_many_webhooks", "A tournament has {most} webhooks at most.", most=AT_MOST)
        queued = min(after, known.book.n)
        webhook = Webhook(id=id, tournament=known.id, url=url, created=here.clock(), queued=queued)
        here.store.tournaments.webhooks.put(webhook)
        _remember(here, known, request, 0)
    return webhook


def _check_url(here: Service, url: str) -> None:
    try:
        target_of(url, anywhere=here.settings.webhook_targets == "any")
    except TargetError as error:
        raise _refused(error.reason) from None


def _refused(reason: str) -> ProblemError:
    match reason:
        case "scheme":
            return ProblemError("invalid_webhook", "Letters go by https only; the operator may allow others.")
        case "credentials":
            text = "Leave name and password out of the address: letters are signed."
            return ProblemError("invalid_webhook", text)
        case "address":
            text = "Letters go to public addresses only; the operator may allow others."
            return ProblemError("invalid_webhook", text)
        case _:
            return ProblemError("invalid_webhook", "This is no address of a receiver.")


def _id(here: Service, request: Request | None) -> str:
    """Return a random id, or for a request with a key the one that the key leads to."""
    if request is None:
        return secrets.token_hex(ID_BYTES)
    named = f"{FORMAT}/webhook-id/".encode() + request.key
    return hmac.digest(here.settings.server_key, named, "sha256")[:ID_BYTES].hex()


def _remember(here: Service, known: Known, request: Request | None, n: int) -> None:
    if request is not None:
        here.store.remembered.put(stream_of(known.id), request.key, request.body, n)


def known_webhook(here: Service, known: Known, id: str) -> Webhook:
    """Return a webhook of a tournament; raises `ProblemError` (`unknown_webhook`)."""
    webhook = here.store.tournaments.webhooks.get(id)
    if webhook is None or webhook.tournament != known.id:
        raise ProblemError("unknown_webhook", "The tournament has no such webhook.")
    return webhook


def rotated(here: Service, known: Known, id: str, request: Request | None) -> Webhook:
    """Give a webhook a new secret, or return it with the one that the same request gave it before.

    Raises `ProblemError` (`unknown_webhook`, `idempotency_key_reused`).
    """
    with here.store.together():
        webhook = known_webhook(here, known, id)
        before = met_beside(here, request, stream_of(known.id))
        if before is not None:
            return replace(webhook, generation=before)
        here.store.tournaments.webhooks.rotate(webhook, here.clock())
        webhook = known_webhook(here, known, id)
        _remember(here, known, request, webhook.generation)
    return webhook
