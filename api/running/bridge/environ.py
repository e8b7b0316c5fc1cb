"""A request in the words of WSGI (PEP 3333)."""

from __future__ import annotations

import io
import sys
from typing import Any

from api.running.bridge.request import NAME_BYTES, NAMES_AT_MOST, Request

ALWAYS: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,  # the body ends where it ends, also one that is sent in pieces
    "wsgi.url_scheme": "http",
}
_names: dict[str, str] = {}


def environ_of(request: Request, body: io.IOBase) -> dict[str, Any]:
    """Return the environment of a request with this body."""
    environ = dict(ALWAYS)
    environ["REQUEST_METHOD"] = request.method
    environ["PATH_INFO"] = request.path
    environ["QUERY_STRING"] = request.query
    environ["SERVER_PROTOCOL"] = f"HTTP/{request.version}"
    environ["SERVER_NAME"], _, environ["SERVER_PORT"] = request.server.rpartition(":")
    environ["REMOTE_ADDR"], _, environ["REMOTE_PORT"] = request.client.rpartition(":")
    environ["wsgi.input"] = body
    for field, value in request.fields:
        name = _names.get(field) or _name(field)
        if name in environ:
            value = f"{environ[name]}{'; ' if field == 'cookie' else ','}{value}"
        if name is not None:
            environ[name] = value
    return environ


def _name(field: str) -> str | None:
    """Return what WSGI calls a field; none for one with `_`, which it would mistake for another with `-`."""
    if "_" in field:
        return None
    name = field.upper().replace("-", "_")
    if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        name = f"HTTP_{name}"
    if len(_names) < NAMES_AT_MOST and len(field) <= NAME_BYTES:
        _names[field] = name
    return name
