"""The body of a request: short ones are there before anything begins, long ones are read as the application asks.

So whoever sends slowly holds a connection and nothing else, and who sends much is read only once the application has
looked at the caller and at the length. Each body has a deadline as a whole.
"""

from __future__ import annotations

import io
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from domain.ledger.parking import Signal, signal

SHORT = 64 * 1024  # bytes; what is no longer is waited for before the application begins
READ_AHEAD = 64 * 1024  # bytes of a long body that are taken before the application asks for them


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
    """A body that is read as it is asked for; its reader stands still until the next piece has come.

    The connection adds pieces on the loop's thread; the application reads on a greenlet of that, or on a thread where
    something long is done aside. `asked` is called by the reader whenever it wants more than is there. One that breaks
    off is not taken for a shorter one.
    """

    def __init__(self, seconds: float, asked: Callable[[], object]) -> None:
        self._end = time.monotonic() + seconds
        self._asked = asked
        self._pieces: deque[bytes] = deque()
        self._piece = memoryview(b"")
        self._ended = False
        self._broken = False
        self._come: Signal | None = None
        self.waiting = 0  # bytes that have come and are not read

    # The connection, on the loop.

    def add(self, piece: bytes) -> None:
        """Add a piece."""
        self.waiting += len(piece)
        self._pieces.append(piece)
        self._tell()

    def end(self) -> None:
        """Say that this was the last."""
        self._ended = True
        self._tell()

    def break_off(self) -> None:
        """Say that the rest does not come."""
        self._broken = True
        self._tell()

    def _tell(self) -> None:
        come = self._come
        if come is not None:
            come.set()

    # The application, wherever it runs.

    def readinto(self, buffer: object) -> int:
        """Give bytes, none at the end; raises `RequestTimeout`, or `ClientDisconnected` where it breaks off."""
        if not self._piece and not self.whole:
            self._piece = memoryview(self._next())
            self.whole = not self._piece
        size, self._piece = _poured(self._piece, buffer)
        return size

    def _next(self) -> bytes:
        """Return the next piece once it has come."""
        while True:
            if self._pieces:
                piece = self._pieces.popleft()
                self.waiting -= len(piece)
                return piece
            if self._ended:
                return b""
            if self._broken:
                raise ClientDisconnected
            self._wait()

    def _wait(self) -> None:
        come = self._come = signal()
        if self._pieces or self._ended or self._broken:
            return  # while the signal was made
        self._asked()
        if not come.wait(max(0.0, self._end - time.monotonic())):
            raise RequestTimeout


def _poured(piece: memoryview, buffer: object) -> tuple[int, memoryview]:
    """Put as much of a piece into a buffer as it holds; return how much, and the rest."""
    room = memoryview(buffer).cast("B")  # type: ignore[arg-type]
    size = min(len(room), len(piece))
    room[:size] = piece[:size]
    return size, piece[size:]
