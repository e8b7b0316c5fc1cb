"""What a review keeps for its reader, what it keeps back, and what it says when the service is silent."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from replay.cli import main
from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.test_review import opened, stands_at
from tests.browser.visitor import at_disk, on_paper

LONG = Path(__file__).parents[1] / "golden" / "fightdrome" / "match.ndjson"  # more entries than a chunk has
FULL = """() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; }"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("kept") / "match.html"
    done = CliRunner().invoke(main, ["export", str(LONG), "--format", "html", "--out", str(file)])
    assert done.exit_code == 0, done.output
    return file


def noted(page: Page, text: str) -> None:
    """Write a note on the entry that is shown."""
    page.get_by_role("textbox", name="Note on this entry").fill(text)
    page.get_by_role("button", name="Keep the note").click()
    page.locator(".notes li", has_text=text).wait_for()


def test_without_spoilers_a_link_leads_no_further_and_steps_do(visits: Visits, packed: Path) -> None:
    """At the first visit and at an open page; cards that move fact by fact go into the next chunk too."""
    visitor = opened(visits, packed, "#3/spectator", reduced_motion="no-preference")
    page, hint = visitor.page, visitor.page.locator(".told-here .hint")
    page.get_by_role("button", name="No spoilers").click()
    said = "The link leads further than you have seen, and “No spoilers” is on; you are at 64 instead."
    page.evaluate("() => { location.hash = '#70/spectator'; }")
    expect(hint).to_have_text(said)
    stands_at(visitor, "#64/spectator")
    other = visitor.context.new_page()
    other.goto(at_disk(packed) + "#70.1/spectator")
    expect(other.locator(".told-here .hint")).to_have_text(said)
    other.close()
    page.keyboard.press("g")
    page.fill("dialog input", "turn 999")
    page.keyboard.press("Enter")
    assert page.locator("dialog input").evaluate("(one) => one.validationMessage") == "There is no such place."
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    stands_at(visitor, "#65/spectator")
    expect(hint).to_have_count(0)


def test_the_story_is_on_paper_where_a_screen_has_no_room_for_it(visits: Visits, packed: Path) -> None:
    """A4 upright is as wide as a tablet, which shows the board alone."""
    page = opened(visits, packed, "#30/spectator", viewport={"width": 700, "height": 990}).page
    story = page.locator(".pane .story li").first
    expect(story).not_to_be_visible()
    on_paper(page)
    expect(story).to_be_visible()


def test_the_way_past_the_bar_is_no_link_into_the_record(visits: Visits, packed: Path) -> None:
    visitor = opened(visits, packed, "#30/spectator")
    visitor.page.locator(".skip").focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_function("() => document.activeElement.id === 'main'")
    stands_at(visitor, "#30/spectator")
    assert visitor.page.locator(".told-here .hint").count() == 0


def test_two_tabs_keep_the_notes_of_both(visits: Visits, packed: Path) -> None:
    first = opened(visits, packed, "#30/spectator").page
    second = first.context.new_page()
    second.goto(at_disk(packed) + "#30/spectator")
    for page in (first, second):
        page.get_by_role("tab", name="Notes").click()
    noted(first, "from the first")
    second.locator(".notes li", has_text="from the first").wait_for()
    noted(second, "from the second")
    first.reload()
    first.get_by_role("tab", name="Notes").click()
    expect(first.locator(".notes li")).to_have_count(2)


def test_a_browser_that_keeps_no_more_says_so(visits: Visits, packed: Path) -> None:
    page = opened(visits, packed, "#30/spectator").page
    page.get_by_role("tab", name="Notes").click()
    page.get_by_text("Your notes stay in this browser.").wait_for()
    page.evaluate(FULL)
    noted(page, "as long as the page")
    page.get_by_text("This browser keeps no more: save your notes as a file before you leave.").wait_for()


def test_a_service_that_is_silent_is_said_and_moves_nobody(visits: Visits, server: Server) -> None:
    """A note that could not be kept stands there, to be tried again; the eyes stay those that see."""
    table = server.open("sensible", "sensible")["table"]["id"]
    while server.call("GET", f"/tables/{table}/result?wait=20").status != 200:
        pass
    home = server.url.removesuffix("/api/v1")
    visitor = visits(home)
    visitor.expected.append("ERR_INTERNET_DISCONNECTED")
    page = visitor.page
    page.goto(f"{home}/t/{table}/review#2")
    page.wait_for_selector(".dock.is-review")
    page.get_by_role("tab", name="Notes").click()
    field = page.get_by_role("textbox", name="Note on this entry")
    field.fill("a thought")
    visitor.context.set_offline(True)
    page.get_by_role("button", name="Keep the note").click()
    page.locator(".pane").get_by_text("The service does not answer.").wait_for()
    assert field.input_value() == "a thought"
    visitor.context.set_offline(False)
    page.get_by_role("button", name="Keep the note").click()
    page.locator(".notes li", has_text="a thought").wait_for()
    expect(field).to_have_value("")
    visitor.context.set_offline(True)
    page.get_by_label("Seen by").select_option("seat:0")
    expect(page.locator(".told-here .hint")).to_have_text("The service does not answer.")
    expect(page.get_by_label("Seen by")).to_have_value("all")
    stands_at(visitor, "#2/all")
    visitor.context.set_offline(False)
    page.get_by_label("Seen by").select_option("seat:0")
    stands_at(visitor, "#2/seat:0")
    expect(page.locator(".told-here .hint")).to_have_count(0)
