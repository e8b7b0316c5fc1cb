"""What a request tells of webhooks and their letters, as JSON."""

from __future__ import annotations

from typing import Any

from api.service import Service
from api.wire.responses import time_text
from domain.ledger.tournaments.letters import Letter
from domain.ledger.tournaments.webhooks import Webhook

KEPT_MS = 30 * 24 * 60 * 60 * 1000  # for which a letter can be read


def webhook_shape(here: Service, webhook: Webhook) -> dict[str, Any]:
    """Return a webhook, without its secret."""
    counts = here.store.tournaments.letters.counts(webhook.id)
    return {
        "id": webhook.id,
        "tournament": webhook.tournament,
        "url": webhook.url,
        "status": webhook.status,
        "n": webhook.queued,
        "deliveries": {state: counts.get(state, 0) for state in ("waiting", "delivered", "dead")},
        "failures": webhook.failures,
        "retry_at": time_text(webhook.due) if webhook.failures else None,
        "created_at": time_text(webhook.created),
    }


def letter_shape(letter: Letter) -> dict[str, Any]:
    """Return a letter without its body."""
    return {
        "number": letter.number,
        "id": letter.id,
        "type": letter.type,
        "n": letter.n,
        "state": letter.state,
        "attempts": letter.attempts,
        "status": letter.status,
        "fault": letter.fault,
        "created_at": time_text(letter.created),
        "tried_at": None if letter.tried is None else time_text(letter.tried),
        "expires_at": time_text(letter.created + KEPT_MS),
    }
