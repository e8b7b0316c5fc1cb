"""Pages for people: the start, the browsable documentation, the list of problems; from files we serve ourselves."""

from __future__ import annotations

from html import escape
from importlib import resources

from flask import Blueprint, Response

from api.pages.home import home
from api.pages.verifying import verifying
from api.pages.wrong import as_page
from api.wire.problems import KINDS, REFUSED, REFUSED_TITLE, ProblemError

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
FILES = {
    "docs.css": "text/css; charset=utf-8",
    "docs.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
DAY = 24 * 60 * 60  # seconds

pages = Blueprint("pages", __name__)
pages.after_app_request(as_page)


def _page(text: str, media: str, *, seconds: int = 0) -> Response:
    caching = f"public, max-age={seconds}" if seconds else "no-cache"
    return Response(text, content_type=media, headers={"Content-Security-Policy": POLICY, "Cache-Control": caching})


def _file(name: str) -> str:
    return (resources.files(__name__) / name).read_text("utf-8")


@pages.get("/")
def start() -> Response:
    """What this is, play at once, and the public tables, in the caller's language."""
    return home()


@pages.get("/verify")
def verify() -> Response:
    """Where a record is checked without leaving the reader's browser."""
    return verifying()


@pages.get("/docs")
def docs() -> Response:
    """The API's documentation, drawn from its OpenAPI document by a script of ours."""
    return _page(_file("docs.html"), "text/html; charset=utf-8")


@pages.get("/docs/<name>")
def file(name: str) -> Response:
    """A file of the documentation."""
    if name not in FILES:
        raise ProblemError("not_found", "There is no such page.")
    return _page(_file(name), FILES[name], seconds=DAY)


@pages.get("/docs/problems")
def problems() -> Response:
    """Every code of our own, as `type` of a problem document names it."""
    rows = "\n".join(
        f'<tr id="{code}"><th scope="row"><code>{code.replace("_", "_<wbr>")}</code></th>'
        f"<td>{kind.status}</td><td>{kind.category}</td><td>{escape(kind.title)}</td></tr>"
        for code, kind in sorted(KINDS.items(), key=lambda item: (item[1].status, item[0]))
    )
    refused = ", ".join(str(status) for status in sorted({*REFUSED.values()}))
    rows += f'\n<tr id="refused"><th scope="row">the game\'s own</th><td>{refused}</td><td>{", ".join(REFUSED)}</td>'
    rows += f"<td>{escape(REFUSED_TITLE)}</td></tr>"
    return _page(_file("problems.html").replace("<!-- rows -->", rows), "text/html; charset=utf-8")
