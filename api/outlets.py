"""The way past a stream: a piece reaches its reader while the stream itself sleeps, under a server that offers that.

The bridge does (`api.running.bridge`): it saves waking a greenlet for each reader of a table. Under any other WSGI
server, and whenever the way is not free, the stream wakes and sends the piece itself: the same bytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

SEND = "matchledger.send"  # of an environment: sends a piece of this answer at once, or says no and sends nothing

Send: TypeAlias = Callable[[bytes], bool]


class Outlet:
    """Where one stream's pieces go, and when the last of them went."""

    def __init__(self, environ: Mapping[str, Any] | None = None) -> None:
        self._send: Send | None = None if environ is None else environ.get(SEND)
        self.spoke = time.monotonic()

    @property
    def leads_past(self) -> bool:
        """Say whether the server offers the way past the stream at all."""
        return self._send is not None

    def note(self) -> None:
        """Note that the stream has said something just now."""
        self.spoke = time.monotonic()

    def send(self, piece: bytes) -> bool:
        """Send a piece past the stream, which waits; says no where the stream must wake and send it."""
        if self._send is None or not self._send(piece):
            return False
        self.note()
        return True
