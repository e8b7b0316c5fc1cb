"""Pages of modules: the files of `web` under their digest, and how a page of them is answered."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, partial
from importlib import resources
from typing import TypeVar

from flask import Blueprint, Response, request

from api.callers.limiting import FILES
from api.pages.choices import remembered_choice, theme
from api.wire.compressing import compressed
from api.wire.problems import ProblemError, for_pages, language, words
from domain.games import game, shipped
from domain.ledger.parking import Turn, aside
from drawing.costumes import page_files
from web.assets import Asset, Assets, all_files
from web.catalogues import Catalogue, catalogue
from web.joining import REMEMBERED, handed_out
from web.pages import HEADERS, Page, Texts, served, sprite
from web.verifier import PATH, checks_of

T = TypeVar("T")

FOR_EVER = "public, max-age=31536000, immutable"  # a year, the most that RFC 9111 makes sense of; RFC 8246
MADE_AT_MOST = REMEMBERED  # pages and files that are known to be made; there are ways to ask for more

browser = Blueprint("browser", __name__)
_made: set[Hashable] = set()
_making = Turn()  # one at a time: whoever wants the same meanwhile waits, and finds it made
browser.before_app_request(remembered_choice)


@cache
def assets() -> Assets:
    """The files that pages load, read once: a release is a digest."""
    costumes = {name: game(name).costume for name in sorted(shipped())}
    icon = (resources.files(__package__) / "icon.svg").read_bytes()
    verifier = (resources.files("replay.standalone") / "verify.mjs").read_bytes()  # a file, not a module of ours
    return all_files({**page_files(costumes), "icon.svg": icon, PATH: checks_of(verifier)})


@browser.before_app_request
def read_aside() -> None:
    """Read what pages load before the first of them is answered, where it keeps nobody from acting."""
    if not assets.cache_info().currsize and for_pages():
        with _making:
            if not assets.cache_info().currsize:
                aside(assets)


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
    whole = made_aside((page.module, *page.styles), lambda: served(page, assets()))
    answer = Response(whole, content_type="text/html; charset=utf-8", headers=headers)
    answer.vary.update(("Accept-Language", "Cookie"))
    return compressed(answer)


@browser.get(f"{FILES}<digest>/<path:path>")
def file(digest: str, path: str) -> Response:
    """A file of this release, which browsers and proxies keep; of another release there is none."""
    packs = request.accept_encodings["gzip"] > 0
    found, packed = made_aside((digest, path, packs), partial(_file, digest, path, packs=packs))
    if found is None:
        raise ProblemError("not_found", "There is no such page.")
    answer = Response(found.content if packed is None else packed, content_type=found.media)
    answer.headers["Cache-Control"] = FOR_EVER
    answer.headers["Content-Security-Policy"] = HEADERS["Content-Security-Policy"]
    answer.vary.add("Accept-Encoding")
    if packed is not None:
        answer.headers["Content-Encoding"] = "gzip"
    answer.set_etag(found.tag if packed is None else f"{found.tag}-gzip")
    answer.make_conditional(request)
    return answer


def _file(digest: str, path: str, *, packs: bool) -> tuple[Asset | None, bytes | None]:
    """Return a file of a release, and its bytes compressed if they are asked for and worth it."""
    found = handed_out(assets(), path) if digest == assets().digest else None
    return found, found.gzipped if packs and found is not None else None


def made_aside(what: Hashable, make: Callable[[], T]) -> T:
    """Make this, the first time where it keeps nobody from acting: to join the files of a page takes long, once."""
    if what in _made:
        return make()
    if len(_made) >= MADE_AT_MOST:
        _made.clear()
    with _making:
        made = make() if what in _made else aside(make)
        _made.add(what)
    return made
