"""How letters are signed: as the Standard Webhooks specification says, by secrets that lie nowhere.

A webhook's secret is derived from the server key, its id and how often it was made anew. So the service signs after any
restart, no database, backup or log holds a secret, and none is shown but to whoever asked for it to be made.
"""

from __future__ import annotations

import hmac
from base64 import b64encode

from domain.ledger.tournaments.webhooks import Webhook
from domain.record.keys import FORMAT

PREFIX = "whsec_"  # of a secret's text, as the specification says
OVERLAP_MS = 24 * 60 * 60 * 1000  # for which the secret before signs too


def _key(server_key: bytes, id: str, generation: int) -> bytes:
    return hmac.digest(server_key, f"{FORMAT}/webhook/{id}/{generation}".encode(), "sha256")


def secret_text(server_key: bytes, webhook: Webhook) -> str:
    """Return the secret of a webhook as its receiver keeps it."""
    return PREFIX + b64encode(_key(server_key, webhook.id, webhook.generation)).decode()


def signed(server_key: bytes, webhook: Webhook, message: str, body: bytes, at: int) -> dict[str, str]:
    """Return the specification's headers for an attempt to deliver a message at a moment.

    For a day after a secret was made anew the one before signs too, so that a receiver can change over.
    """
    moment = at // 1000
    content = f"{message}.{moment}.".encode() + body
    both = webhook.rotated is not None and at < webhook.rotated + OVERLAP_MS
    generations = [webhook.generation, *([webhook.generation - 1] if both else [])]
    signatures = [
        "v1," + b64encode(hmac.digest(_key(server_key, webhook.id, generation), content, "sha256")).decode()
        for generation in generations
    ]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(signatures),
    }
