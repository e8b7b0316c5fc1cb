"""Canonical JSON bytes (RFC 8785 over the values we use), base64url, SHA-256.

Values are objects with ASCII keys, strings, booleans, null and whole numbers of magnitude below 2^53.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

import msgspec

_ENCODER = msgspec.json.Encoder(order="sorted")
_LONG_NUMBER = re.compile(rb"[:\[,]-?[0-9]{16}|^-?[0-9]{16}")
_NON_ASCII_KEY = re.compile(rb'"[^"]*[\x80-\xff][^"]*":')
LARGEST = 2**53 - 1  # the largest whole number that every JSON reader keeps exactly


class NotCanonicalError(ValueError):
    """Bytes that are not the canonical form of the value they stand for, or a value that has no such form."""


def canonical(value: Any) -> bytes:
    """Return the canonical bytes of a JSON value or of a message struct.

    Raises `NotCanonicalError` for whole numbers from 2^53 on.
    """
    text = _ENCODER.encode(value)
    if _LONG_NUMBER.search(text):
        _check(msgspec.json.decode(text))
    return text


def _refuse_float(text: str) -> float:
    raise NotCanonicalError(f"the number {text} is not whole")


_DECODER = msgspec.json.Decoder(float_hook=_refuse_float)


def decode(text: bytes) -> Any:
    """Return the value of canonical bytes; raises `NotCanonicalError` for bytes that are anything else.

    Duplicate keys, white space, another order of keys, fractions and large numbers all end here.
    """
    try:
        value = _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise NotCanonicalError(str(error)) from None
    if _ENCODER.encode(value) != text:
        raise NotCanonicalError("the bytes are not the canonical form of their value")
    if _LONG_NUMBER.search(text) or _NON_ASCII_KEY.search(text):
        _check(value)
    return value


def _check(value: Any) -> None:
    match value:
        case dict():
            for key, inner in value.items():
                if not key.isascii():
                    raise NotCanonicalError(f"the key {key!r} is not ASCII")
                _check(inner)
        case list():
            for inner in value:
                _check(inner)
        case float():
            raise NotCanonicalError(f"the number {value} is not whole")
        case bool() | str() | None:
            pass
        case int() if not -LARGEST <= value <= LARGEST:
            raise NotCanonicalError(f"the number {value} is beyond 2^53 - 1")


def b64(raw: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def unb64(text: str) -> bytes:
    """Return the bytes of strict base64url without padding; raises `ValueError`."""
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if b64(raw) != text:
        raise ValueError(f"{text!r} is not base64url")
    return raw


def sha256(*parts: bytes) -> bytes:
    """Return the SHA-256 of the parts in a row."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()
