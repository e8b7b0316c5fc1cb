"""Sessions of browsers: a table's token in a cookie that no script can read and no other site can send.

The cookie holds the token itself and goes to that table's addresses only (RFC 6265, 5.1.4), so whatever ends the token
ends the session. SameSite=Strict keeps other sites out; `Origin` (RFC 6454) also what shares a site with us.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request
from werkzeug.http import dump_cookie

from api.settings import COOKIE, Settings
from api.wire.problems import ProblemError

LASTS = 30 * 24 * 60 * 60  # seconds; a correspondence game outlives the browser's window
SAFE = ("GET", "HEAD", "OPTIONS")  # RFC 9110, 9.2.1


def session_token(settings: Settings) -> str | None:
    """Return the token in this request's cookie; raises `ProblemError` (`wrong_origin`) for one from another page."""
    if "Cookie" not in request.headers:
        return None
    token = request.cookies.get(COOKIE)
    if token is not None:
        check_origin(settings, needed=request.method not in SAFE)
    return token


def check_origin(settings: Settings, *, needed: bool) -> None:
    """Raise `ProblemError` (`wrong_origin`) unless a page of this service asks; without Origin only if it is needed."""
    origin = request.headers.get("Origin")
    if origin is None and not needed:
        return
    if origin is None or not _ours(settings, origin):
        raise ProblemError(
            "wrong_origin", "A cookie acts only for pages of this service: send `Authorization: Bearer`."
        )


def _ours(settings: Settings, origin: str) -> bool:
    """Say whether an origin is this service; only `public_url` knows the scheme that a proxy speaks outside."""
    try:
        theirs = urlsplit(origin.lower())
    except ValueError:
        return False
    if settings.public_url is None:
        return theirs.netloc == request.host.lower()
    ours = urlsplit(settings.public_url.lower())
    return (ours.scheme, ours.netloc) == (theirs.scheme, theirs.netloc)


def cookie_of(settings: Settings, table: str, token: str) -> str:
    """Return the `Set-Cookie` that begins a session."""
    return _cookie(settings, table, token, LASTS)


def no_cookie(settings: Settings, table: str) -> str:
    """Return the `Set-Cookie` that ends a session."""
    return _cookie(settings, table, "", 0)


def _cookie(settings: Settings, table: str, token: str, seconds: int) -> str:
    return dump_cookie(
        COOKIE,
        token,
        max_age=seconds,
        path=f"/api/v1/tables/{table}",
        secure=_over_tls(settings),
        httponly=True,
        samesite="Strict",
    )


def _over_tls(settings: Settings) -> bool:
    """Say whether the browser speaks TLS, to us or to a proxy: its own Origin tells, which was checked."""
    outside = settings.public_url or request.headers.get("Origin") or request.url
    return outside.lower().startswith("https:")
