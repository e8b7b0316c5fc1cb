"""A bridge on a loop of its own, and requests as granian would pass them on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from api.running.bridge.answers import Application, Shortcut
from api.running.bridge.server import Bridge

SECONDS = 60.0  # for anything: a loaded machine is slow


class Fields:
    """Header fields."""

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self._fields = list(fields)

    def keys(self) -> list[str]:
        """Return the names."""
        return [*dict(self._fields)]

    def items(self) -> list[tuple[str, str]]:
        """Return all that can be read."""
        return [(name, value) for name, value in self._fields if value.isascii()]

    def get(self, key: str, default: Any = None) -> Any:
        """Return one."""
        return dict(self.items()).get(key, default)


class Asked:
    """The head of a request."""

    http_version = "1.1"
    server = "127.0.0.1:80"
    client = "10.0.0.7:4000"
    scheme = "http"

    def __init__(self, method: str, path: str, *fields: tuple[str, str], query: str = "") -> None:
        self.method = method
        self.path = path
        self.query_string = query
        self.headers = Fields(fields)


class Client:
    """The other end of a request: sends pieces of a body, takes the answer, and may leave."""

    def __init__(self, *pieces: bytes, stuck: bool = False) -> None:
        self._pieces = pieces
        self._stuck = stuck
        self._left = asyncio.Event()
        self._came = asyncio.Event()
        self.status = 0
        self.fields: dict[str, str] = {}
        self.got: list[bytes] = []
        self.streamed = False
        self.reads = asyncio.Event()
        self.reads.set()

    async def __call__(self) -> bytes:
        """Send the body."""
        return b"".join([piece async for piece in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Send the pieces, and then the end unless it is stuck."""
        for piece in self._pieces:
            yield piece
        if self._stuck:
            await asyncio.Event().wait()

    async def client_disconnect(self) -> None:
        """Wait until it leaves."""
        await self._left.wait()

    def leave(self) -> None:
        """Leave."""
        self._left.set()

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Take an answer."""
        self.status, self.fields = status, dict(headers)
        self.got.append(body)
        self._came.set()

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Client:
        """Take the head of an answer."""
        self.status, self.fields, self.streamed = status, dict(headers), True
        return self

    async def send_bytes(self, data: bytes) -> None:
        """Take a piece, unless it does not read; fails once it has left."""
        await self.reads.wait()
        if self._left.is_set():
            raise ConnectionError("the client has gone")
        self.got.append(data)
        self._came.set()

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

    def begin(self, asked: Asked, client: Client) -> asyncio.Task[None]:
        """Pass a request on."""
        return asyncio.get_running_loop().create_task(_one(self.bridge, asked, client))

    async def answer(self, asked: Asked, client: Client | None = None) -> tuple[int, bytes]:
        """Return what a request is answered in the end."""
        taker = client or Client()
        async with asyncio.timeout(SECONDS):
            await self.begin(asked, taker)
        return taker.status, b"".join(taker.got)


async def _one(bridge: Bridge, asked: Asked, client: Client) -> None:
    await bridge.__rsgi__(asked, client)


def running(application: Application, *, body_seconds: float = SECONDS, shortcut: Shortcut | None = None) -> Running:
    """Run an application on the present loop."""
    bridge = Bridge(application, threads=2, body_seconds=body_seconds, shortcut=shortcut)
    bridge.__rsgi_init__(asyncio.get_running_loop())
    return Running(bridge)


async def ended(task: asyncio.Task[None]) -> None:
    """Wait for the end of a request."""
    with suppress(asyncio.CancelledError):
        async with asyncio.timeout(SECONDS):
            await task
