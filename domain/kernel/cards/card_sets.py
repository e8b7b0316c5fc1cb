"""Card sets as files: how one is named, and what is said of one that cannot be used."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256


class CardSetError(ValueError):
    """A card set that cannot be used: file, line and reason."""


def card_set_digest(text: bytes) -> str:
    """Return what a record names a card set by: base64url of its SHA-256, as `record.canonical` writes it."""
    return urlsafe_b64encode(sha256(text).digest()).rstrip(b"=").decode("ascii")
