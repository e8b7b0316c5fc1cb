"""Answers as bytes: JSON, lines of a copy, times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from flask import Response, request
from werkzeug.http import quote_etag

from api.wire.compressing import compressed
from api.wire.operations import JSON, NDJSON
from api.wire.problems import ProblemError
from domain.kernel.seats import Viewer
from domain.record.canonical import b64, sha256
from domain.record.chain import SealedEntry
from domain.record.lines import copy_line, entry_line
from domain.table.table import Table

VARY = "Accept-Encoding, Accept-Language, Authorization, Cookie"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
encoded = msgspec.json.Encoder().encode


def time_text(at: int) -> str:
    """Return a time in milliseconds since 1970 as RFC 3339 in UTC."""
    minute, rest = divmod(at, 60_000)
    return f"{_minute_text(minute)}:{rest // 1000:02}.{rest % 1000:03}Z"


@lru_cache(64)
def _minute_text(minutes: int) -> str:
    """Return the minute of a time: nearly all that is told happened lately, and the calendar takes long."""
    return (_EPOCH + timedelta(minutes=minutes)).isoformat(timespec="minutes").removesuffix("+00:00")


def wanted(*offered: str) -> str:
    """Return the media type that the caller likes best; raises `ProblemError` (`not_acceptable`)."""
    if not request.accept_mimetypes:
        return offered[0]
    best = request.accept_mimetypes.best_match(offered)
    if best is None:
        raise ProblemError("not_acceptable", "This answer comes as {types}.", types=" or ".join(offered))
    return best


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer in JSON."""
    return Response(encoded(value), status=status, mimetype=JSON, headers=headers)


def list_answer(value: Any) -> Response:
    """Return a long answer in JSON, compressed for whoever can read that: nothing secret stands in it."""
    return compressed(json_answer(value))


def seen_answer(content: bytes, media: str, language: str, *, over: bool) -> Response:
    """Return what a viewer sees of a table; of one that is `over`, with what lets a browser keep it."""
    answer = compressed(Response(content, mimetype=media))
    answer.headers["Content-Language"] = language
    answer.headers["Vary"] = VARY
    if over:
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.headers["ETag"] = quote_etag(b64(sha256(answer.get_data())))
        answer.make_conditional(request)
    return answer


def ndjson_answer(lines: Iterable[bytes], headers: Mapping[str, str] | None = None) -> Response:
    """Return lines as they come."""
    return Response((line + b"\n" for line in lines), mimetype=NDJSON, headers=dict(headers or {}))


def lines_of(table: Table, viewer: Viewer, entries: Iterable[SealedEntry]) -> Iterator[bytes]:
    """Yield the lines of entries as this viewer's copy has them."""
    if table.secrets is None:  # from an archive: nothing that is hidden is here
        yield from (entry_line(sealed.public, sealed.hash, {}) for sealed in entries)
        return
    salts = table.salts
    for sealed in entries:
        yield copy_line(sealed, viewer, salts)


def raw_lines(table: Table, viewer: Viewer, entries: Iterable[SealedEntry]) -> list[msgspec.Raw]:
    """Return those lines for a JSON answer, bytes untouched."""
    return list(map(msgspec.Raw, lines_of(table, viewer, entries)))
