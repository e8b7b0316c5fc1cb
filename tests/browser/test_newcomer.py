"""The whole way of somebody who has nothing but the link of the start page: play, review, take the record, check it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import awaited, landed, press, shown

TRIES = 20  # newcomers, in search of a turn of their own: nearly every deal begins with one


def led(server: Server, visits: Visits) -> Page:
    """Let newcomers sit down until one is told what a command is for.

    Whoever is asked at once to give a card away, which some deals begin with, is told when the own turn comes.
    """
    home = server.url.removesuffix("/api/v1")
    for _ in range(TRIES):
        page = visits(home, viewport={"width": 1440, "height": 900}, reduced_motion="reduce").page
        page.goto(f"{home}/")
        page.locator(".game").get_by_role("button", name="Panic★Clan★Inviter").click()
        page.wait_for_url("**/t/*")
        page.wait_for_selector(".board")
        assert "#" not in page.url, "the seat's token is gone from the address"
        page.get_by_role("dialog", name="How to play").get_by_text("Be the first to complete your line").wait_for()
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        if awaited(page, -1) and page.locator(".rail .coach").count():
            return page
    raise AssertionError("nobody is told what a command is for")


def test_from_the_start_page_to_a_checked_record(server: Server, visits: Visits, tmp_path: Path) -> None:
    home = server.url.removesuffix("/api/v1")
    page = led(server, visits)
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Hint").click()
    page.locator(".rail .coach", has_text="Hint: ").wait_for()
    page.locator(".rail").get_by_role("button", name="End the guide").click()
    page.locator(".rail .coach button").wait_for(state="detached")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes, I give up").click()
    page.wait_for_selector("dialog[open]", state="detached")
    while server.call("GET", f"/tables/{table}/result?wait=20").status != 200:
        pass
    story = server.call("GET", f"/tables/{table}/scene").body["story"]
    (asked,) = [one for one in story if "asked the bot" in one["say"]]
    page.goto(f"{home}/t/{table}/review#{asked['at']}")
    page.wait_for_selector(".dock.is-review")
    page.locator(".told", has_text=f"asked the bot before entry {asked['at']}.").wait_for()
    with page.expect_download() as taking:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / "table.ndjson"
    taking.value.save_as(record)
    page.get_by_role("link", name="Check a record").click()
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector(".checks tbody tr")
    assert "Nothing is wrong" in page.inner_text(".verdict")


def test_the_keyboard_of_a_newcomer_never_loses_its_place(server: Server, visits: Visits) -> None:
    """From the first button on: the guide, the list of all moves, what is sent, a reload; then the review."""
    home = server.url.removesuffix("/api/v1")
    page = visits(home).page
    page.goto(f"{home}/")
    page.get_by_role("button", name="Play against").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.get_by_role("dialog", name="How to play").wait_for()
    press(page, "Escape")
    table = page.url.rpartition("/")[2]
    after = -1
    for _ in range(2):
        assert awaited(page, after)
        after = shown(page)
        press(page, "l")
        sheet = page.get_by_role("dialog", name="All moves")
        sheet.get_by_role("listitem").get_by_role("button").last.focus()
        press(page, "Enter")
        page.wait_for_selector("body[data-settled]")
        sheet.get_by_role("button", name="Do it: ").focus()
        press(page, "Enter")
        sheet.wait_for(state="detached")
        landed(page)
    page.reload()
    page.wait_for_selector("body[data-n]")
    landed(page)
    page.goto(f"{home}/t/{table}/review#1")
    page.wait_for_selector(".dock.is-review")
    landed(page)
    press(page, "ArrowRight", "ArrowRight", "?", "Escape", "ArrowLeft")
