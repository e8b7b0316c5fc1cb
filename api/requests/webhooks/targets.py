"""Where webhooks may lead: to `https` and public addresses, unless the operator allows others.

Whoever gives an address may not make the service speak to what only it can reach. A name may lead elsewhere at any
time, so what decides is the address that a connection is made to, looked at before each.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple, TypeAlias
from urllib.parse import urlsplit

Address: TypeAlias = IPv4Address | IPv6Address
Resolve: TypeAlias = Callable[[str, int], list[str]]

PORTS = {"https": 443, "http": 80}
TRANSLATED = IPv6Network("64:ff9b::/96")  # IPv4 behind a translator (RFC 6052)
RELAYS = IPv4Network("192.88.99.0/24")  # of 6to4, given up (RFC 7526)
NAME_AT_MOST = 253  # characters (RFC 1035)


class TargetError(Exception):
    """Nothing is sent there; `reason` says why in a word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Target(NamedTuple):
    """An address of a receiver, taken apart."""

    scheme: str
    host: str
    port: int
    authority: str  # host and port as they were written
    path: str  # with its query


def target_of(url: str, *, anywhere: bool) -> Target:
    """Take a URL apart; raises `TargetError` for one that is not followed, whatever its name leads to."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise TargetError("malformed") from None
    if parts.scheme not in PORTS or (parts.scheme == "http" and not anywhere):
        raise TargetError("scheme")
    host = parts.hostname or ""
    if not 0 < len(host) <= NAME_AT_MOST or parts.fragment or port == 0:
        raise TargetError("malformed")
    if "@" in parts.netloc:
        raise TargetError("credentials")
    if not anywhere and not _may_be_public(host):
        raise TargetError("address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port or PORTS[parts.scheme], parts.netloc, path)


def _may_be_public(host: str) -> bool:
    """Say whether a host is a public address, or a name, which may lead to one."""
    try:
        return is_public(ip_address(host))
    except ValueError:
        return True


def addresses(target: Target, resolve: Resolve, *, anywhere: bool) -> list[str]:
    """Return what a host leads to now; raises `TargetError` if that is nothing, or one of them is not public."""
    try:
        found = resolve(target.host, target.port)
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise TargetError("unresolved")
    if not anywhere and not all(is_public(ip_address(one.partition("%")[0])) for one in found):
        raise TargetError("address")
    return found


def is_public(address: Address) -> bool:
    """Say whether everybody can reach an address; one that wraps another is as public as that."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local or address.teredo is not None:
            return False
    if address in RELAYS:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
