"""The two secrets of a table, their commitments, and the keys that derive from them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.record.canonical import b64, sha256

FORMAT: Final = "matchledger/1"
PROTOCOL: Final = "seed+seats/1"  # the deal protocol: the deal secret and the entropy of every seat
BRANCH: Final = (
    "branch/1"  # the same for all draws, but nothing is dealt: it begins with what happened at another table
)
BOARD: Final = (
    "board/1"  # one secret for all tables of a board of a tournament; no seat's entropy, which would part them
)
KNOWN: Final = "known/1"  # no secret, no entropy: the deal follows from `deal_id`, and everybody can compute it
SECRET_BYTES = 32
NO_ENTROPY = bytes(SECRET_BYTES)  # a seat that gave none
NO_SECRET = bytes(SECRET_BYTES)  # the deal secret of a known deal


class Secrets(NamedTuple):
    """What a table commits to before anybody sits down: 32 bytes to deal by, 32 bytes to salt its seals."""

    deal: bytes
    salt: bytes


def hkdf(secret: bytes, *, salt: bytes, info: bytes, size: int = 32) -> bytes:
    """Return HKDF-SHA256 (RFC 5869) of a secret."""
    key = hmac.digest(salt or bytes(32), secret, "sha256")
    block, out = b"", b""
    for counter in range(1, -(-size // 32) + 1):
        block = hmac.digest(key, block + info + bytes((counter,)), "sha256")
        out += block
    return out[:size]


def commitment(kind: str, secret: bytes) -> str:
    """Return what entry 1 says of a secret: base64url(SHA-256("matchledger/1/<kind>_secret/" || secret))."""
    return b64(sha256(f"{FORMAT}/{kind}_secret/".encode(), secret))


def deal_key(secret: bytes, entropy: Sequence[bytes], *, deal_id: str, game: str, version: int) -> bytes:
    """Return the key of all draws: the deal secret and each seat's entropy, in seat order."""
    info = f"{FORMAT}/deal/{game}/{version}".encode()
    return hkdf(secret + b"".join(entropy), salt=deal_id.encode(), info=info)


def dealt_by(protocol: str, entropy: Sequence[bytes]) -> Sequence[bytes]:
    """Return what seats mix into the deal under a protocol: their entropy, or nothing into one that others share."""
    return () if protocol in (BOARD, KNOWN) else entropy


def salt_key(secret: bytes, table: str) -> bytes:
    """Return the key of all salts."""
    return hkdf(secret, salt=table.encode(), info=f"{FORMAT}/salts".encode())


class Keyed:
    """HMAC-SHA256 under one key, its two inner states prepared once (0.45 µs a message against 1.4)."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        block = key.ljust(64, b"\0")  # our keys have 32 bytes
        self._inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in block]))
        self._outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in block]))

    def __call__(self, message: bytes) -> bytes:
        """Return the 32 bytes for a message."""
        inner = self._inner.copy()
        inner.update(message)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()
