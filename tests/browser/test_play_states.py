"""The page of a table in its named states: axe finds nothing, targets are large, nothing scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, awaited, dealt, offers, seat_link
from tests.browser.visitor import axe, fits, jumps

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def sound(page: Page, state: str) -> None:
    """Check a state of the page."""
    assert axe(page) == [], state
    assert jumps(page) == [], state
    fits(page)


def opened(server: Server, visits: Visits, game: str, fits: Callable[[list[Any]], bool] = bool, **more: Any) -> Page:
    """Sit down against a bot, on a phone, where the first decision fits."""
    table = dealt(server, game, fits)
    page = visits(server.url.removesuffix("/api/v1"), **{**PHONE, **more}).page
    arrive(page, seat_link(server, table))
    awaited(page, -1)
    return page


def test_each_state_of_choosing_is_sound(server: Server, visits: Visits) -> None:
    page = opened(server, visits, "chanic_panic", offers("use_trader", "end_turn"))
    sound(page, "idle")
    page.get_by_role("button", name="Use the Trader").tap()
    sound(page, "picking")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="End the turn").tap()
    sound(page, "ready")
    page.get_by_role("button", name="Cancel").tap()
    page.route("**/actions", lambda route: None)
    page.get_by_role("button", name="End the turn").tap()
    page.locator(".actions .is-primary").tap()
    page.locator(".prompt", has_text="Sending").wait_for()
    sound(page, "sending")
    page.locator(".prompt", has_text="no answer has come yet").wait_for()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Concede").tap()
    page.get_by_role("button", name="Yes, I give up").tap()
    page.get_by_role("dialog").get_by_text("Something else is still under way.").wait_for()


def test_each_sheet_is_sound_and_gives_the_focus_back(server: Server, visits: Visits) -> None:
    page = opened(server, visits, "panic_clan_inviter", color_scheme="dark")
    page.locator("[data-home]").focus()
    for key, name in (("l", "All moves"), ("m", "Menu"), ("?", "Keys")):
        page.keyboard.press(key)
        page.get_by_role("dialog", name=name).wait_for()
        sound(page, name)
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-home]:focus")


def test_looking_back_is_sound_and_end_returns(server: Server, visits: Visits) -> None:
    """A pick is dropped on the way back, and nothing can be picked there.

    It takes a deal with a choice: a single answer to an attack is ready to be sent, and no card of the hand is lit.
    """
    page = opened(server, visits, "fightdrome", offers("play_card"), viewport={"width": 1440, "height": 900})
    now = page.inner_text(".prompt")
    page.locator(".hands .is-lit").first.click()
    page.locator("[data-home]").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Now").wait_for()
    then = page.inner_text(".prompt")
    assert then != now
    assert page.locator(".is-lit, .is-selected").count() == 0
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(then) => document.querySelector('.prompt').innerText !== then", arg=then)
    sound(page, "looking back")
    page.keyboard.press("End")
    page.get_by_role("button", name="All moves").wait_for()
    assert page.inner_text(".prompt") == now


def test_whoever_watches_sees_no_hand_and_takes_no_part(server: Server, visits: Visits) -> None:
    table = server.open("token", "sensible", game="fightdrome")
    page = visits(server.url.removesuffix("/api/v1"), **PHONE).page
    arrive(page, f"{server.url.removesuffix('/api/v1')}/t/{table['table']['id']}")
    sound(page, "watching")
    assert page.locator(".is-lit").count() == 0
    assert page.locator(".hands .card:not(.is-back)").count() == 0


def test_a_free_seat_is_taken_on_the_page(server: Server, visits: Visits) -> None:
    """By a name, or by the code of an invitation, which leaves the address at once."""
    home = server.url.removesuffix("/api/v1")
    seats = [{"kind": "code"}, {"kind": "open"}]
    opened = server.call("POST", "/tables", {"game": "chanic_panic", "seats": seats}).body
    table, code = opened["table"]["id"], opened["seats"][0]["join_code"]
    invited, passing = visits(home, **PHONE).page, visits(home, **PHONE).page
    arrive(invited, f"{home}/t/{table}#join={code}")
    assert "#" not in invited.url
    arrive(passing, f"{home}/t/{table}")
    sound(passing, "before the deal")
    for page, name in ((invited, "Anna"), (passing, "Ben")):
        page.get_by_role("textbox", name="Your name").fill(name)
        page.get_by_role("button", name="Sit down").tap()
        page.get_by_role("button", name="Sit down").wait_for(state="detached")
    for page in (invited, passing):
        page.locator(".board .panel").first.wait_for()
