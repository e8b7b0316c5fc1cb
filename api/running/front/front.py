"""What all connections of a process share: who answers, how long clients may take, and how all of them end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from api.running.bridge.server import Bridge
from api.running.front.deadlines import Bounded, Deadlines

STOP_SECONDS = 10.0  # that what has begun has to end once the service stops


class Counted(Bounded, Protocol):
    """A connection, as far as it is counted and ended."""

    client: str  # `HOST:PORT` of whoever came

    def stop(self) -> None:
        """Answer what has begun, and take nothing more."""

    def abort(self) -> None:
        """Break off."""


class Bounds(NamedTuple):
    """How long a client may take, in seconds."""

    idle: float  # between requests, and for a head
    body: float


class Front:
    """What all connections of a process share."""

    def __init__(self, loop: asyncio.AbstractEventLoop, bridge: Bridge, bounds: Bounds) -> None:
        self.loop = loop
        self.bridge = bridge
        self.bounds = bounds
        self.deadlines = Deadlines(loop, bounds.idle)
        self.connections: set[Counted] = set()
        self.left: Callable[[], object] = lambda: None  # called when a connection has gone
        self.stops = False
        self._empty = asyncio.Event()

    def begin(self, one: Counted) -> None:
        """Count a connection."""
        self.connections.add(one)
        self.deadlines.watch(one)

    def end(self, one: Counted) -> None:
        """Count it no more."""
        self.connections.discard(one)
        self.deadlines.forget(one)
        self.left()
        if self.stops and not self.connections:
            self._empty.set()

    async def stop(self) -> None:
        """Close what is idle, and everything else once it is answered; returns when all connections have gone."""
        self.stops = True
        for one in tuple(self.connections):
            one.stop()
        if self.connections:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._empty.wait(), STOP_SECONDS)
        for one in tuple(self.connections):
            one.abort()
        self.deadlines.stop()
