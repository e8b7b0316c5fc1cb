"""A connection of the server without a socket: what is sent to it, and what it writes."""

from __future__ import annotations

import asyncio
from typing import Any

from api.running.front.connection import Connection
from api.running.front.front import Front

SECONDS = 60.0  # for anything: a loaded machine is slow
HERE, THERE = ("127.0.0.1", 80), ("10.0.0.7", 4000)


class Transport(asyncio.Transport):
    """What the connection writes to; it may be told that much is unread."""

    def __init__(self, front: Front) -> None:
        super().__init__()
        self.written = b""
        self.paused = self.ended = self.closed = self.aborted = False
        self.unread = 0
        self.full = False  # whatever is written is too much
        self._came = asyncio.Event()
        self.connection: Connection = Connection(front)
        self.connection.connection_made(self)

    # What a client does.

    def send(self, data: bytes) -> None:
        """Let this come, whether or not it is read by now."""
        self.connection.data_received(data)

    def finish(self) -> None:
        """Send nothing more, and read on."""
        if not self.connection.eof_received():
            self.close()

    def leave(self) -> None:
        """Be gone."""
        self.closed = True
        self.connection.connection_lost(None)

    async def answer(self, data: bytes) -> tuple[int, bytes]:
        """Send a request and return status and body of the answer, which says its length."""
        self.send(data)
        async with asyncio.timeout(SECONDS):
            while (found := self.taken()) is None:
                self._came.clear()
                await self._came.wait()
        return found

    def taken(self) -> tuple[int, bytes] | None:
        """Take an answer that says its length and has come."""
        head, _, rest = self.written.partition(b"\r\n\r\n")
        length = b"content-length: "
        place = head.find(length)
        if place < 0:
            return None
        size = int(head[place + len(length) :].split(b"\r\n", 1)[0])
        if len(rest) < size:
            return None
        self.written = rest[size:]
        return int(head[9:12]), rest[:size]

    async def until(self, text: bytes) -> bytes:
        """Return what was written, once this is in it."""
        async with asyncio.timeout(SECONDS):
            while text not in self.written:
                self._came.clear()
                await self._came.wait()
        return self.written

    # What the connection calls.

    def write(self, data: Any) -> None:
        """Take what is written."""
        assert not self.closed, "nothing is written to a connection that is closed"
        self.written += data
        self._came.set()
        if self.full:
            self.connection.pause_writing()

    def write_eof(self) -> None:
        """Take the end."""
        self.ended = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return the addresses."""
        return {"sockname": HERE, "peername": THERE}.get(name, default)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Take no notice."""

    def get_write_buffer_size(self) -> int:
        """Return what the client has not taken."""
        return self.unread

    def pause_reading(self) -> None:
        """Read no more."""
        self.paused = True

    def resume_reading(self) -> None:
        """Read on."""
        self.paused = False

    def is_closing(self) -> bool:
        """Say whether it is over."""
        return self.closed

    def close(self) -> None:
        """End the connection; it is told in the loop's next turn."""
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().call_soon(self.connection.connection_lost, None)

    def abort(self) -> None:
        """Break the connection off."""
        self.aborted = True
        self.close()
