"""Files of pages under `/web/v/<digest>/`: kept for ever, the same for everybody, nothing of another release."""

from __future__ import annotations

import gzip

import pytest

from api.pages.browser import assets, frame_texts, page_answer, signs, spoken_catalogue
from domain.games import game, shipped
from tests.api.world import World
from web.pages import POLICY, Page


def test_a_file_may_be_kept_for_ever(world: World) -> None:
    answer = world.app.test_client().get(assets().address("base/words.js"))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert b"export function say" in answer.data
    again = world.app.test_client().get(
        assets().address("base/words.js"), headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_file_is_compressed_for_who_can_read_it(world: World) -> None:
    plain, packed = [
        world.app.test_client().get(assets().address("signs.svg"), headers={"Accept-Encoding": coding})
        for coding in ("identity", "br, gzip")
    ]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert {answer.headers["Vary"] for answer in (plain, packed)} == {"Accept-Encoding"}


@pytest.mark.parametrize(
    "path", ["/web/v/{digest}/none.js", "/web/v/0/base/words.js", "/web/v/{digest}/../assets.py", "/web/v/{digest}/"]
)
def test_there_is_nothing_else(world: World, path: str) -> None:
    answer = world.app.test_client().get(path.format(digest=assets().digest))
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_files_are_the_same_whoever_asks_and_however_often(world: World) -> None:
    """An expired cookie or a token nobody knows does not keep a page from its script."""
    answer = world.app.test_client().get(
        assets().address("base/words.js"), headers={"Authorization": "Bearer none-of-ours"}
    )
    assert answer.status_code == 200
    assert "RateLimit" not in answer.headers


def test_every_game_has_its_costume_in_the_styles() -> None:
    styles = assets().text("costumes.css")
    for name in shipped():
        costume = game(name).costume
        assert f'[data-game="{name}"] {{ --r-card: {costume.corner}px;' in styles
        assert all(f"--{role}: {colour};" in styles for role, colour in costume.dark.items())


def test_a_page_is_answered_in_the_callers_language(world: World) -> None:
    with world.app.test_request_context(headers={"Accept-Language": "ja"}):
        words = spoken_catalogue()
        texts = frame_texts()
        page = Page("…", "…", "ja", texts, "base/words.js", ("costumes.css",), {"words": words}, signs=signs())
        answer = page_answer(page)
    assert words["language"] == "ja"
    assert texts.without_script == "このページにはJavaScriptが必要です。"
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["Content-Language"] == "ja"
    assert answer.headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding"
    assert '<symbol id="fist"' in answer.get_data(as_text=True)
