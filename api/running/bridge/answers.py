"""What the application answers: at once where it is short, piece by piece where it is long or not yet there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, TypeAlias

from api.running.bridge.body import Body
from api.running.bridge.environ import Scope, environ_of
from api.running.bridge.hub import Hub, Worker
from domain.ledger.parking import GoneError

AHEAD = 64 * 1024  # bytes that an answer is made ahead of its sending; one that says it is no longer goes out at once
SLICE = 0.002  # seconds that pieces are made before others act
SEND_SECONDS = 30.0  # that a client may read nothing at all before its answer is cut off

Fields: TypeAlias = list[tuple[str, str]]
Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

logger = logging.getLogger("matchledger.bridge")


class Transport(Protocol):
    """Where the pieces of a stream go."""

    async def send_bytes(self, data: bytes) -> None:
        """Send a piece; returns when there is room for the next."""


class Outgoing(Protocol):
    """Where answers go."""

    async def client_disconnect(self) -> None:
        """Return when the client has gone."""

    def response_bytes(self, status: int, headers: Fields, body: bytes) -> None:
        """Answer at once."""

    def response_stream(self, status: int, headers: Fields) -> Transport:
        """Begin an answer."""


class Head(NamedTuple):
    """Status and header fields."""

    status: int
    fields: Fields


BROKEN = Head(500, [("cache-control", "no-store"), ("connection", "close")])


class Answer:
    """Runs the application for one request, and holds what it has answered until that is sent."""

    def __init__(self, hub: Hub, scope: Scope, body: Body) -> None:
        self._hub = hub
        self._body = body
        self._environ = environ_of(scope, body)
        self._head = BROKEN
        self._made: list[bytes] = []
        self._size = 0
        self._begun = 0.0
        self._short = False
        self._ended = False
        self._cut = False
        self._room = hub.signal()
        self._news: asyncio.Future[None] | None = None

    # On a greenlet: the application makes its answer.

    def make(self, application: Application) -> None:
        """Run the application to the end of its answer; whatever it raises ends here."""
        try:
            self._make(application)
        except GoneError:
            self._cut = True
            self._head = BROKEN
        except BaseException:
            logger.exception("the application failed")
            self._cut = self._size > 0  # what has begun cannot be taken back
            self._head = BROKEN
        finally:
            self._ended = True
            self._tell()

    def _make(self, application: Application) -> None:
        pieces = application(self._environ, self._start)
        self._begun = self._hub.loop.time()
        try:
            for piece in pieces:
                self._put(piece)
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    def _start(self, status: str, fields: Fields, exc_info: object = None) -> Callable[[bytes], None]:
        said = [(name.lower(), value) for name, value in fields]
        if not self._body.whole:
            said.append(("connection", "close"))  # what is left of the body must not be read as a request
        self._head = Head(int(status[:3]), said)
        self._short = any(name == "content-length" and int(value) <= AHEAD for name, value in said)
        return self._put

    def _put(self, piece: bytes) -> None:
        """Add a piece; stands still while the client reads none, and lets others act now and then."""
        self._made.append(piece)
        self._size += len(piece)
        if self._short:
            return
        self._tell()
        while self._size >= AHEAD:
            self._room.clear()
            if not self._room.wait(SEND_SECONDS):
                raise GoneError
        if self._hub.loop.time() - self._begun > SLICE:
            self._hub.pause()
            self._begun = self._hub.loop.time()
        if self._cut:
            raise GoneError

    def _tell(self) -> None:
        """Let whoever sends look; it does so once this greenlet waits or has ended."""
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    # On the loop: the answer is sent.

    async def send(self, outgoing: Outgoing, worker: Worker) -> None:
        """Send the answer, also one that is still being made; when the client goes, its maker hears so."""
        while not (self._ended or self._made):
            await self._something()
        if self._ended:
            outgoing.response_bytes(*self._head, b"".join(self._made))
            return
        try:
            await self._stream(outgoing.response_stream(*self._head))
        except Exception:  # the client has gone, or has read nothing for too long
            logger.debug("an answer was cut off", exc_info=True)
            self._cut = True
            worker.leave()

    async def _stream(self, transport: Transport) -> None:
        while True:
            piece, self._made, self._size = b"".join(self._made), [], 0
            self._room.set()
            if piece:
                async with asyncio.timeout(SEND_SECONDS):
                    await transport.send_bytes(piece)
            if self._ended and not self._made:
                return
            if not self._made:
                await self._something()

    async def _something(self) -> None:
        self._news = self._hub.loop.create_future()
        await self._news
