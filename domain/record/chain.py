"""The chain of entries, and an entry ready to be stored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

import msgspec

from domain.kernel.marks import Secret
from domain.record.canonical import canonical, sha256
from domain.record.entries import Entry
from domain.record.keys import FORMAT, Secrets
from domain.record.seals import Sealer


def genesis(table: str) -> bytes:
    """Return the hash before entry 1: SHA-256("matchledger/1/" || table id)."""
    return sha256(f"{FORMAT}/{table}".encode())


def link(previous: bytes, public: bytes) -> bytes:
    """Return the hash of an entry: SHA-256(hash of the one before || canonical public entry)."""
    return hashlib.sha256(previous + public).digest()


class Request(NamedTuple):
    """Hashes (16 bytes each) of an idempotency key with its caller, and of the request's body."""

    key: bytes
    body: bytes


class SealedEntry(NamedTuple):
    """An entry as it is stored and sent: canonical public bytes, hash, and the secrets in the order of its seals."""

    n: int
    kind: str
    public: bytes
    hash: bytes
    secrets: tuple[Secret, ...]
    request: Request | None = None


_KIND = attrgetter("kind")


def has_any(kinds: frozenset[str], entries: Iterable[SealedEntry]) -> bool:
    """Say whether an entry of these kinds is among some."""
    return not kinds.isdisjoint(map(_KIND, entries))


class Whole(NamedTuple):
    """All entries of a table; without secrets they are a copy that hides what no spectator may know."""

    table: str
    entries: tuple[SealedEntry, ...]
    secrets: Secrets | None


def seal_entry(
    entry: Entry, secrets: Iterable[Secret], *, previous: bytes, sealer: Sealer, request: Request | None = None
) -> SealedEntry:
    """Seal a public entry: commit to its secrets, encode it, link it to the one before."""
    ordered = tuple(sorted(secrets))
    if ordered:
        n = entry.n
        seals = {pointer: sealer(n, pointer, value) for pointer, value, _ in ordered}
        entry = msgspec.structs.replace(entry, seals=seals)
    public = canonical(entry)
    kind = str(entry.__struct_config__.tag)
    return SealedEntry(entry.n, kind, public, link(previous, public), ordered, request)
