"""An entry as a domain event of `eventsourcing`, and as the bytes that are stored.

The stored bytes are the public part (format byte, hash, canonical entry), a zero byte, the private part. Neither part
holds a zero byte after the hash, for both are JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from domain.ledger.errors import DamagedError
from domain.record.blob import UNKNOWN, Stored, from_blobs, last_of_request, private_blob, public_blob, stored_from
from domain.record.canonical import NotCanonicalError
from domain.record.chain import SealedEntry
from domain.record.keys import Secrets

PUBLIC_HEAD = 33  # bytes: format byte and hash, before the text of the entry
BETWEEN = b"\0"

Row: TypeAlias = tuple[str, int, str, bytes]  # of the database: table, number, kind, both parts


class StoredEntry(msgspec.Struct, frozen=True):
    """A domain event by shape: table, number, stable kind tag, what everybody may see, what not."""

    originator_id: str
    originator_version: int
    kind: str
    public: bytes
    private: bytes


class EntryMapper(Mapper[str]):
    """Stores entries under their stable kind tag, never under a class path."""

    def __init__(self) -> None:
        super().__init__(JSONTranscoder())

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Put both parts into one blob."""
        entry = cast(StoredEntry, domain_event)
        state = entry.public + BETWEEN + entry.private
        return StoredEvent(entry.originator_id, entry.originator_version, entry.kind, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Take the blob apart; raises `DamagedError`."""
        table, n = str(stored_event.originator_id), stored_event.originator_version
        return taken_apart(table, n, stored_event.topic, bytes(stored_event.state))


def taken_apart(table: str, n: int, kind: str, state: bytes) -> StoredEntry:
    """Return the entry of a blob; raises `DamagedError`."""
    end = state.find(BETWEEN, PUBLIC_HEAD)
    if end < 0:
        raise DamagedError(table, n, "its private part is missing")
    return StoredEntry(table, n, kind, state[:end], state[end + 1 :])


def rows_of_copy(table: str, entries: Sequence[SealedEntry], secrets: Secrets | None) -> list[Row]:
    """Return what is stored of a table that came as a copy; without secrets it hides values that nobody has here."""
    if secrets is not None:
        return rows_of(table, entries, secrets)
    return [(table, sealed.n, sealed.kind, public_blob(sealed) + BETWEEN + UNKNOWN) for sealed in entries]


def rows_of(table: str, entries: Sequence[SealedEntry], secrets: Secrets | None = None) -> list[Row]:
    """Return what is stored of the entries of one request; the two secrets of a table lie with entry 1."""
    last = entries[-1].n
    return [
        (table, sealed.n, sealed.kind, public_blob(sealed) + BETWEEN + _private(sealed, last, secrets))
        for sealed in entries
    ]


def _private(sealed: SealedEntry, last: int, secrets: Secrets | None) -> bytes:
    return private_blob(sealed, secrets if sealed.n == 1 else None, last=last)


def from_store(entry: StoredEntry) -> tuple[SealedEntry, Secrets | None]:
    """Return the entry, and with entry 1 the secrets; raises `DamagedError`."""
    table, n = entry.originator_id, entry.originator_version
    try:
        sealed, secrets = from_blobs(entry.public, entry.private)
    except NotCanonicalError as error:
        raise DamagedError(table, n, str(error)) from None
    if sealed.n != n or sealed.kind != entry.kind:
        raise DamagedError(table, n, f"it says that it is entry {sealed.n}, {sealed.kind}")
    return sealed, secrets


def last_entry(entry: StoredEntry) -> int | None:
    """Return the last entry of the request that wrote this one first, if it was stored; raises `DamagedError`."""
    try:
        return last_of_request(entry.public, entry.private)
    except NotCanonicalError as error:
        raise DamagedError(entry.originator_id, entry.originator_version, str(error)) from None


def parts_of(entry: StoredEntry) -> Stored:
    """Return the entry taken apart for a fold, which decodes it but once; raises `DamagedError`."""
    try:
        return stored_from(entry.public, entry.private)
    except NotCanonicalError as error:
        raise DamagedError(entry.originator_id, entry.originator_version, str(error)) from None
