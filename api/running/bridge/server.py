"""What the server calls for each request."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from api.running.bridge.answers import Answer, Application, Outgoing, Shortcut
from api.running.bridge.body import Body
from api.running.bridge.hub import Hub, Worker
from api.running.bridge.request import Request
from domain.ledger.parking import hosted_by


class Bridge:
    """Runs a WSGI application on the event loop; `threads` do at most so many long things aside.

    `shortcut` is asked first: it may answer a request beside the application.
    """

    def __init__(self, application: Application, *, threads: int, shortcut: Shortcut | None = None) -> None:
        self._application = application
        self._shortcut = shortcut
        self._threads = ThreadPoolExecutor(threads, "aside")
        self._hub: Hub

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take over the thread of the loop, before the first request."""
        self._hub = Hub(loop, self._threads)
        hosted_by(self._hub)

    def answer(self, request: Request, body: Body, outgoing: Outgoing) -> Worker:
        """Answer a request, at once or later; returns who does, to be told if the client leaves before the end.

        To be called by the loop itself.
        """
        answer = Answer(self._hub, request, body, outgoing)
        return self._hub.run(lambda: answer.make(self._application, self._shortcut))
