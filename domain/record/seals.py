"""Seals: salted commitments that stand in the public entry for what not everybody sees."""

from __future__ import annotations

from typing import Any, Protocol

from domain.record.canonical import b64, canonical, sha256
from domain.record.keys import Keyed

SALT_BYTES = 16


class Sealer(Protocol):
    """Makes the commitment for the value at a pointer of entry n; the one injectable seam of the record."""

    def __call__(self, n: int, pointer: str, value: Any) -> str:
        """Return the commitment."""


def seal(salt: bytes, value: Any) -> str:
    """Return base64url(SHA-256(salt || canonical(value)))."""
    return b64(sha256(salt, canonical(value)))


class Salts:
    """The salts of a table: the first 16 bytes of HMAC-SHA256(salt_key, "<n><pointer>")."""

    def __init__(self, salt_key: bytes) -> None:
        self._key = Keyed(salt_key)

    def salt(self, n: int, pointer: str) -> bytes:
        """Return the salt of the value at this pointer of entry n."""
        return self.at(f"{n}{pointer}")

    def at(self, place: str) -> bytes:
        """Return the salt of the value at a place, written "<n><pointer>"."""
        return self._key(place.encode())[:SALT_BYTES]

    def __call__(self, n: int, pointer: str, value: Any) -> str:
        """Return the commitment to a value."""
        return seal(self.salt(n, pointer), value)

    def opening(self, n: int, pointer: str, value: Any) -> tuple[Any, str]:
        """Return what opens a seal: the value and its salt."""
        return value, b64(self.salt(n, pointer))


def blind(n: int, pointer: str, value: Any) -> str:
    """Return a commitment that depends on the place only, for the laws: equal places, equal bytes."""
    return f"blind:{n}{pointer}"
