"""What the application answers: at once where it is short, piece by piece where it is long or not yet there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from api.outlets import SEND
from api.running.bridge.body import Body, Short
from api.running.bridge.environ import Scope, environ_of
from api.running.bridge.hub import Hub, Parked, Worker
from api.running.bridge.unsent import unsent
from domain.ledger.parking import GoneError

AHEAD = 64 * 1024  # bytes that an answer is made ahead of its sending; one that says it is no longer goes out at once
SLICE = 0.002  # seconds that pieces are made before others act
UNREAD = 256 * 1024  # bytes that a client may have left unread while more is sent
LOOK, LOOK_AT_MOST = 0.02, 1.0  # seconds between looks whether a client has read on; doubled at each that finds nothing
SEND_SECONDS = 30.0  # that a client may read nothing at all before its answer is cut off

Fields: TypeAlias = list[tuple[str, str]]
Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# Answers a request beside the application, with header fields and a body, or says what the application's environment
# has to hold beside the usual. It is given method, path, query, header fields by small name, body.
Shortcut: TypeAlias = Callable[[str, str, str, Mapping[str, str], bytes], tuple[Fields, bytes] | dict[str, Any]]

logger = logging.getLogger("matchledger.bridge")


class Transport(Protocol):
    """Where the pieces of a stream go."""

    def send_bytes(self, data: bytes) -> Awaitable[None]:
        """Send a piece; comes back when there is room for the next.

        Granian sends when it is called, so there is never anything to wait for. Where there is, nothing was sent yet.
        """


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
    """Runs the application for one request, and sends what it has answered: at once, or piece by piece as it comes."""

    _head = BROKEN
    _size = 0  # bytes that are made and not sent
    _begun = 0.0
    _short = False
    _held_up = False  # the client has left much unread, and nothing goes out before it reads on
    _sent = 0
    _ended = False
    _cut = False
    _streamed = False
    _room: Parked | None = None
    _transport: Transport | None = None
    _news: asyncio.Future[None] | None = None

    def __init__(self, hub: Hub, scope: Scope, body: Body, outgoing: Outgoing) -> None:
        self._hub = hub
        self._scope = scope
        self._body = body
        self._outgoing = outgoing
        self._made: list[bytes] = []

    # On a greenlet: the application makes its answer.

    def make(self, application: Application, shortcut: Shortcut | None = None) -> None:
        """Run the shortcut or the application to the end of the answer; whatever it raises ends here."""
        try:
            plain = None if shortcut is None else self._plain(shortcut)
            if isinstance(plain, tuple):
                fields, text = plain
                self._head, self._made = Head(200, fields), [text]
            else:
                self._make(application, plain or {})
        except GoneError:
            self._cut = True
            self._head = BROKEN
        except BaseException:
            logger.exception("the application failed")
            self._cut = self._size > 0  # what has begun cannot be taken back
            self._head = BROKEN
        finally:
            self._ended = True
            if not self._streamed:  # nobody has to be woken before it goes out
                self._outgoing.response_bytes(*self._head, b"".join(self._made))
            self._tell()

    def _plain(self, shortcut: Shortcut) -> tuple[Fields, bytes] | dict[str, Any]:
        """Ask the shortcut about a request whose body is there and whose header fields can be read, each name once."""
        fields = self._scope.headers.items()
        headers = dict(fields)
        named = len(self._scope.headers.keys())
        if not len(fields) == len(headers) == named or not isinstance(self._body, Short):
            return {}
        scope = self._scope
        return shortcut(scope.method, scope.path, scope.query_string, headers, self._body.text)

    def _make(self, application: Application, told: dict[str, Any]) -> None:
        pieces = application(
            {**environ_of(self._scope, self._body.opened()), **told, SEND: self.send_past}, self._start
        )
        self._begun = time.monotonic()  # a loop's own time may stand still within a turn
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
        """Add a piece; stands still while the client reads none, and lets others act now and then.

        Who is held up makes one piece and no more: else each entry of a table would wake the streams of all who read
        none of it, until each had made what it may make ahead.
        """
        self._made.append(piece)
        self._size += len(piece)
        if self._short:
            return
        self._tell()
        if self._room is None:
            self._room = self._hub.signal()
        while self._size >= AHEAD or (self._held_up and self._made):
            self._room.clear()
            if not self._room.wait(SEND_SECONDS):
                raise GoneError
        if time.monotonic() - self._begun > SLICE:
            self._hub.pause()
            self._begun = time.monotonic()
        if self._cut:
            raise GoneError

    def _tell(self) -> None:
        """Let whoever sends look; it does so once this greenlet waits or has ended."""
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    # On the loop: the answer is sent.

    async def send(self, worker: Worker) -> None:
        """Return when the answer has been sent; what comes piece by piece is. The maker hears when its client goes."""
        while not (self._ended or self._made):
            self._news = self._hub.loop.create_future()
            await self._news
        if self._ended:
            return
        self._streamed = True
        try:
            self._transport = self._outgoing.response_stream(*self._head)
            await self._stream(self._transport)
        except Exception:  # the client has gone, or has read nothing for too long
            logger.debug("an answer was cut off", exc_info=True)
            self._cut = True
            worker.leave()
        finally:
            self._transport = None  # granian ends the answer once nobody holds it

    async def _stream(self, transport: Transport) -> None:
        while True:
            piece, self._made, self._size = b"".join(self._made), [], 0
            if self._room is not None:
                self._room.set()
            if piece:
                async with asyncio.timeout(SEND_SECONDS):
                    await transport.send_bytes(piece)
                    await self._taken(len(piece))
            if self._ended and not self._made:
                return
            if not self._made:
                await self._something()

    async def _taken(self, size: int) -> None:
        """Wait until the client has taken most of what it was sent; asked more and more seldom.

        To ask takes 20 microseconds of the loop: 200 clients who read nothing, asked 50 times a second each, took a
        fifth of it.
        """
        self._sent += size
        if self._sent < AHEAD:
            return
        self._sent, pause = 0, LOOK
        while self._much_unread():
            self._held_up = True
            await asyncio.sleep(pause)
            pause = min(2 * pause, LOOK_AT_MOST)
        self._held_up = False

    def _much_unread(self) -> bool:
        return (unsent(self._scope.server, self._scope.client) or 0) >= UNREAD

    async def _something(self) -> None:
        self._news = self._hub.loop.create_future()
        await self._news

    def send_past(self, piece: bytes) -> bool:
        """Send a piece while the application waits; for others on the loop's thread.

        Says no and sends nothing where something is on its way, where the client has left much unread or has gone.
        """
        if self._transport is None or self._news is None or self._news.done():
            return False
        if self._sent + len(piece) >= AHEAD:
            if self._much_unread():
                return False
            self._sent = 0
        if not _at_once(self._transport, piece):
            return False
        self._sent += len(piece)
        return True


def _at_once(transport: Transport, piece: bytes) -> bool:
    """Send a piece if it goes without a wait; say whether it went."""
    try:
        sending = transport.send_bytes(piece).__await__()
        next(sending)
    except StopIteration:
        return True
    except Exception:  # the client has gone
        logger.debug("a piece was not sent", exc_info=True)
        return False
    sending.close()
    return False
