"""What granian calls for each request (RSGI, the interface of its own)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from api.running.bridge.answers import Answer, Application, Outgoing, Shortcut
from api.running.bridge.body import Incoming, Patience, body_of
from api.running.bridge.environ import Scope
from api.running.bridge.hub import Hub, Worker
from domain.ledger.parking import GoneError, hosted_by

CUT_SHORT = (400, [("connection", "close")], b"")  # for the server's own log: the client has gone in mid-body


class Exchange(Incoming, Outgoing, Protocol):
    """The two directions of a request."""


class Bridge:
    """Runs a WSGI application on the event loop; `threads` do at most so many long things aside.

    A body has `body_seconds` to come. `shortcut` is asked first: it may answer a request beside the application.
    """

    def __init__(
        self, application: Application, *, threads: int, body_seconds: float, shortcut: Shortcut | None = None
    ) -> None:
        self._application = application
        self._body_seconds = body_seconds
        self._shortcut = shortcut
        self._threads = ThreadPoolExecutor(threads, "aside")
        self._hub: Hub
        self._patience: Patience

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take over the thread of the loop, before the first request."""
        self._hub = Hub(loop, self._threads)
        self._patience = Patience(loop, self._body_seconds)
        hosted_by(self._hub)

    async def __rsgi__(self, scope: Scope, protocol: Exchange) -> None:
        """Answer a request."""
        hub = self._hub
        try:
            body = await body_of(scope, protocol, hub, self._body_seconds, self._patience)
            answer = Answer(hub, scope, body, protocol)
        except GoneError:
            protocol.response_bytes(*CUT_SHORT)
            return
        watching: list[asyncio.Task[None]] = []

        def watch() -> None:
            watching.append(hub.loop.create_task(_left(protocol, worker)))

        worker: Worker = hub.run(
            lambda: answer.make(self._application, self._shortcut), lambda: hub.loop.call_soon(watch)
        )
        try:
            await answer.send(worker)
        finally:
            for task in watching:
                task.cancel()


async def _left(outgoing: Outgoing, worker: Worker) -> None:
    """Tell a request that its client has gone."""
    await outgoing.client_disconnect()
    worker.leave()
