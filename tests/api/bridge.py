"""A bridge on a loop of its own, and requests as the server would pass them on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from api.running.bridge.answers import Application, Fields, Shortcut
from api.running.bridge.body import SHORT, Body, Long, Short
from api.running.bridge.hub import Worker
from api.running.bridge.request import Request
from api.running.bridge.server import Bridge

SECONDS = 60.0  # for anything: a loaded machine is slow


def asked(method: str, path: str, *fields: tuple[str, str], query: str = "") -> Request:
    """Return the head of a request."""
    target = f"{quote(path)}?{query}" if query else quote(path)
    told = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in fields]
    return Request(method, target.encode(), "1.1", told, "127.0.0.1:80", "10.0.0.7:4000")


class Client:
    """The other end of a request: sends pieces of a body, takes the answer, and may leave.

    A body that is `stuck` does not end; one that is `broken` breaks off after the pieces.
    """

    def __init__(self, *pieces: bytes, stuck: bool = False, broken: bool = False) -> None:
        self._pieces = pieces
        self._stuck = stuck
        self._broken = broken
        self._came = asyncio.Event()
        self._done = asyncio.Event()
        self._left = False
        self._room: Callable[[], object] | None = None
        self.worker: Worker | None = None
        self.status = 0
        self.fields: dict[str, str] = {}
        self.got: list[bytes] = []
        self.streamed = False
        self.cut_off = False
        self.held = False

    def body(self, request: Request, seconds: float) -> Body:
        """Return the body that it sends with a request."""
        length = request.headers.get("content-length")
        if "transfer-encoding" not in request.headers and int(length or 0) <= SHORT:
            return Short(b"".join(self._pieces) if length else b"")
        long = Long(seconds, lambda: None)
        for piece in self._pieces:
            long.add(piece)
        if self._broken:
            long.break_off()
        elif not self._stuck:
            long.end()
        return long

    def leave(self) -> None:
        """Leave."""
        self._left = True
        if self.worker is not None and not self._done.is_set():
            self.worker.leave()

    def read(self) -> None:
        """Read on."""
        self.held = False
        if self._room is not None:
            self._room()

    def respond(self, status: int, fields: Fields, body: bytes) -> None:
        """Take an answer."""
        self.status, self.fields = status, dict(fields)
        self.got.append(body)
        self.end()

    def stream(self, status: int, fields: Fields, room: Callable[[], object]) -> None:
        """Take the head of an answer."""
        self.status, self.fields, self.streamed, self._room = status, dict(fields), True, room

    def send(self, piece: bytes) -> bool:
        """Take a piece, unless it has left."""
        if self._left:
            return False
        self.got.append(piece)
        self._came.set()
        return True

    def end(self) -> None:
        """Hear that the answer has ended."""
        self._came.set()
        self._done.set()

    def cut(self) -> None:
        """Hear that it was broken off."""
        self.cut_off = True
        self.end()

    def done(self) -> bool:
        """Say whether the answer has ended."""
        return self._done.is_set()

    async def ended(self) -> None:
        """Return when the answer has ended."""
        async with asyncio.timeout(SECONDS):
            await self._done.wait()

    async def piece(self) -> bytes:
        """Return what came since it was asked last, once something has."""
        async with asyncio.timeout(SECONDS):
            await self._came.wait()
        self._came.clear()
        got, self.got = b"".join(self.got), []
        return got


class Running(NamedTuple):
    """A bridge at work."""

    bridge: Bridge
    body_seconds: float

    def begin(self, request: Request, client: Client) -> Client:
        """Pass a request on."""
        client.worker = self.bridge.answer(request, client.body(request, self.body_seconds), client)
        return client

    async def answer(self, request: Request, client: Client | None = None) -> tuple[int, bytes]:
        """Return what a request is answered in the end."""
        taker = self.begin(request, client or Client())
        await taker.ended()
        return taker.status, b"".join(taker.got)


def running(application: Application, *, body_seconds: float = SECONDS, shortcut: Shortcut | None = None) -> Running:
    """Run an application on the present loop."""
    bridge = Bridge(application, threads=2, shortcut=shortcut)
    bridge.begin(asyncio.get_running_loop())
    return Running(bridge, body_seconds)
