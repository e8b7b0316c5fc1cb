"""Requests that are sent again: the same caller, the same key, the same body give the same answer and act once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import msgspec
from flask import request

from api.callers.auth import Caller, Credential, credential, reader_of
from api.service import Service
from api.wire.operations import body_bytes
from api.wire.problems import ProblemError
from domain.record.chain import Request, SealedEntry
from domain.record.keys import Keyed
from domain.record.rewinds import undone_by
from domain.table.table import Table
from domain.table.writing import Written

KEY = re.compile(r"[\x21-\x7e]{1,200}")
LEAST_KEY = 16  # characters of a key from somebody unknown: the tokens in the answer hang on it
HASH_BYTES = 16


class Sent(msgspec.Struct, frozen=True):
    """What was sent, as far as it tells one request from the next: its key, and what it asks; and what it came with."""

    key: str | None
    method: str
    path: str
    text: bytes
    credential: Credential | None


def sent() -> Sent:
    """Return what this request of the application has sent; raises `ProblemError` for a body that cannot be read."""
    return Sent(request.headers.get("Idempotency-Key"), request.method, request.path, body_bytes(), credential())


class Repeated(NamedTuple):
    """What the same request did when it came before: the table as it left it, and the entries that it wrote.

    `undone_by` is the rewind that has taken them back since, if one has.
    """

    table: Table
    entries: tuple[SealedEntry, ...]
    undone_by: int | None


def once(
    service: Service,
    caller: Caller,
    table: Table,
    action: Callable[[Table, Request | None], Written],
    asking: Sent | None = None,
    *,
    admit: str | None = None,
) -> Written | Repeated:
    """Do what this request, or the one in `asking`, asks of a table, unless it did so before.

    `action` gets the table as it stands, others may have written since `table` was read, and the hashes to keep with
    its first entry; it writes one at least, unless it lets in the quiet call `admit`.
    Raises what it raises, `ProblemError` (`bad_header`, `idempotency_key_reused`, `bad_credentials`), and
    `UnavailableError` where the database was away and nobody has been given back that time yet.
    """
    name, said = table.id, asking or sent()
    asked = request_of(service, caller, name, said)

    def unless_before(now: Table) -> Written:
        reader_of(service, said.credential)  # it may have waited for others, and what it came with was taken back
        if written_before(asked, now) is not None:
            return Written(now, ())
        met_beside(service, asked, name)  # raises for the key of another request
        return action(now, asked)

    written = service.perform(name, unless_before, admit=admit)
    first = None if written.entries else written_before(asked, written.table)
    return written if first is None else as_left(service, written.table, first)


def as_left(service: Service, now: Table, first: int) -> Repeated:
    """Return what the request did that wrote entry `first`."""
    entries = tuple(service.store.batch(now.id, first))
    n = entries[-1].n
    then = now if now.book.n == n else service.store.table_at(now.id, n)
    return Repeated(then, entries, undone_by(first, now.book.backs))


def request_of(here: Service, caller: Caller, table: str, asking: Sent | None = None) -> Request | None:
    """Return the hashes of a request's Idempotency-Key, with its caller, and of what it asks; none without a key.

    Raises `ProblemError` (`bad_header`).
    """
    said = asking or sent()
    key = said.key
    if key is None:
        return None
    if caller.kind == "anybody" and len(key) < LEAST_KEY:
        raise ProblemError(
            "bad_header", "Without credentials an Idempotency-Key has {n} characters at least.", n=LEAST_KEY
        )
    if not KEY.fullmatch(key):
        raise ProblemError("bad_header", "An Idempotency-Key has 1 to 200 visible ASCII characters.")
    who = f"{caller.name}\0{caller.table or ''}\0{table}\0{key}".encode()
    what = f"{said.method} {said.path}\0".encode()
    return Request(_hashed(here, who), _hashed(here, what + said.text))


def _hashed(here: Service, message: bytes) -> bytes:
    """Return what is kept of a request: by the server's key, since a body may hold a name that is to be forgotten."""
    return _keyed(here.settings.server_key)(b"request/" + message)[:HASH_BYTES]


@lru_cache(8)
def _keyed(key: bytes) -> Keyed:
    return Keyed(key)


def met_before(asked: Request, remembered: tuple[bytes, int] | None) -> int | None:
    """Return the entry that a repeated request wrote; raises `ProblemError` for a key that was used for another."""
    if remembered is None:
        return None
    body, n = remembered
    if body != asked.body:
        raise ProblemError("idempotency_key_reused", "This Idempotency-Key was used for another request.")
    return n


def met_beside(here: Service, asked: Request | None, table: str) -> int | None:
    """Return the number that a repeated request left beside the chain of a table; raises as `met_before` does."""
    return None if asked is None else met_before(asked, here.store.remembered.get(table, asked.key))


def written_before(asked: Request | None, table: Table) -> int | None:
    """Return the entry of this table that the request wrote when it came first; raises like `met_before`."""
    return None if asked is None else met_before(asked, table.book.requests.known(asked.key))
