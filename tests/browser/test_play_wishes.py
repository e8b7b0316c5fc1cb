"""What a player may wish for: to hear what happened, one tap instead of two, more contrast, paper, second thoughts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, dealt, offers, seat_link
from tests.browser.views import CHOOSING, Home
from tests.browser.visitor import axe, on_paper

ONE_TAP = """() => localStorage.setItem("matchledger/settings", JSON.stringify({ oneTap: true }))"""
LIT = ".hands .is-lit > [data-stop]"
PAPER = "() => getComputedStyle(document.documentElement).getPropertyValue('--panel').trim()"


def seated(page: Page, home: Home, name: str) -> Page:
    arrive(page, home.url + home.tables[name].seat(0))
    page.wait_for_function(CHOOSING)
    page.wait_for_selector("body[data-settled]")
    return page


def of_its_own(page: Page, server: Server, game: str, *tags: str) -> Page:
    """Sit down where the first decision offers these, at a table that nobody else knows: it may go on."""
    arrive(page, seat_link(server, dealt(server, game, offers(*tags))))
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
    page.locator(".game .button").first.wait_for(state="attached")
    on_paper(page)
    assert page.locator(".mark.is-turn:visible").count() > 0


def test_one_tap_sends_where_it_is_wished_for_and_never_what_ends_a_turn(server: Server, visits: Visits) -> None:
    page, sent = visits(server.url.removesuffix("/api/v1")).page, []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    page.goto(server.url.removesuffix("/api/v1"))
    page.evaluate(ONE_TAP)
    of_its_own(page, server, "chanic_panic", "end_turn").get_by_role("button", name="End the turn").click()
    page.wait_for_selector("body[data-state=ready]")
    assert sent == []
    with page.expect_request("**/actions"):
        of_its_own(page, server, "fightdrome", "play_card").locator(LIT).first.click()


def test_a_tap_says_that_it_sends_before_anything_else_happens(server: Server, visits: Visits) -> None:
    """In the very task of the press, however slow the line; and after two seconds that no answer has come."""
    page = visits(server.url.removesuffix("/api/v1")).page
    page.clock.install()
    of_its_own(page, server, "fightdrome", "play_card")
    page.route("**/actions", lambda route: None)  # held until all is closed, when it gets through
    page.locator(LIT).first.click()
    page.wait_for_selector("body[data-settled][data-state=ready]")
    page.evaluate(
        """() => addEventListener("click", () => { window.said = document.querySelector(".prompt").innerText; })"""
    )
    page.locator(".actions .is-primary").click()
    assert page.evaluate("window.said") == "Sending…"
    page.clock.fast_forward(2_000)
    page.locator(".prompt", has_text="Still sending: no answer has come yet.").wait_for()


def test_what_is_written_into_a_form_and_refused_can_be_mended(visits: Visits, server: Server) -> None:
    """A deck of sixty cards is not written twice; nor is it lost by a tap beside its sheet."""
    table = dealt(server, "panzer_clash", offers("choose_deck"))
    visitor = visits(server.url.removesuffix("/api/v1"))
    visitor.expected = ["409"]
    page = visitor.page
    arrive(page, seat_link(server, table))
    page.wait_for_selector("body[data-settled][data-state=idle]")
    form = page.get_by_role("dialog")
    page.get_by_role("button", name="a deck of your own").click()
    form.get_by_label("side").select_option(label="Allies")
    form.locator("textarea").fill("as many as I like")
    form.get_by_role("button", name="Choose a deck").click()
    said = form.locator("textarea").evaluate("(one) => one.validationMessage")
    assert said == "This is not understood: write a line for each, how many and of what."
    form.locator("textarea").fill("3 nobody_knows")
    form.get_by_role("button", name="Choose a deck").click()
    page.locator(".prompt", has_text="There is no card nobody_knows.").wait_for()
    page.get_by_role("button", name="a deck of your own").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="a deck of your own").click()
    assert form.locator("textarea").input_value() == "3 nobody_knows"
    assert form.get_by_label("side").evaluate("(one) => one.selectedOptions[0].text") == "Allies"


@pytest.mark.parametrize(("touched", "focus"), [(False, "input"), (True, "h2")])
def test_a_phone_shows_all_moves_and_not_its_keyboard(visits: Visits, home: Home, touched: bool, focus: str) -> None:
    """Who has keys searches at once."""
    page = seated(visits(home.url, has_touch=touched, is_mobile=touched).page, home, "chanic")
    page.get_by_role("button", name="All moves").click()
    sheet = page.get_by_role("dialog", name="All moves")
    sheet.wait_for()
    assert sheet.locator(f"{focus}:focus").count()


def test_a_notification_that_the_browser_forbids_is_not_left_ticked(visits: Visits, home: Home) -> None:
    visitor = visits(home.url)
    visitor.context.add_init_script("Notification.requestPermission = async () => 'denied'")
    page = seated(visitor.page, home, "chanic")
    page.get_by_role("button", name="Menu").click()
    box = page.get_by_label("Notify me when it is my turn")
    box.click()
    page.get_by_role("alert").filter(has_text="This browser allows the page no notifications.").wait_for()
    assert not box.is_checked()
    page.get_by_label("A sound when it is your turn").click()
    assert page.get_by_role("alert").count() == 0
