"""Sessions of browsers: a token or a key in a cookie that no script can read and no other site can send.

The cookie holds the token itself, so whatever ends the token ends the session. That of a table goes to the table's
addresses only (RFC 6265, 5.1.4). Those of the desk, of organisers and of a tournament's players hold keys, which are
good for many addresses: they act only in requests that mean them and say so by a header, so that no other page in the
same browser is an arbiter's by accident.
SameSite=Strict keeps other sites out; `Origin` (RFC 6454) also what shares a site with us.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from flask import request
from werkzeug.http import dump_cookie

from api.settings import (
    COOKIE,
    DESK,
    DESK_COOKIE,
    ORGANISER,
    ORGANISER_COOKIE,
    PLAYER,
    PLAYER_COOKIE,
    SESSION,
    Settings,
)
from api.wire.problems import ProblemError

SAFE = ("GET", "HEAD", "OPTIONS")  # RFC 9110, 9.2.1


class Cookie(NamedTuple):
    """A cookie of a session: its name, the addresses that it goes to, and after how many seconds it ends."""

    name: str
    path: str
    seconds: int


LONG_DAY = 12 * 60 * 60  # at a tournament
MONTH = 30 * 24 * 60 * 60
DESK_SESSION = Cookie(DESK_COOKIE, "/api/v1", LONG_DAY)
ORGANISER_SESSION = Cookie(ORGANISER_COOKIE, "/api/v1", LONG_DAY)
OF_KEYS: Final = {DESK: DESK_SESSION, ORGANISER: ORGANISER_SESSION}  # by what the header says

_tournament = re.compile(r"[A-Za-z0-9_-]{1,64}")  # whose player is meant; nothing else could name a cookie


def table_session(table: str) -> Cookie:
    """Return the cookie of a table: a correspondence game outlives the browser's window."""
    return Cookie(COOKIE, f"/api/v1/tables/{table}", MONTH)


def player_session(tournament: str) -> Cookie:
    """Return the cookie of a player in a tournament: one browser may play in several, each with a key of its own."""
    return Cookie(f"{PLAYER_COOKIE}{tournament}", "/api/v1", MONTH)


def meant() -> Cookie | None:
    """Return the cookie with a key that this request says it is to act with; nothing for a table's token."""
    said = request.headers.get(SESSION, "")
    if said.startswith(PLAYER) and _tournament.fullmatch(said.removeprefix(PLAYER)):
        return player_session(said.removeprefix(PLAYER))
    return OF_KEYS.get(said)


def session_token(settings: Settings) -> str | None:
    """Return the token in this request's cookie; raises `ProblemError` (`wrong_origin`) for one from another page."""
    if "Cookie" not in request.headers:
        return None
    own = meant()
    token = request.cookies.get(COOKIE if own is None else own.name)
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


def begun(settings: Settings, cookie: Cookie, token: str) -> str:
    """Return the `Set-Cookie` that begins a session."""
    return _set(settings, cookie, token, cookie.seconds)


def ended(settings: Settings, cookie: Cookie) -> str:
    """Return the `Set-Cookie` that ends a session."""
    return _set(settings, cookie, "", 0)


def _set(settings: Settings, cookie: Cookie, token: str, seconds: int) -> str:
    return dump_cookie(
        cookie.name,
        token,
        max_age=seconds,
        path=cookie.path,
        secure=_over_tls(settings),
        httponly=True,
        samesite="Strict",
    )


def _over_tls(settings: Settings) -> bool:
    """Say whether the browser speaks TLS, to us or to a proxy: its own Origin tells, which was checked."""
    outside = settings.public_url or request.headers.get("Origin") or request.url
    return outside.lower().startswith("https:")
