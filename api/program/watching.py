"""Waiting for the next entry of a table by its stream; by asking again where the service gives none."""

from __future__ import annotations

import http.client
import time
from collections.abc import Callable
from typing import Any

import msgspec

from api.program.client import AWAY, WAIT, ProblemError, TableClient

PAUSE = 1.0  # seconds until a stream is asked for again that ended without a word


class Watching:
    """Whether there is something new at a table."""

    def __init__(
        self,
        client: TableClient,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._clock = clock
        self._pause = pause
        self._stream: Any = None
        self._last = 0  # entry that the stream told of
        self._refused = False  # by a service without streams

    def wait(self, n: int) -> None:
        """Return when the table has an entry after `n`, or when nothing has come for a while.

        A service that is gone is waited for as every request does.
        """
        end = self._clock() + WAIT
        while self._last <= n:
            if self._stream is None and not self._open(n):
                self._client.offers(WAIT)
                return
            said = self._next()
            if said is None:
                self._client.offers()  # tells the player if the service is gone, and waits for it
                return
            self._last = max(self._last, said)
            if self._clock() > end:
                return

    def _open(self, n: int) -> bool:
        """Open a stream; say whether the service gave one."""
        if self._refused:
            return False
        try:
            self._stream = self._client.stream(n)
        except ProblemError as error:
            self._refused = error.status not in AWAY
            return False
        except (OSError, http.client.HTTPException):
            return False
        return True

    def _next(self) -> int | None:
        """Return the number of the entry that a line tells of, 0 for a note, nothing at the end of the stream."""
        try:
            line = self._stream.readline()
        except (OSError, http.client.HTTPException):
            line = b""
        note = None if not line.endswith(b"\n") else msgspec.json.decode(line, type=_Line)
        if note is None or (note.note is not None and note.note.event == "closed"):
            self._stream.close()
            self._stream = None
            if note is not None:
                self._pause(PAUSE)
            return None
        return 0 if note.entry is None else note.entry.n


class _Entry(msgspec.Struct):
    n: int


class _Note(msgspec.Struct):
    event: str = ""


class _Line(msgspec.Struct):
    """A line of a stream."""

    entry: _Entry | None = None
    note: _Note | None = None
