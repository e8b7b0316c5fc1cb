"""The two forms of a stream: server-sent events (WHATWG HTML, 9.2) for browsers, lines of NDJSON for programs.

What is no entry is an event here and a reserved `note` line there, which every reader of records passes over: a
stream that is written to a file is the lines of a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from api.wire.operations import NDJSON, SSE
from domain.record.canonical import canonical


class Form(NamedTuple):
    """How a stream says an entry with its cursor, an event by its name, and that it is still there."""

    media: str
    item: Callable[[str, bytes], bytes]
    event: Callable[[str, Mapping[str, Any]], bytes]
    heartbeat: bytes


def _sse_item(cursor: str, line: bytes) -> bytes:
    return b"id: " + cursor.encode() + b"\ndata: " + line + b"\n\n"


def _sse_event(name: str, said: Mapping[str, Any]) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + canonical(said) + b"\n\n"


def _ndjson_item(_: str, line: bytes) -> bytes:
    return line + b"\n"


def _ndjson_event(name: str, said: Mapping[str, Any]) -> bytes:
    return canonical({"note": {"event": name, **said}}) + b"\n"


EVENTS = Form(SSE, _sse_item, _sse_event, _sse_event("heartbeat", {}))  # a comment would never reach a page
LINES = Form(NDJSON, _ndjson_item, _ndjson_event, _ndjson_event("heartbeat", {}))
FORMS = {form.media: form for form in (EVENTS, LINES)}
