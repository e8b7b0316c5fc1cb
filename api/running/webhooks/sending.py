"""One letter taken to one receiver: a POST on a connection to an address that was looked at first.

Nothing that answers is trusted: redirects are an answer like any other, little is read, and all of it ends in time.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from api.requests.webhooks.targets import Resolve, Target, TargetError, addresses, target_of

SECONDS = 10.0  # for a whole attempt, from the look-up of the name to the end of the answer's head
HEAD_BYTES = 16 * 1024  # of an answer; nothing after it is read
CHUNK = 4096
ADDRESSES_AT_MOST = 3  # of a host that are tried
STATUS = re.compile(rb"HTTP/1\.[01] ([2-5][0-9]{2})[ \r]")


class Told(NamedTuple):
    """What came of an attempt: the status that was answered, or why there was no answer, in a word."""

    status: int | None = None
    fault: str | None = None


Send: TypeAlias = Callable[[str, bytes, Mapping[str, str]], Told]


def resolved(host: str, port: int) -> list[str]:
    """Return the addresses of a host; raises `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


class Sender:
    """Takes letters to receivers; `anywhere` is the operator's word that private addresses and `http` are allowed."""

    def __init__(self, *, anywhere: bool, resolve: Resolve = resolved) -> None:
        self._anywhere = anywhere
        self._resolve = resolve
        self._trusted = ssl.create_default_context()

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Told:
        """Send a letter once."""
        end = time.monotonic() + SECONDS
        try:
            target = target_of(url, anywhere=self._anywhere)
            found = addresses(target, self._resolve, anywhere=self._anywhere)
            with self._connected(target, found[:ADDRESSES_AT_MOST], end) as connection:
                return _asked(connection, _request(target, body, headers), end)
        except TargetError as error:
            return Told(fault=error.reason)
        except ssl.SSLCertVerificationError:
            return Told(fault="certificate")
        except TimeoutError:
            return Told(fault="timeout")
        except OSError:  # of TLS too
            return Told(fault="unreachable")

    def _connected(self, target: Target, found: list[str], end: float) -> socket.socket:
        """Connect to the first address that answers, and speak TLS there unless it is `http`; raises `OSError`."""
        plain = _plain(found, target.port, end)
        if target.scheme == "http":
            return plain
        try:
            plain.settimeout(_left(end))
            return self._trusted.wrap_socket(plain, server_hostname=target.host)
        except BaseException:
            plain.close()
            raise


def _plain(found: list[str], port: int, end: float) -> socket.socket:
    """Connect to the first of the very addresses that were looked at; raises `OSError` where none answers."""
    *others, last = found
    for address in others:
        try:
            return socket.create_connection((address, port), timeout=_left(end))
        except OSError:
            continue
    return socket.create_connection((last, port), timeout=_left(end))


def _left(end: float) -> float:
    """Return how many seconds are left; raises `TimeoutError` if none are."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    said = {
        "Host": target.authority,
        "User-Agent": "Matchledger",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = f"POST {target.path} HTTP/1.1\r\n" + "".join([f"{name}: {value}\r\n" for name, value in said.items()])
    return head.encode("latin-1") + b"\r\n" + body


def _asked(connection: socket.socket, request: bytes, end: float) -> Told:
    """Send a request and read the head of what is answered; raises `OSError`."""
    connection.settimeout(_left(end))
    connection.sendall(request)  # its timeout is that of the whole
    head = b""
    while b"\r\n\r\n" not in head and len(head) < HEAD_BYTES:
        connection.settimeout(_left(end))
        more = connection.recv(CHUNK)
        if not more:
            break
        head += more
    found = STATUS.match(head)
    return Told(fault="no_answer") if found is None else Told(status=int(found[1]))
