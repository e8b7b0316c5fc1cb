"""An entry as the store keeps it: public bytes beside a private part.

The private part is `[[value, seats], …]` in the order of the entry's seals, so that audiences are kept as they were,
with the hashes and the last entry of the request that wrote it first and, in entry 1, the two secrets. Of a table that
came as a copy without them it is `null`: the values are not here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel.marks import Secret
from domain.record.canonical import NotCanonicalError
from domain.record.chain import Request, SealedEntry
from domain.record.keys import Secrets

BLOB_FORMAT = b"\x01"  # the first byte of a stored public part


class Private(msgspec.Struct, frozen=True, omit_defaults=True):
    """What nobody sees but whom it names."""

    hidden: tuple[tuple[Any, tuple[int, ...]], ...] | None = ()
    request: tuple[bytes, bytes] | None = None
    last: int | None = None  # absent also in what was stored before anybody wrote it down
    secrets: tuple[bytes, bytes] | None = None


class Stored(msgspec.Struct, frozen=True, gc=False):
    """A stored entry taken apart, its bytes not decoded: all that folding a table needs."""

    public: bytes
    hash: bytes
    hidden: tuple[tuple[Any, tuple[int, ...]], ...] | None  # value and seats, in the order of the entry's seals
    request: Request | None


class _Seals(msgspec.Struct, frozen=True):
    n: int
    kind: str
    seals: dict[str, str] = {}


_encoder = msgspec.json.Encoder()
_private = msgspec.json.Decoder(Private)
_seals = msgspec.json.Decoder(_Seals)


def public_blob(sealed: SealedEntry) -> bytes:
    """Return format byte, hash (32 bytes) and public entry."""
    return BLOB_FORMAT + sealed.hash + sealed.public


UNKNOWN = _encoder.encode(Private(None))  # the private part of an entry whose hidden values are not here


def private_blob(sealed: SealedEntry, secrets: Secrets | None = None, *, last: int | None = None) -> bytes:
    """Return the private part; `secrets` go into entry 1, `last` beside a request: the last entry that it wrote."""
    hidden = tuple([(secret.value, secret.seats) for secret in sealed.secrets])
    both = None if secrets is None else (secrets.deal, secrets.salt)
    request = sealed.request
    if request is None:
        return _encoder.encode(Private(hidden, secrets=both))
    return _encoder.encode(Private(hidden, (request.key, request.body), last, both))


def from_blobs(public: bytes, private: bytes) -> tuple[SealedEntry, Secrets | None]:
    """Read what the store kept; raises `NotCanonicalError` for blobs that do not fit together."""
    text, kept = _taken_apart(public, private)
    try:
        seals = _seals.decode(text)
        places = () if kept.hidden is None else zip(sorted(seals.seals), kept.hidden, strict=True)
        secrets = tuple([Secret(pointer, value, seats) for pointer, (value, seats) in places])
    except (msgspec.DecodeError, ValueError) as error:
        raise NotCanonicalError(f"the store holds a damaged entry: {error}") from None
    opened = None if kept.secrets is None else Secrets(*kept.secrets)
    return SealedEntry(seals.n, seals.kind, text, public[1:33], secrets, _request(kept)), opened


def last_of_request(public: bytes, private: bytes) -> int | None:
    """Return the last entry of the request that wrote this one first, if the store knows; raises like `from_blobs`."""
    return _taken_apart(public, private)[1].last


def stored_from(public: bytes, private: bytes) -> Stored:
    """Take apart what the store kept, for a fold; raises `NotCanonicalError`."""
    text, kept = _taken_apart(public, private)
    return Stored(text, public[1:33], kept.hidden, _request(kept))


def _taken_apart(public: bytes, private: bytes) -> tuple[bytes, Private]:
    if public[:1] != BLOB_FORMAT or len(public) < 34:
        raise NotCanonicalError(f"the store holds an entry of an unknown format {public[:1]!r}")
    try:
        return public[33:], _private.decode(private)
    except msgspec.DecodeError as error:
        raise NotCanonicalError(f"the store holds a damaged entry: {error}") from None


def _request(kept: Private) -> Request | None:
    return None if kept.request is None else Request(*kept.request)
