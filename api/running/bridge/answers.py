"""What the application answers: at once where it is short, piece by piece where it is long or not yet there."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from api.outlets import SEND
from api.running.bridge.body import Body, Short
from api.running.bridge.environ import environ_of
from api.running.bridge.hub import Hub, Parked
from api.running.bridge.request import Request
from domain.ledger.parking import GoneError

AHEAD = 64 * 1024  # bytes that an answer is made ahead of its sending; one that says it is no longer goes out at once
SLICE = 0.002  # seconds that pieces are made before others act
HELD_SECONDS = (
    3600.0  # that a stream stands still at a time; the server ends a connection that takes nothing long before
)

Fields: TypeAlias = list[tuple[str, str]]
Application: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# Answers a request beside the application, with header fields and a body, or says what the application's environment
# has to hold beside the usual. It is given method, path, query, header fields by small name, body.
Shortcut: TypeAlias = Callable[[str, str, str, Mapping[str, str], bytes], tuple[Fields, bytes] | dict[str, Any]]

logger = logging.getLogger("matchledger.bridge")


class Outgoing(Protocol):
    """Where an answer goes: whole, or as a stream of pieces. All of it on the loop's thread, and none of it waits."""

    def respond(self, status: int, fields: Fields, body: bytes) -> None:
        """Answer at once; `fields` have small names."""

    def stream(self, status: int, fields: Fields, room: Callable[[], object]) -> None:
        """Begin an answer that comes in pieces; `room` is called when it is held up no more."""

    @property
    def held(self) -> bool:
        """Say whether the client has left so much unread that nothing more should be sent."""

    def send(self, piece: bytes) -> bool:
        """Send a piece of the stream; says no where the client has gone."""

    def end(self) -> None:
        """End the stream."""

    def cut(self) -> None:
        """Break the stream off, so that its client does not take what it has for the whole."""


class Head(NamedTuple):
    """Status and header fields."""

    status: int
    fields: Fields


CLOSING = [("cache-control", "no-store"), ("connection", "close")]
BROKEN = Head(500, CLOSING)
LEFT = Head(400, CLOSING)  # whoever has closed its own side only may still read that


class Answer:
    """Runs the application for one request on a greenlet, and sends what it answers: at once, or as it comes.

    Pieces go out when the greenlet waits: the loop sends what is there in its next turn.
    """

    _head = BROKEN
    _size = 0  # bytes that are made and not sent
    _begun = 0.0
    _short = False
    _is_stream = False
    _is_due = False  # the loop sends in its next turn
    _ended = False
    _cut = False
    _room: Parked | None = None

    def __init__(self, hub: Hub, request: Request, body: Body, outgoing: Outgoing) -> None:
        self._hub = hub
        self._request = request
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
            self._head = LEFT
        except BaseException:
            logger.exception("the application failed")
            self._cut = True  # what has begun cannot be taken back
            self._head = BROKEN
        finally:
            self._ended = True
            self._end()

    def _plain(self, shortcut: Shortcut) -> tuple[Fields, bytes] | dict[str, Any]:
        """Ask the shortcut about a request whose body is there and whose header fields can be read, each name once."""
        request, body = self._request, self._body
        if not request.is_plain or not isinstance(body, Short):
            return {}
        return shortcut(request.method, request.path, request.query, request.headers, body.text)

    def _make(self, application: Application, told: dict[str, Any]) -> None:
        environ = environ_of(self._request, self._body.opened())
        pieces = application({**environ, **told, SEND: self.send_past}, self._start)
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
        if not self._is_due:
            self._is_due = True
            self._hub.loop.call_soon(self._send)
        if self._room is None:
            self._room = self._hub.signal()
        while self._size >= AHEAD or (self._made and self._is_held()):
            self._room.clear()
            self._room.wait(HELD_SECONDS)
        if time.monotonic() - self._begun > SLICE:
            self._hub.pause()
            self._begun = time.monotonic()
        if self._cut:
            raise GoneError

    def _is_held(self) -> bool:
        return self._is_stream and self._outgoing.held

    def _end(self) -> None:
        """Send what is left, and end the answer."""
        text = b"".join(self._made)
        if not self._is_stream:
            self._outgoing.respond(*self._head, b"" if self._cut else text)
        elif self._cut:
            self._outgoing.cut()
        else:
            if text:
                self._outgoing.send(text)
            self._outgoing.end()

    # On the loop: what was made is sent.

    def _send(self) -> None:
        """Send what is there, unless the client is held up or all of it has gone out."""
        self._is_due = False
        if self._ended or not self._made:
            return
        if not self._is_stream:
            self._is_stream = True
            self._outgoing.stream(*self._head, self._send)
        if self._outgoing.held:
            return
        piece, self._made, self._size = b"".join(self._made), [], 0
        self._cut = not (self._outgoing.send(piece) or not piece)
        assert self._room is not None, "whoever has made a piece can be woken"
        self._room.set()

    def send_past(self, piece: bytes) -> bool:
        """Send a piece while the application waits; for others on the loop's thread.

        Says no and sends nothing where something is on its way, where the client has left much unread or has gone.
        """
        if not self._is_stream or self._ended or self._made or self._outgoing.held:
            return False
        return self._outgoing.send(piece)
