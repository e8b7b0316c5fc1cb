"""How much of what was sent a client has not taken, asked of the kernel.

Linux tells it of one connection by a message to NETLINK_SOCK_DIAG (sock_diag(7), `struct inet_diag_req_v2`), which
takes some 10 microseconds and no privilege. Elsewhere nobody knows.
"""

from __future__ import annotations

import socket
import struct
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

NETLINK_SOCK_DIAG = 4
SOCK_DIAG_BY_FAMILY = 20
NLM_F_REQUEST = 1
ALL_STATES = 0xFFFFFFFF
NO_COOKIE = struct.pack("=II", 0xFFFFFFFF, 0xFFFFFFFF)
HEADER = struct.Struct("=IHHII")  # length, type, flags, number, port
ASKED = struct.Struct("=BBBBI")  # family, protocol, extensions, padding, states
STATE = HEADER.size + 1
LISTENING = 10
WQUEUE = HEADER.size + 4 + 48 + 4 + 4  # after the state, the addresses, the expiry and what waits to be read


def unsent(server: str, client: str) -> int | None:
    """Return the bytes of the connection between two addresses (`HOST:PORT`) that the client has not acknowledged.

    `None` where nobody knows.
    """
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_CLOEXEC, NETLINK_SOCK_DIAG) as kernel:
            kernel.setblocking(False)
            kernel.send(_question(server, client))
            return _answered(kernel.recv(4096))
    except (AttributeError, OSError, ValueError):
        return None


def _question(server: str, client: str) -> bytes:
    (here, port), (there, peer) = _address(server), _address(client)
    if here.is_unspecified:
        here = _route(there)
    family = socket.AF_INET if here.version == 4 else socket.AF_INET6
    places = struct.pack("!HH16s16s", port, peer, here.packed, there.packed)
    text = ASKED.pack(family, socket.IPPROTO_TCP, 0, 0, ALL_STATES) + places + struct.pack("=I", 0) + NO_COOKIE
    return HEADER.pack(HEADER.size + len(text), SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, 1, 0) + text


@lru_cache(1024)
def _route(there: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the address of ours that answers to another: a server at all addresses does not say which it was."""
    family = socket.AF_INET if there.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((str(there), 9))  # of a datagram, so nothing is sent
        return ip_address(probe.getsockname()[0])


def _address(text: str) -> tuple[IPv4Address | IPv6Address, int]:
    host, _, port = text.rpartition(":")
    return ip_address(host.strip("[]")), int(port)


def _answered(text: bytes) -> int | None:
    _, kind, *_ = HEADER.unpack_from(text)
    if kind != SOCK_DIAG_BY_FAMILY or len(text) < WQUEUE + 4 or text[STATE] == LISTENING:
        return None  # for a connection that is none it tells of whoever listens there
    found: int = struct.unpack_from("=I", text, WQUEUE)[0]
    return found
