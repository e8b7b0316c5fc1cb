"""Every page in its named states is for everybody: axe finds nothing serious, nothing is cut off or too small to hit.

As it is, in the dark, at 200 % zoom, and in forced colours: `make test` looks at each of twenty states in one of these
ways, the soak at every view of every page in all of them.
"""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visits
from tests.browser.views import Home, View, views
from tests.browser.visitor import SIDEWAYS, axe, latin, speaking

WAYS: dict[str, dict[str, Any]] = {
    "as it is": {"viewport": {"width": 1440, "height": 900}},
    "dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True},
    "at 200 %": {"viewport": {"width": 384, "height": 512}, "device_scale_factor": 2},  # of 768 by 1024
    "in forced colours": {"viewport": {"width": 768, "height": 1024}, "forced_colors": "active"},
}
KINDS = ("-idle", "-picking", "-ended", "-review")
ALL = {view.name: view for view in views()}
STATES = [name for name in ALL if name.endswith(KINDS) or "-" not in name or name in ("lobby-open", "desk-panzer")]
IN_JAPANESE = ("lobby-open", "verify", "desk-panzer", "chanic-picking", "fightdrome-ended", "inviter-ready")
WRITTEN = {  # what somebody wrote in English, and what entries of a record are called
    "desk": ["There", "was", "card", "too", "many", "desk", "chanic", "fightdrome", "inviter", "panzer", "arbiter"],
    "checked": ["clock", "data", "header", "operator", "sample", "seat", "table"],
}
NAMED = [name for name in STATES if not name.startswith("chanic-ten")]


def opened(visits: Visits, home: Home, view: View, way: str) -> Page:
    page = visits(home.url, **WAYS[way]).page
    view.reach(page, home)
    return page


def sound(page: Page, told: tuple[str, str]) -> None:
    assert axe(page) == [], told
    assert not page.evaluate(SIDEWAYS), told
    found = speaking(page)
    assert found == ["log", "status"] if page.locator(".dock").count() else found in ([], ["status"]), (told, found)


@pytest.mark.parametrize("width", [360, 1280])
def test_one_log_and_one_status_speak_while_playing_watching_and_reviewing(
    visits: Visits, home: Home, width: int
) -> None:
    page = visits(home.url, viewport={"width": width, "height": 800}).page
    table = home.tables["panzer"]
    for path in (table.seat(0), f"{table.path}#watch", f"{table.path}/review#{table.n}"):
        page.goto("about:blank")
        page.goto(home.url + path)
        page.wait_for_selector(".dock")
        assert speaking(page) == ["log", "status"], path
        told = page.locator("[role=log] p").all_inner_texts()
        assert len(told) > 1, path
        assert all(told), path
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(n) => location.hash.startsWith('#' + n)", arg=table.n - 1)
    assert page.locator("[role=log]").get_attribute("aria-live") == "off", "a step of a review is said by its status"


def test_there_are_twenty_named_states() -> None:
    assert len(NAMED) >= 20


@pytest.mark.parametrize(("name", "way"), [*zip(NAMED, cycle([*WAYS, "at 200 %"]), strict=False)])
def test_a_named_state_is_for_everybody(visits: Visits, home: Home, name: str, way: str) -> None:
    sound(opened(visits, home, ALL[name], way), (name, way))


def japanese(visits: Visits, home: Home, name: str) -> None:
    page = visits(home.url, locale="ja-JP", viewport={"width": 1440, "height": 900}).page
    ALL[name].reach(page, home)
    assert page.get_attribute("html", "lang") == "ja"
    assert latin(page, *WRITTEN.get(name.partition("-")[0], ())) == {}, name


@pytest.mark.parametrize("name", IN_JAPANESE)
def test_who_reads_japanese_meets_no_english(visits: Visits, home: Home, name: str) -> None:
    japanese(visits, home, name)


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in ALL if name not in IN_JAPANESE])
def test_who_reads_japanese_meets_no_english_anywhere(visits: Visits, home: Home, name: str) -> None:
    japanese(visits, home, name)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ALL)
def test_every_view_is_for_everybody(visits: Visits, home: Home, name: str, way: str) -> None:
    sound(opened(visits, home, ALL[name], way), (name, way))
