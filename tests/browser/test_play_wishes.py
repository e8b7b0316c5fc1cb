"""What a player may wish for: to be told what happened meanwhile, one tap instead of two, more contrast, paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visits
from tests.browser.views import CHOOSING, MOMENTS, Home, housed
from tests.browser.visitor import axe, on_paper

NAMES = ("chanic", "chanic-ten", "fightdrome")
ONE_TAP = """() => localStorage.setItem("matchledger/settings", JSON.stringify({ oneTap: true }))"""
LIT = ".hands .is-lit > [data-stop]"
PAPER = "() => getComputedStyle(document.documentElement).getPropertyValue('--panel').trim()"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A service with tables at which the first seat is asked, each at the same moment of the same record."""
    with housed(tmp_path_factory.mktemp("wishes"), {name: MOMENTS[name] for name in NAMES}) as running:
        yield running


def seated(page: Page, home: Home, name: str) -> Page:
    page.goto(home.url + home.tables[name].seat(0))
    page.wait_for_selector("body[data-n]")
    page.wait_for_function(CHOOSING)
    page.wait_for_selector("body[data-settled]")
    return page


def test_who_comes_back_is_told_step_by_step_what_happened(visits: Visits, home: Home) -> None:
    """From the first entry after one's own last decision to the present, where the choice is open again."""
    page = seated(visits(home.url).page, home, "fightdrome")
    lines = page.locator(".rail .story li").all_inner_texts()
    told = [line.replace(" (you)", "").split(maxsplit=1) for line in lines]
    assert len(told) > 2
    assert page.get_by_role("heading", name="Since your last decision").count() == 1
    page.get_by_role("button", name="What happened?").click()
    page.get_by_role("button", name="Now").wait_for()
    steps = []
    while page.get_by_role("button", name="Now").count():
        said = page.inner_text(".prompt")
        assert page.locator(".is-lit, .is-selected").count() == 0, "nothing is chosen in the past"
        steps.append(said)
        page.get_by_role("button", name="On").click()
        page.wait_for_function("(said) => document.querySelector('.prompt').innerText !== said", arg=said)
    entries = [int(said.split(" · ")[0].split(".")[0]) for said in steps]
    assert entries == sorted(entries)
    assert entries[0] == int(told[0][0].split(".")[0])
    assert [sentence for _, sentence in told if not any(sentence in said for said in steps)] == []
    assert page.locator(LIT).count() > 0


def test_who_asks_for_more_contrast_gets_white_on_black(visits: Visits, home: Home) -> None:
    page = seated(visits(home.url, contrast="more").page, home, "fightdrome")
    assert page.evaluate(PAPER) == "#000000"
    assert axe(page) == []


def test_on_paper_stands_the_board_and_nothing_to_press(visits: Visits, home: Home) -> None:
    page = seated(visits(home.url).page, home, "fightdrome")
    on_paper(page)
    assert page.locator(".board .panel:visible").count() == 3
    assert page.locator(".rail .story li:visible").count() > 0


def test_on_paper_nothing_is_white_without_its_ground(visits: Visits, home: Home) -> None:
    """The open one of nine opponents, and lists that say who runs."""
    page = seated(visits(home.url).page, home, "chanic-ten")
    on_paper(page)
    page.goto(home.url)
    on_paper(page)
    assert page.locator(".mark.is-turn:visible").count() > 0


def test_one_tap_sends_where_it_is_wished_for_and_never_what_ends_a_turn(visits: Visits, home: Home) -> None:
    """The request is cut off on its way: the table stays as it is."""
    visitor = visits(home.url)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page, sent = visitor.page, []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    page.route("**/actions", lambda route: route.abort())
    page.goto(home.url)
    page.evaluate(ONE_TAP)
    seated(page, home, "chanic").get_by_role("button", name="End the turn").click()
    page.wait_for_selector("body[data-state=ready]")
    assert sent == []
    with page.expect_request("**/actions"):
        seated(page, home, "fightdrome").locator(LIT).first.click()


def test_a_tap_says_that_it_sends_before_anything_else_happens(visits: Visits, home: Home) -> None:
    """In the very task of the press, however slow the line; and after two seconds that no answer has come."""
    page = visits(home.url).page
    page.clock.install()
    seated(page, home, "fightdrome")
    page.route("**/actions", lambda route: None)  # held for ever
    page.locator(LIT).first.click()
    page.wait_for_selector("body[data-settled][data-state=ready]")
    page.evaluate(
        """() => addEventListener("click", () => { window.said = document.querySelector(".prompt").innerText; })"""
    )
    page.locator(".actions .is-primary").click()
    assert page.evaluate("window.said") == "Sending…"
    page.clock.fast_forward(2_000)
    page.locator(".prompt", has_text="Still sending: no answer has come yet.").wait_for()
