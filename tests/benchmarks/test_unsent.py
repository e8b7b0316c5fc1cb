"""What the kernel says a client has not taken."""

from __future__ import annotations

import socket
import sys

import pytest

from benchmarks.unsent import unsent

MUCH = 8 * 1024 * 1024  # bytes; more than the buffers of a connection hold


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it")
@pytest.mark.parametrize(("host", "told"), [("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "0.0.0.0"), ("::1", "[::]")])
def test_the_bytes_that_a_client_has_not_read_are_known(host: str, told: str) -> None:
    """Also where the server listens at all addresses."""
    family = socket.AF_INET if ":" not in host else socket.AF_INET6
    with (
        socket.create_server((host, 0), family=family) as listener,
        socket.create_connection(listener.getsockname()[:2]) as client,
        listener.accept()[0] as connection,
    ):
        here = f"{told}:{listener.getsockname()[1]}"
        there = host if family == socket.AF_INET else f"[{host}]"
        peer = f"{there}:{client.getsockname()[1]}"
        assert unsent(here, peer) == 0
        connection.setblocking(False)
        sent = connection.send(bytes(MUCH))
        left = unsent(here, peer)
        assert left is not None
        assert 0 < left <= sent
        assert unsent(here, f"{there}:1") is None


def test_nobody_knows_of_a_connection_that_is_none() -> None:
    for server, client in (("127.0.0.1:1", "127.0.0.1:2"), ("nowhere", "127.0.0.1:2"), ("127.0.0.1:x", "")):
        assert unsent(server, client) is None
