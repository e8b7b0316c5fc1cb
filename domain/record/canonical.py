"""Canonical JSON bytes (RFC 8785 over the values we use), base64url, SHA-256.

Values are objects with ASCII keys, lists, strings, booleans, null and whole numbers of magnitude below 2^53, at most
64 levels deep.
"""

from __future__ import annotations

import hashlib
from binascii import a2b_base64, b2a_base64
from typing import Any

import msgspec

_ENCODER = msgspec.json.Encoder(order="sorted")
_SHAPE = bytes.maketrans(b"123456789{", b"000000000[")
_LONG_NUMBER = b"0" * 16  # digits of 2^53, the smallest number that is refused
_FRACTION = b"0.0"
_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_", b"+/")
LARGEST = 2**53 - 1  # the largest whole number that every JSON reader keeps exactly
DEPTH = 64  # levels of lists and objects; every reader's recursion holds them
_TOO_DEEP = f"the value has more than {DEPTH} levels"


class NotCanonicalError(ValueError):
    """Bytes that are not the canonical form of the value they stand for, or a value that has no such form."""


def canonical(value: Any) -> bytes:
    """Return the canonical bytes of a JSON value or of a message struct.

    Raises `NotCanonicalError` for fractions, whole numbers from 2^53 on, keys beyond ASCII and great depth.
    """
    try:
        text = _ENCODER.encode(value)
    except RecursionError:
        raise NotCanonicalError(_TOO_DEEP) from None
    if is_suspect(text):
        _check(msgspec.json.decode(text), 0)
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
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotCanonicalError(str(error)) from None
    except RecursionError:
        raise NotCanonicalError(_TOO_DEEP) from None
    if _ENCODER.encode(value) != text:
        raise NotCanonicalError("the bytes are not the canonical form of their value")
    if is_suspect(text):
        _check(value, 0)
    return value


def recoded(part: Any) -> bytes:
    """Return the canonical bytes of a value that is known to have some: `decode` or `canonical` has accepted it."""
    return _ENCODER.encode(part)


def is_suspect(text: bytes) -> bool:
    """Say whether bytes may hold what has no canonical form; looking closer costs ten times as much."""
    shape = text.translate(_SHAPE)
    return (
        not text.isascii()
        or _LONG_NUMBER in shape
        or (b"." in text and _FRACTION in shape)  # a point alone is found at once
        or (len(text) > DEPTH and shape.count(b"[") > DEPTH)
    )


def _check(value: Any, depth: int) -> None:
    match value:
        case dict() | list():
            if depth == DEPTH:
                raise NotCanonicalError(_TOO_DEEP)
            if isinstance(value, dict) and not "".join(value).isascii():
                raise NotCanonicalError("a key is not ASCII")
            for inner in value.values() if isinstance(value, dict) else value:
                _check(inner, depth + 1)
        case float():
            raise NotCanonicalError(f"the number {value} is not whole")
        case bool() | str() | None:
            pass
        case int() if not -LARGEST <= value <= LARGEST:
            raise NotCanonicalError(f"the number {value} is beyond 2^53 - 1")


def b64(raw: bytes) -> str:
    """Return base64url without padding."""
    return b2a_base64(raw, newline=False).translate(_TO_URL, b"=").decode("ascii")


def raw64(text: str) -> bytes:
    """Return the bytes of base64url that is known to be strict; `unb64` is for any other text."""
    return a2b_base64(text.encode("ascii").translate(_FROM_URL) + b"=" * (-len(text) % 4))


def unb64(text: str) -> bytes:
    """Return the bytes of strict base64url without padding; raises `ValueError`."""
    raw = raw64(text)
    if b64(raw) != text:
        raise ValueError(f"{text!r} is not base64url")
    return raw


def sha256(*parts: bytes) -> bytes:
    """Return the SHA-256 of the parts in a row."""
    return hashlib.sha256(b"".join(parts)).digest()
