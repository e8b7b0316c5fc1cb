"""A client that costs little: ready requests over keep-alive connections, one waiting for its answer on each."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.service import HOST, ServiceError

PATIENCE = 60.0  # seconds for one answer, on a loaded machine
CHUNK = 65_536  # bytes
CLIENT = (
    "one Python process, raw sockets with keep-alive, requests made ready before; it shares the cores with the server"
)


class Sent(NamedTuple):
    """How long a set of requests took in all, and each of them; seconds."""

    elapsed: float
    each: tuple[float, ...]


def post(path: str, token: str, tag: str, body: bytes, key: str) -> bytes:
    """Return the bytes of a POST that answers a decision."""
    head = (
        f"POST /api/v1{path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        f"If-Match: {tag}\r\nIdempotency-Key: {key}\r\n\r\n"
    )
    return head.encode("ascii") + body


class _Connection:
    """One keep-alive connection working off its requests in order."""

    def __init__(self, port: int, requests: Iterable[bytes]) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests: Iterator[bytes] = iter(requests)
        self._begun = 0.0
        self._received = b""

    def send(self) -> bool:
        """Send the next request; say whether there was one."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._received = b""
        self._begun = time.perf_counter()
        self.socket.sendall(request)
        return True

    def receive(self) -> float | None:
        """Read what came; return the seconds since the request once its answer is whole.

        Raises `ServiceError` for any status but 200.
        """
        piece = self.socket.recv(CHUNK)
        if not piece:
            raise ServiceError("the server closed a connection")
        self._received += piece
        head, blank, body = self._received.partition(b"\r\n\r\n")
        if not blank or len(body) < _content_length(head):
            return None
        took = time.perf_counter() - self._begun
        if not head.startswith(b"HTTP/1.1 200"):
            raise ServiceError(f"{head[:40]!r} {body[:300]!r}")
        return took


def _content_length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    raise ServiceError("an answer does not say its length")


def send_all(port: int, queues: Sequence[Sequence[bytes]]) -> Sent:
    """Send each queue of requests over a connection of its own, all at the same time."""
    with selectors.DefaultSelector() as selector:
        connections = [_Connection(port, queue) for queue in queues]
        try:
            return _sent(selector, connections)
        finally:
            for connection in connections:
                connection.socket.close()


def _sent(selector: selectors.BaseSelector, connections: Sequence[_Connection]) -> Sent:
    each = []
    begun = time.perf_counter()
    for connection in connections:
        if connection.send():
            selector.register(connection.socket, selectors.EVENT_READ, connection)
    while selector.get_map():
        ready = selector.select(PATIENCE)
        if not ready:
            raise ServiceError(f"no answer for {PATIENCE} s")
        for key, _ in ready:
            took = key.data.receive()
            if took is None:
                continue
            each.append(took)
            if not key.data.send():
                selector.unregister(key.fileobj)
    return Sent(time.perf_counter() - begun, tuple(each))
