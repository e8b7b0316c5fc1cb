"""The body of a request: short ones are there before anything begins, long ones are read as the application asks.

So whoever sends slowly holds a connection and nothing else, and who sends much is read only once the application has
looked at the caller and at the length. Each body has a deadline as a whole.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Protocol

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # its own name there, exported without saying so
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from api.running.bridge.environ import Headers, Scope
from api.running.bridge.hub import Hub
from domain.ledger.parking import GoneError, signal

CLOSE = 0.002  # seconds: timers of a loop may come so much too early
SHORT = 64 * 1024  # bytes; what is no longer is waited for before the application begins


class Incoming(Protocol):
    """Where the body comes from."""

    async def __call__(self) -> bytes:
        """Return the body when all of it has come."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the body piece by piece."""


class Body(Protocol):
    """A body; `whole` once nothing of it is left on the connection."""

    @property
    def whole(self) -> bool:
        """Say whether all of it was read from the connection."""

    def opened(self) -> io.IOBase:
        """Return it as the application reads it."""


class Short:
    """A body that is there."""

    __slots__ = ("text",)
    whole = True

    def __init__(self, text: bytes = b"") -> None:
        self.text = text

    def opened(self) -> io.IOBase:
        """Return it from its beginning on."""
        return io.BytesIO(self.text)


class _Coming(io.RawIOBase):
    """A body that is not there."""

    whole = False

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def opened(self) -> io.IOBase:
        """Return itself."""
        return self


class Late(_Coming):
    """A body that has not come in time; whoever reads it hears so."""

    def readinto(self, _: object) -> int:
        """Raise `RequestTimeout`."""
        raise RequestTimeout


class Long(_Coming):
    """A body that is read as it is asked for; its reader is parked until the next piece has come.

    One that breaks off is not taken for a shorter one: the server gives an empty piece at its end, and one more for
    what it could not read. Trailers, which nobody here asks for, come as such a piece too, and break it off.
    """

    def __init__(self, hub: Hub, incoming: Incoming, seconds: float) -> None:
        self._hub = hub
        self._pieces = aiter(incoming)
        self._end = hub.loop.time() + seconds
        self._piece = memoryview(b"")

    def readinto(self, buffer: object) -> int:
        """Give bytes, none at the end; raises `RequestTimeout`, or `ClientDisconnected` where it breaks off."""
        if not self._piece and not self.whole:
            self._piece = memoryview(self._next())
            self.whole = not self._piece
        size, self._piece = _poured(self._piece, buffer)
        return size

    def _next(self) -> bytes:
        """Wait for the next piece; on a greenlet, or on a thread where something long is done aside."""
        come = signal()
        reading = asyncio.run_coroutine_threadsafe(self._one(), self._hub.loop)
        reading.add_done_callback(lambda _: come.set())
        try:
            if come.wait(max(0.0, self._end - self._hub.loop.time())):
                return reading.result()
        except ProtocolClosed:
            raise ClientDisconnected from None
        finally:
            reading.cancel()
        raise RequestTimeout

    async def _one(self) -> bytes:
        """Return the next piece, an empty one at the end; raises `ProtocolClosed` where it breaks off."""
        piece = await anext(self._pieces, b"")
        if not piece and await anext(self._pieces, None) is not None:
            raise ProtocolClosed
        return piece


def _poured(piece: memoryview, buffer: object) -> tuple[int, memoryview]:
    """Put as much of a piece into a buffer as it holds; return how much, and the rest."""
    room = memoryview(buffer).cast("B")  # type: ignore[arg-type]
    size = min(len(room), len(piece))
    room[:size] = piece[:size]
    return size, piece[size:]


class Patience:
    """Waits for short bodies, for each of them so many seconds; one timer serves all that wait."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self._ends: dict[asyncio.Task[object], float] = {}  # of those that wait, the first to end first
        self._late: set[asyncio.Task[object]] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, incoming: Incoming) -> bytes:
        """Return a body when it has come; raises `TimeoutError`. A timer for each costs more than the body itself."""
        task = asyncio.current_task(self._loop)
        assert task is not None, "a request is a task"
        self._ends[task] = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._look)
        try:
            return await incoming()
        except asyncio.CancelledError:
            if task not in self._late:
                raise
            task.uncancel()
            raise TimeoutError from None
        finally:
            self._late.discard(task)
            self._ends.pop(task, None)

    def _look(self) -> None:
        """End the waits that last too long, and look again when the next may."""
        self._timer = None
        for task, end in tuple(self._ends.items()):
            left = end - self._loop.time()
            if left > CLOSE:
                self._timer = self._loop.call_later(left, self._look)
                return
            del self._ends[task]
            self._late.add(task)
            task.cancel()


async def body_of(scope: Scope, incoming: Incoming, hub: Hub, seconds: float, patience: Patience) -> Body:
    """Return the body of a request; waits for a short one. Raises `GoneError` if the client does not send it."""
    length = _length(scope.headers)
    if length == 0:
        return Short()
    if length is None or length > SHORT:
        return Long(hub, incoming, seconds)
    try:
        return Short(await patience.wait(incoming))
    except TimeoutError:
        return Late()
    except ProtocolClosed:
        raise GoneError from None


def _length(headers: Headers) -> int | None:
    """Return how long the body is, `None` where nobody has said; the server has refused what is no number."""
    said = headers.get("content-length")
    if said is not None:
        return int(said)
    return 0 if headers.get("transfer-encoding") is None else None
