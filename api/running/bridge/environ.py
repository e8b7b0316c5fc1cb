"""A request of the event loop in the words of WSGI (PEP 3333)."""

from __future__ import annotations

import io
import sys
from typing import Any, Protocol

ALWAYS: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,  # the body ends where it ends, also one that is sent in pieces
}
NAMES_AT_MOST = 1000  # of header fields that callers have made up
UNREADABLE = (
    "\xff"  # what a field says whose value granian leaves out: obs-text (RFC 9110, 5.5), and nothing that we take
)
_names: dict[str, str] = {}


class Headers(Protocol):
    """The fields of a request, names in small letters; a name may come several times."""

    def keys(self) -> list[str]:
        """Return their names, each once."""

    def items(self) -> list[tuple[str, str]]:
        """Return all of them in their order; granian leaves out values with other characters than those of ASCII."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return one of them."""


class Scope(Protocol):
    """What granian says of a request (RSGI 1.x)."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str

    @property
    def headers(self) -> Headers:
        """The fields of the request."""


def environ_of(scope: Scope, body: io.IOBase) -> dict[str, Any]:
    """Return the environment of a request with this body."""
    environ = dict(ALWAYS)
    environ["REQUEST_METHOD"] = scope.method
    environ["PATH_INFO"] = scope.path.encode("utf-8", "surrogateescape").decode("latin-1")
    environ["QUERY_STRING"] = scope.query_string
    environ["SERVER_PROTOCOL"] = "HTTP/1.1" if scope.http_version == "1.1" else "HTTP/1.0"
    environ["SERVER_NAME"], _, environ["SERVER_PORT"] = scope.server.rpartition(":")
    environ["REMOTE_ADDR"], _, environ["REMOTE_PORT"] = scope.client.rpartition(":")
    environ["wsgi.url_scheme"] = scope.scheme
    environ["wsgi.input"] = body
    for field, value in scope.headers.items():
        name = _names.get(field) or _name(field)
        if name in environ:
            value = f"{environ[name]}{'; ' if field == 'cookie' else ','}{value}"
        if name is not None:
            environ[name] = value
    named = scope.headers.keys()
    for field in named:
        name = _names.get(field) or _name(field)
        if name is not None:
            environ.setdefault(name, UNREADABLE)
    return environ


def _name(field: str) -> str | None:
    """Return what WSGI calls a field; none for one with `_`, which it would mistake for another with `-`."""
    if "_" in field:
        return None
    name = field.upper().replace("-", "_")
    if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        name = f"HTTP_{name}"
    if len(_names) < NAMES_AT_MOST:
        _names[field] = name
    return name
