"""What a reader has chosen for all pages: language and theme, kept in cookies that links such as `?lang=ja` set.

Links and cookies work without a script, and a page comes in its language and its colours at once. What asks the API
says its language itself (`Accept-Language`).
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, request
from werkzeug.http import dump_cookie

from api.wire.problems import LANGUAGE, for_pages
from domain.kernel.display.words import spoken

THEME = "theme"
THEMES = ("light", "dark", "contrast")
AS_THE_BROWSER = "auto"
LASTS = 365 * 24 * 60 * 60  # seconds


def remembered_choice() -> Response | None:
    """Keep what the address of a page chooses, and go on to the page itself; nothing for any other request."""
    if request.method != "GET" or not for_pages():
        return None
    asked = request.args
    chosen = {LANGUAGE: spoken(asked.get(LANGUAGE, "")), THEME: asked.get(THEME)}
    if chosen[THEME] not in (*THEMES, AS_THE_BROWSER):
        chosen[THEME] = None
    kept = {name: value for name, value in chosen.items() if value is not None}
    if not kept:
        return None
    rest = [(name, value) for name, value in asked.items(multi=True) if name not in kept]
    address = "/" + request.path.lstrip("/\\")  # never `//host`, which would lead elsewhere
    answer = Response(status=303, headers={"Location": f"{address}?{urlencode(rest)}" if rest else address})
    answer.headers["Cache-Control"] = "no-store"
    for name, value in kept.items():
        answer.headers.add("Set-Cookie", _cookie(name, value))
    return answer


def theme() -> str | None:
    """Return the theme that the reader has chosen; nothing for that of the browser."""
    chosen = request.cookies.get(THEME)
    return chosen if chosen in THEMES else None


def _cookie(name: str, value: str) -> str:
    forget = name == THEME and value == AS_THE_BROWSER
    return dump_cookie(name, value, max_age=0 if forget else LASTS, path="/", samesite="Lax")
