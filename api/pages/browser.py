"""Pages of modules: the files of `web` under their digest, and how a page of them is answered."""

from __future__ import annotations

from functools import cache
from importlib import resources

from flask import Blueprint, Response, request

from api.callers.limiting import FILES
from api.pages.choices import remembered_choice, theme
from api.wire.compressing import compressed
from api.wire.problems import ProblemError, language, words
from domain.games import game, shipped
from drawing.costumes import page_files
from web.assets import Assets, all_files
from web.catalogues import Catalogue, catalogue
from web.joining import handed_out
from web.pages import HEADERS, Page, Texts, served, sprite
from web.verifier import PATH, checks_of

FOR_EVER = "public, max-age=31536000, immutable"  # a year, the most that RFC 9111 makes sense of; RFC 8246

browser = Blueprint("browser", __name__)
browser.before_app_request(remembered_choice)


@cache
def assets() -> Assets:
    """The files that pages load, read once: a release is a digest."""
    costumes = {name: game(name).costume for name in sorted(shipped())}
    icon = (resources.files(__package__) / "icon.svg").read_bytes()
    verifier = (resources.files("replay.standalone") / "verify.mjs").read_bytes()  # a file, not a module of ours
    return all_files({**page_files(costumes), "icon.svg": icon, PATH: checks_of(verifier)})


@cache
def signs() -> str:
    """The signs as they stand in a page."""
    return sprite(assets().text("signs.svg"))


def spoken_catalogue() -> Catalogue:
    """Return what the modules of a page say in the caller's language: its block `words`."""
    return catalogue(language())


def frame_texts() -> Texts:
    """Return what the frame of a page says in the caller's language."""
    own_words = words()
    return Texts(skip=own_words.say("Skip to the page"), without_script=own_words.say("This page needs JavaScript."))


def page_answer(page: Page, *, caching: str = "no-cache") -> Response:
    """Answer with a page in the caller's language and colours."""
    worn = theme()
    if worn is not None:
        page = page._replace(marks={**page.marks, "data-theme": worn})
    headers = {**HEADERS, "Cache-Control": caching, "Content-Language": page.language}
    answer = Response(served(page, assets()), content_type="text/html; charset=utf-8", headers=headers)
    answer.vary.update(("Accept-Language", "Cookie"))
    return compressed(answer)


@browser.get(f"{FILES}<digest>/<path:path>")
def file(digest: str, path: str) -> Response:
    """A file of this release, which browsers and proxies keep; of another release there is none."""
    found = handed_out(assets(), path) if digest == assets().digest else None
    if found is None:
        raise ProblemError("not_found", "There is no such page.")
    packed = found.gzipped if request.accept_encodings["gzip"] else None
    answer = Response(found.content if packed is None else packed, content_type=found.media)
    answer.headers["Cache-Control"] = FOR_EVER
    answer.headers["Content-Security-Policy"] = HEADERS["Content-Security-Policy"]
    answer.vary.add("Accept-Encoding")
    if packed is not None:
        answer.headers["Content-Encoding"] = "gzip"
    answer.set_etag(found.tag if packed is None else f"{found.tag}-gzip")
    answer.make_conditional(request)
    return answer
