"""Entries of a table as they are written, from the stream of its service."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from replay.errors import InputError
from replay.reading.source import asking, opened_url, table_of

PAUSE = 1.0  # seconds until a stream is asked for again that broke, or that the service ended for a while
FOR_GOOD = ("ended", "viewer_changed", "unknown_cursor", "unknown_table", "bad_credentials", "damaged_table")


class _ClosedError(Exception):
    """The stream ended; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def entries_after(source: str, n: int, token_file: str | None) -> Iterator[bytes]:
    """Yield the lines of a table's entries after `n` as they come, whatever breaks in between.

    A line that is none comes too: the reader of the record says what is wrong with it. Returns once nothing more can
    come. Raises `InputError` for an answer that is none, and for what ends a stream that the reader could go on with
    only as somebody else.
    """
    while True:
        try:
            for line in _streamed(address_of_stream(source, n), token_file):
                n = _number(line) or n
                yield line
        except _ClosedError as closed:
            if closed.reason in ("ended", "viewer_changed"):
                return
            if closed.reason in FOR_GOOD:
                raise InputError(f"the service ended the stream: {closed.reason}") from None
        time.sleep(PAUSE)


class _Entry(msgspec.Struct):
    n: int


class _Line(msgspec.Struct):
    entry: _Entry


class _Said(msgspec.Struct):
    event: str
    reason: str = ""


class _Note(msgspec.Struct):
    note: _Said


def _number(line: bytes) -> int | None:
    """Return the number of the entry on a line, if one stands there."""
    try:
        return msgspec.json.decode(line, type=_Line).entry.n
    except ValueError:
        return None


def _said(line: bytes) -> _Said | None:
    """Return what the service says on a line, if it is a note."""
    try:
        return msgspec.json.decode(line, type=_Note).note
    except ValueError:
        return None


def address_of_stream(source: str, n: int) -> str:
    """Return where the table at a URL is followed after an entry, as the viewer that the URL names."""
    query = source.partition("?")[2]
    return f"{table_of(source)}/stream?{query}{'&' if query else ''}after={n}"


def _streamed(url: str, token_file: str | None) -> Iterator[bytes]:
    """Yield lines of one stream until it breaks; raises `_ClosedError` where the service ends it."""
    with opened_url(asking(url, token_file)) as answer:
        while text := _next(answer):
            if not text.endswith(b"\n"):
                return
            said = _said(text)
            if said is None:
                yield text[:-1]
            elif said.event == "closed":
                raise _ClosedError(said.reason)


def _next(answer: Any) -> bytes:
    """Return the next line, or nothing where the connection is gone."""
    try:
        return bytes(answer.readline())
    except (OSError, http.client.HTTPException):
        return b""
