"""A request as the server gives it to the bridge: its head, read."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote_to_bytes

UNREADABLE = "\xff"  # what a field says that holds obs-text (RFC 9110, 5.5): nothing that we take
NAMES_AT_MOST = 1000  # of header fields that callers have made up
NAME_BYTES = 64  # of one that is kept
_names: dict[bytes, str] = {}


class Request:
    """Head of a request; `client` and `server` are `HOST:PORT`, the path is WSGI's: bytes as latin-1, decoded once.

    `fields` has every field in its order, names in small letters; `headers` has them by name, and `is_plain` says that
    nothing is lost in that: each name comes once, and each value can be read.
    """

    __slots__ = ("client", "fields", "headers", "is_plain", "method", "path", "query", "server", "version")

    def __init__(
        self, method: str, target: bytes, version: str, fields: Sequence[tuple[bytes, bytes]], server: str, client: str
    ) -> None:
        path, _, query = target.partition(b"?")
        self.method = method
        self.path = (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1")
        self.query = query.decode("latin-1")
        self.version = version
        self.server = server
        self.client = client
        self.fields = [
            (_names.get(name) or _named(name), value.decode("ascii") if value.isascii() else UNREADABLE)
            for name, value in fields
        ]
        self.headers = headers = dict(self.fields)
        self.is_plain = len(headers) == len(fields) and UNREADABLE not in headers.values()


def _named(name: bytes) -> str:
    small = name.decode("latin-1").lower()
    if len(_names) < NAMES_AT_MOST and len(name) <= NAME_BYTES:
        _names[name] = small
    return small
