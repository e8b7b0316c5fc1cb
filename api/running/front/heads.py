"""The heads of answers, and what the server itself refuses, as problem documents like all others."""

from __future__ import annotations

import time
from collections.abc import Sequence
from email.utils import formatdate
from http import HTTPStatus
from typing import NamedTuple

import msgspec

from api.callers.watching import PROTECTION
from api.wire.problems import KINDS, PROBLEM_TYPE

_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n" for status in HTTPStatus}


class Date:
    """The time as answers say it (RFC 9110, 5.6.7); worked out once a second."""

    def __init__(self) -> None:
        self._second = 0
        self._line = ""

    def line(self) -> str:
        """Return the field."""
        second = int(time.time())
        if second != self._second:
            self._second, self._line = second, f"date: {formatdate(second, usegmt=True)}\r\n"
        return self._line


_date = Date()


def head_of(status: int, fields: Sequence[tuple[str, str]], said: str) -> bytes:
    """Return the head of an answer: these fields, what is said of its framing, the date.

    Raises `ValueError` for a field that would end its line, whoever has put it there.
    """
    lines = [f"{name}: {value}\r\n" for name, value in fields]
    text = "".join(lines)
    if text.count("\n") != len(lines) or text.count("\r") != len(lines):
        raise ValueError("a header field of an answer has more than one line")
    line = _LINES.get(status) or f"HTTP/1.1 {status} \r\n"
    return f"{line}{text}{said}{_date.line()}\r\n".encode("latin-1")


class Rejection(NamedTuple):
    """A problem document for what never becomes a request of the application."""

    status: int
    fields: list[tuple[str, str]]
    text: bytes


def rejection(code: str, detail: str) -> Rejection:
    """Return it; after it the connection ends."""
    kind = KINDS[code]
    document = {
        "type": f"/docs/problems#{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "code": code,
        "category": kind.category,
    }
    fields = [("content-type", PROBLEM_TYPE), ("content-language", "en"), *PROTECTION.items()]
    return Rejection(kind.status, fields, msgspec.json.encode(document))


NO_HTTP = rejection("bad_request", "This is no request of HTTP/1.1.")
HEAD_TOO_LARGE = rejection("head_too_large", "A head has 100 fields and 16 KiB at most.")
TARGET_TOO_LONG = rejection("target_too_long", "An address has 8 KiB at most.")
HEAD_TOO_SLOW = rejection("too_slow", "The head of the request has not come in time.")
CUT_SHORT = rejection("bad_request", "The request breaks off.")
REJECTIONS = (NO_HTTP, HEAD_TOO_LARGE, TARGET_TOO_LONG, HEAD_TOO_SLOW, CUT_SHORT)
