"""What our own proxies say of a request: where it comes from and how; what its caller wrote before them is not read.

They add to `X-Forwarded-For` and `X-Forwarded-Proto`, so that only the last entries are theirs. These fields are lists
with commas and know no quotes: with a library that does a caller's single quote would hide what the proxies wrote.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SCHEMES = ("http", "https")


class Forwarded:
    """An application behind so many proxies; a request of which they say nothing readable comes from the nearest."""

    def __init__(self, app: WSGIApplication, proxies: int) -> None:
        self._app = app
        self._proxies = proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request as one from where the first of the proxies had it from."""
        address = address_of(self._said(environ, "HTTP_X_FORWARDED_FOR"))
        if address is not None:
            environ["REMOTE_ADDR"] = address
        scheme = self._said(environ, "HTTP_X_FORWARDED_PROTO").lower()
        if scheme in SCHEMES:
            environ["wsgi.url_scheme"] = scheme
        return self._app(environ, start_response)

    def _said(self, environ: WSGIEnvironment, field: str) -> str:
        """Return what the first of the proxies wrote into a field, nothing where fewer have written."""
        entries: list[str] = environ.get(field, "").split(",")
        return entries[-self._proxies].strip() if len(entries) >= self._proxies else ""


def address_of(entry: str) -> str | None:
    """Return the address in an entry of `X-Forwarded-For`, without the port that some proxies add; none for others."""
    text = entry[1:].partition("]")[0] if entry.startswith("[") else entry
    if text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ip_address(text.partition("%")[0]))
    except ValueError:
        return None
