"""The post beside the requests: it writes letters and delivers them, in every process of the service."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from api.requests.webhooks.shapes import KEPT_MS
from api.requests.webhooks.writing import write_due
from api.running.repeating import Repeating
from api.running.webhooks.delivering import Delivering
from api.running.webhooks.sending import Send, Sender
from api.settings import Settings
from domain.ledger.errors import StoreError
from domain.ledger.store import Store

LOOK = 0.25  # seconds between looks
THREADS = 4  # receivers written to at the same time by one process
FORGET_MS = 3_600_000  # between two looks for letters that are older

logger = logging.getLogger(__name__)


class Post:
    """Looks four times a second; several processes may, for a webhook is one process's at a time."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int], *, send: Send | None = None) -> None:
        self._store = store
        self._clock = clock
        anywhere = settings.webhook_targets == "any"
        self._delivering = Delivering(store, settings.server_key, clock, send or Sender(anywhere=anywhere))
        self._in_hand: set[str] = set()
        self._forgotten = 0
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="webhooks")
        self._looking = Repeating("webhooks", LOOK, self._look, at_once=True)

    def start(self) -> None:
        """Begin; what a process before left undone comes first."""
        self._looking.start()

    def stop(self) -> None:
        """End once the letters in hand are delivered or not."""
        self._delivering.stop()
        self._looking.stop()
        self._threads.shutdown()

    def look(self) -> int:
        """Write and deliver what is due, here and now; return how many attempts that were."""
        self._write()
        due = self._store.tournaments.webhooks.due(self._clock())
        return sum(self._delivering.deliver(id) for id in due)

    def _write(self) -> None:
        at = self._clock()
        while write_due(self._store, at):
            pass
        if at >= self._forgotten + FORGET_MS:
            self._store.tournaments.letters.forget(at - KEPT_MS)
            self._forgotten = at

    def _look(self) -> None:
        try:
            self._write()
            for id in self._store.tournaments.webhooks.due(self._clock()):
                if id not in self._in_hand:
                    self._in_hand.add(id)
                    self._threads.submit(self._deliver, id)
        except Exception:  # a fault must not end the post for good
            logger.exception("letters of webhooks could not be written")

    def _deliver(self, id: str) -> None:
        try:
            self._delivering.deliver(id)
        except StoreError as error:
            logger.warning("webhook %s: %s", id, error)
        except Exception:  # of one webhook must not end the post of others
            logger.exception("webhook %s: letters could not be delivered", id)
        finally:
            self._in_hand.discard(id)
