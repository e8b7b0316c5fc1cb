"""Where connections come in: a socket that all processes of a service listen at, each taking its even share."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import MutableSequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from api.running.front.connection import UNREAD, Connection
from api.running.front.front import Front

BACKLOG = 4096  # connections that wait to be let in; the system may allow fewer
AT_ONCE = 64  # that are let in in one turn of the loop
DEFERRED = 0.004  # seconds that a process with more connections than another leaves the next one to that
DEFERRALS = 5  # of one, after which it takes it all the same: the other is busy
BREATH = 0.5  # seconds after which a process that has no room for another file looks again

logger = logging.getLogger("matchledger.front")


def bound(host: str, port: int) -> socket.socket:
    """Return a socket at an address; nobody reaches it until somebody listens. Raises `OSError`."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):  # what the kernel takes for one who does not read; connections inherit
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNREAD)
        listener.bind(address)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


class Place(NamedTuple):
    """Which of the processes this is, and how many connections each of them has, in memory that they share."""

    number: int
    held: MutableSequence[int]


class Door:
    """Lets connections in to one process, `most` at the same time."""

    def __init__(self, front: Front, listener: socket.socket, place: Place, most: int) -> None:
        self._front = front
        self._listener = listener
        self._place = place
        self._most = most
        self._open = False
        self._over = False
        self._deferrals = 0
        self._coming: set[asyncio.Task[object]] = set()
        front.left = self._on_change

    def open(self) -> None:
        """Let connections in from now on."""
        self._listener.listen(BACKLOG)
        self._watch()

    def close(self) -> None:
        """Let nobody in any more, whoever else has the socket: they would wait for one who never comes."""
        self._over = True
        self._pause()
        with suppress(OSError):  # another process was first
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _watch(self) -> None:
        if not (self._over or self._open):
            self._open = True
            self._front.loop.add_reader(self._listener.fileno(), self._knock)

    def _pause(self) -> None:
        if self._open:
            self._open = False
            self._front.loop.remove_reader(self._listener.fileno())

    def _count(self) -> int:
        here = len(self._front.connections) + len(self._coming)
        self._place.held[self._place.number] = here
        return here

    def _on_change(self) -> None:
        """One has left, or is in and no more on its way: there may be room again."""
        if self._count() < self._most and not self._deferrals:
            self._watch()

    def _knock(self) -> None:
        """Somebody wants in."""
        here = self._count()
        alone = len(self._place.held) == 1
        if here >= self._most:
            self._pause()
            return
        if not alone and here > min(self._place.held) and self._deferrals < DEFERRALS:
            self._deferrals += 1
            self._pause()
            self._front.loop.call_later(DEFERRED, self._watch)
            return
        self._deferrals = 0
        for _ in range(min(AT_ONCE if alone else 1, self._most - here)):
            if not self._let_in():
                return

    def _let_in(self) -> bool:
        """Take one; say whether there may be more."""
        try:
            connection, _ = self._listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return False
        except OSError as error:
            if error.errno == errno.EINVAL:  # another process has shut it down: all of them stop
                self.close()
                return False
            # such as too many files of the whole system
            logger.warning("no connection can be taken now: %s", error.strerror)
            self._pause()
            self._front.loop.call_later(BREATH, self._watch)
            return False
        connection.setblocking(False)
        coming = self._front.loop.create_task(self._begun(connection))
        self._coming.add(coming)
        coming.add_done_callback(self._on_begun)
        self._count()
        return True

    async def _begun(self, connection: socket.socket) -> None:
        try:
            await self._front.loop.connect_accepted_socket(partial(Connection, self._front), connection)
        except OSError:  # it has gone again
            connection.close()

    def _on_begun(self, coming: asyncio.Task[object]) -> None:
        self._coming.discard(coming)
        self._on_change()
