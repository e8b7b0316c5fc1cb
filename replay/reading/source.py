"""Where a record comes from: a file, the standard input, or a table of a service."""

from __future__ import annotations

import http.client
import io
import os
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from domain.record.lines import RECORD_BYTES
from programs.language import language
from replay.errors import NOT_JSON, InputError
from replay.progress import Progress
from replay.reading.gathered import Place
from replay.reading.packed import ERRORS, Stream, member, opened, why

TOKEN_VARIABLE = "MATCHLEDGER_TOKEN"
TIMEOUT = 30  # seconds without a byte from the service
CHUNK = 64 * 1024  # bytes read at a time
PROBLEM_BYTES = 16 * 1024  # of an error's body; problem details are far shorter
_TOKEN = re.compile(r"[\x21-\x7e]{1,512}")


def is_url(source: str) -> bool:
    """Say whether a source names a service and not a file."""
    return source.lower().startswith(("http://", "https://"))


def fetch_record(source: str, token_file: str | None = None) -> bytes:
    """Return the bytes of a record: of a file, of the standard input (`-`), or of the table at a URL.

    Raises `InputError`.
    """
    if source == "-":
        return _named("the standard input", _standard_input)
    if is_url(source):
        mark, query = source.partition("?")[1:]
        return fetch(f"{table_of(source)}/record{mark}{query}", token_file)
    return _named(source, lambda: read_file(source))


def table_of(source: str) -> str:
    """Return the address of the table that a URL names."""
    return source.partition("?")[0].rstrip("/").removesuffix("/record")


def _named(name: str, read: Callable[[], bytes]) -> bytes:
    try:
        return read()
    except ERRORS as error:
        raise InputError(f"{name}: {why(error)}") from None


def _standard_input() -> bytes:
    """Return the bytes of a record on the standard input, packed or not; raises `ERRORS`."""
    given: Any = sys.stdin.buffer
    with opened(given if isinstance(given, io.BufferedReader) else io.BufferedReader(given)) as stream:
        return limited(stream)


def read_file(path: str) -> bytes:
    """Return the bytes of a record in a file, packed or not; raises `ERRORS`."""
    with open(path, "rb") as file, opened(file) as stream:
        return limited(stream)


def text_at(place: Place) -> bytes:
    """Return the bytes of the record at a place, packed or not; raises `ERRORS`, also for a place with a problem."""
    if place.problem is not None:
        raise ValueError(place.problem)
    if place.member is None:
        return read_file(place.path)
    with member(place.path, place.member) as stream:
        return limited(stream)


def limited(stream: Stream) -> bytes:
    """Return what a stream holds; raises `ValueError` for more than a record may be, and reads no further."""
    text = stream.read(RECORD_BYTES + 1)
    if len(text) > RECORD_BYTES:
        raise ValueError(f"a record has at most {RECORD_BYTES // 2**20} MiB")
    return text


def token(token_file: str | None) -> str | None:
    """Return the caller's token, from a file or from the environment; raises `InputError`."""
    if token_file is None:
        text, place = os.environ.get(TOKEN_VARIABLE, ""), TOKEN_VARIABLE
        if not text:
            return None
    else:
        try:
            text, place = Path(token_file).read_text(encoding="utf-8").strip(), token_file
        except (OSError, ValueError) as error:
            raise InputError(f"{token_file}: {why(error)}") from None
    if not _TOKEN.fullmatch(text):
        raise InputError(f"{place} holds no token: one word of visible ASCII characters")
    return text


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an error here: the token must not travel to another host."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


_opener = urllib.request.build_opener(_NoRedirect)


def fetch(url: str, token_file: str | None = None, accept: str = "application/x-ndjson") -> bytes:
    """GET a URL of the service; raises `InputError` for an address that is none and for every answer but 200."""
    with opened_url(asking(url, token_file, accept)) as answer:
        return _body(answer, urlsplit(url).netloc)


def asking(url: str, token_file: str | None, accept: str = "application/x-ndjson") -> urllib.request.Request:
    """Return a request to the service, with the caller's token; raises `InputError` for an address that is none."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname)
    except ValueError as error:
        raise InputError(f"{url!r} is no URL: {error}") from None
    if not named or parts.username is not None or parts.fragment or "token" in parts.query.lower():
        raise InputError(
            f"a URL here has a host, no user, no fragment and no token: use {TOKEN_VARIABLE} or --token-file"
        )
    headers = {
        "Accept": f"{accept}, application/problem+json",
        "Accept-Language": language().replace("_", "-"),
        "User-Agent": "matchledger-replay",
    }
    held = token(token_file)
    if held is not None:
        headers["Authorization"] = f"Bearer {held}"
    return urllib.request.Request(url, headers=headers)


@contextmanager
def opened_url(request: urllib.request.Request) -> Iterator[http.client.HTTPResponse]:
    """Open a good answer for a block; raises `InputError` for every other one, and where it breaks off."""
    host = urlsplit(request.full_url).netloc
    try:
        with _opener.open(request, timeout=TIMEOUT) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        with error:
            raise InputError(f"{host} answers {error.code}: {_problem(error)}") from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise InputError(f"{host} cannot be reached: {getattr(reason, 'strerror', None) or reason}") from None


def _body(answer: http.client.HTTPResponse, host: str) -> bytes:
    length = answer.headers.get("Content-Length", "")
    in_all = int(length) if length.isascii() and length.isdigit() else 0
    body = bytearray()
    with Progress(f"reading from {host}") as progress:
        while chunk := answer.read(CHUNK):
            body += chunk
            if len(body) > RECORD_BYTES:
                raise InputError(f"{host}: a record has at most {RECORD_BYTES // 2**20} MiB")
            progress(len(body), max(in_all, len(body)))
    if len(body) < in_all:
        raise InputError(f"{host}: the answer ends after {len(body)} of {in_all} bytes")
    return bytes(body)


def _problem(error: urllib.error.HTTPError) -> str:
    """Return what the service says of an error: the detail and code of problem+json, else the status's phrase."""
    if 300 <= error.code < 400:
        return f"a redirect to {error.headers.get('Location', 'nowhere')}, which is not followed"
    try:
        said = msgspec.json.decode(error.read(PROBLEM_BYTES))
    except (OSError, *NOT_JSON, http.client.HTTPException):
        said = None
    if isinstance(said, Mapping):
        code = said.get("code")
        for member in ("detail", "title"):
            text = said.get(member)
            if isinstance(text, str) and text:
                return f"{text} ({code})" if isinstance(code, str) and code else text
    return str(error.reason)
