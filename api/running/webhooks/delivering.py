"""The letters of one webhook, delivered one after the other, by one process at a time."""

from __future__ import annotations

import time
from collections.abc import Callable

from api.requests.webhooks.signing import signed
from api.running.webhooks.judging import GIVE_UP_MS, Judged, judged
from api.running.webhooks.sending import SECONDS, Send
from domain.ledger.store import Store
from domain.ledger.tournaments.letters import Letter
from domain.ledger.tournaments.webhooks import Webhook

TURN_SECONDS = 2.0  # after which others have their turn
LEASE_MS = int((TURN_SECONDS + SECONDS) * 1000) + 3_000  # a killed process keeps a webhook so long at most
AT_ONCE = 100  # letters whose fate is noted in one transaction; as many come twice after a kill


class Delivering:
    """Takes the letters of webhooks to where they lead."""

    def __init__(self, store: Store, server_key: bytes, clock: Callable[[], int], send: Send) -> None:
        self._store = store
        self._key = server_key
        self._clock = clock
        self._send = send
        self._stopped = False

    def stop(self) -> None:
        """Let the letter in hand be the last."""
        self._stopped = True

    def deliver(self, id: str) -> int:
        """Deliver what is due at a webhook, unless another process does; return how many attempts that were."""
        webhooks, at = self._store.tournaments.webhooks, self._clock()
        until = at + LEASE_MS
        if self._stopped or not webhooks.take(id, at, until):
            return 0
        webhook = webhooks.get(id)
        if webhook is None:
            return 0
        tried: list[Letter] = []
        try:
            webhook = self._tried(webhook, tried)
        finally:
            self._note(webhook, tried, until)
        return len(tried)

    def _tried(self, webhook: Webhook, tried: list[Letter]) -> Webhook:
        """Try one letter after the other; return the webhook after the last of them."""
        end = time.monotonic() + TURN_SECONDS
        while not self._stopped and len(tried) < AT_ONCE and time.monotonic() < end:
            after = tried[-1].number if tried else 0
            letter = self._store.tournaments.letters.next(webhook.id, self._clock(), after)
            if letter is None:
                break
            done = self._try(letter, webhook)
            tried.append(done.letter)
            webhook = done.webhook
            if done.stop:
                break
        return webhook

    def _try(self, letter: Letter, webhook: Webhook) -> Judged:
        at = self._clock()
        told = self._send(webhook.url, letter.body, signed(self._key, webhook, letter.id, letter.body, at))
        return judged(letter, webhook, told, self._clock())

    def _note(self, webhook: Webhook, tried: list[Letter], until: int) -> None:
        letters = self._store.tournaments.letters
        with self._store.together():
            letters.tried(tried)
            if webhook.failures:  # nobody is there: what is too old is not kept for its turn
                letters.give_up(webhook.id, self._clock() - GIVE_UP_MS)
            self._store.tournaments.webhooks.leave(webhook, until)
