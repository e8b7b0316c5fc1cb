"""What a page loads, as it is served: one script under 60 kB, one sheet of styles, an icon."""

from __future__ import annotations

import gzip
import re

import pytest
from flask.testing import FlaskClient

from api.pages.browser import assets
from tests.api.world import World
from web.joining import script

MOST = 60_000  # bytes of JavaScript, compressed
STYLES_MOST = 25_000
PATHS = ("/", "/verify", "/t/none", "/t/none/review", "/desk")
LOADED = re.compile(r'<(?:script|link)\b[^>]*?(?:src|href)="(/web/v/[^"]+)"')


def weighed(browser: FlaskClient, path: str) -> dict[str, int]:
    """Return the bytes of each file that a page names, as a browser gets them."""
    page = browser.get(path, headers={"Accept-Encoding": "gzip, br", "Accept-Language": "ja"})
    assert page.headers["Content-Encoding"] == "gzip"
    text = gzip.decompress(page.data).decode()
    addresses = dict.fromkeys(LOADED.findall(text))
    answers = {address: browser.get(address, headers={"Accept-Encoding": "gzip, br"}) for address in addresses}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {address: len(answer.data) for address, answer in answers.items()}


@pytest.mark.parametrize("path", PATHS)
def test_the_script_of_a_page_weighs_less_than_sixty_kilobytes(world: World, path: str) -> None:
    loaded = weighed(world.app.test_client(), path)
    scripts = {address: size for address, size in loaded.items() if ".js?" in address}
    styles = {address: size for address, size in loaded.items() if ".css?" in address}
    assert len(loaded) == 3, "a script, a sheet, an icon"
    ((_, size),) = scripts.items()
    assert 1000 < size < MOST
    ((_, size),) = styles.items()
    assert 1000 < size < STYLES_MOST


def test_the_worker_of_the_verifier_is_light_too() -> None:
    """It is loaded with the first record."""
    made = script(assets(), "verify/worker.js")
    assert len(made.gzipped or made.content) < MOST
