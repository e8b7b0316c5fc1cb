"""Requests that are sent again: the same caller, the same key, the same body give the same answer and act once."""

from __future__ import annotations

import re

from flask import request

from api.auth import Caller
from api.errors import ProblemError
from domain.record.canonical import sha256
from domain.record.chain import Request
from domain.table.table import Table

KEY = re.compile(r"[\x21-\x7e]{1,200}")
HASH_BYTES = 16


def request_of(caller: Caller, table: str, body: bytes) -> Request | None:
    """Return the hashes of this request's Idempotency-Key, with its caller, and of what it asks; none without a key.

    Raises `ProblemError` (`bad_header`).
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise ProblemError("bad_header", "An Idempotency-Key has 1 to 200 visible ASCII characters.")
    who = f"{caller.name}\0{caller.table or ''}\0{table}\0{key}".encode()
    what = f"{request.method} {request.path}\0".encode()
    return Request(sha256(who)[:HASH_BYTES], sha256(what, body)[:HASH_BYTES])


def met_before(asked: Request | None, remembered: tuple[bytes, int] | None) -> int | None:
    """Return the entry that a repeated request wrote; raises `ProblemError` for a key that was used for another."""
    if asked is None or remembered is None:
        return None
    body, n = remembered
    if body != asked.body:
        raise ProblemError("idempotency_key_reused", "This Idempotency-Key was used for another request.")
    return n


def repeated(asked: Request | None, table: Table) -> int | None:
    """Return the entry of this table that the request wrote when it came first; raises like `met_before`."""
    return None if asked is None else met_before(asked, table.book.requests.get(asked.key))
