"""What a review keeps for its reader, what it keeps back, and what it says when the service is silent."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from replay.cli import main
from tests.api.server import Server, head
from tests.browser.conftest import Visits
from tests.browser.scenes import played
from tests.browser.test_review import opened, stands_at
from tests.browser.visitor import at_disk, on_paper, resized

LONG = Path(__file__).parents[1] / "golden" / "fightdrome" / "match.ndjson"  # more entries than a chunk has
FAR = 70  # an entry in the second chunk
REFUSING = """{
  const told = history.replaceState;
  history.replaceState = function (...place) {
    if (window.refuses) throw new DOMException("more than 100 times per 30 seconds", "SecurityError");
    told.apply(this, place);
  };
}"""
# Cards that lie beyond the panel of their seat, where the next one covers them.
BEYOND = """() => [...document.querySelectorAll(":is(.across, .near) .panel")].flatMap((panel) =>
  [...panel.querySelectorAll(".card")].filter((card) => card.checkVisibility()
    && card.getBoundingClientRect().right > panel.getBoundingClientRect().right + 2).map((card) => card.textContent))"""
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
    """A4 upright is as wide as a tablet, which shows the board alone. What the dock tells is the end of the story."""
    page = opened(visits, packed, "#30/spectator", viewport={"width": 700, "height": 990}).page
    story = page.locator(".pane .story li").first
    expect(story).not_to_be_visible()
    on_paper(page)
    expect(story).to_be_visible()
    expect(page.locator(".told-here")).not_to_be_visible()


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


def long_game(server: Server) -> str | None:
    """Let four bots play, and return the table if the game was longer than a chunk of frames and some."""
    opening = {"game": "chanic_panic", "seats": [{"kind": "bot", "bot": "sensible"}] * 4}
    table: str = server.call("POST", "/tables", opening).body["table"]["id"]
    while server.call("GET", f"/tables/{table}/result?wait=20").status != 200:
        pass
    return table if head(server, table) > FAR else None


def test_a_kept_moment_that_the_service_does_not_give_is_said_and_stays_kept(visits: Visits, server: Server) -> None:
    """It lies in another chunk than the place that is shown, and other eyes want it anew."""
    table = next(filter(None, (long_game(server) for _ in range(100))))
    home = server.url.removesuffix("/api/v1")
    visitor = visits(home, reduced_motion="reduce")
    visitor.expected.append("ERR_FAILED")
    page = visitor.page
    page.goto(f"{home}/t/{table}/review#{FAR}/all")
    page.wait_for_selector(".dock.is-review")
    page.keyboard.press("x")
    page.keyboard.press("Home")
    stands_at(visitor, "#1/all")
    second = "**/frames/1?viewer=seat%3A0"
    page.route(second, lambda route: route.abort())
    eyes = page.get_by_label("Seen by")
    eyes.select_option("seat:0")
    expect(page.locator(".told-here .hint")).to_have_text("The service does not answer.")
    page.get_by_text("The kept moment could not be loaded as this viewer saw it.").wait_for()
    page.unroute(second)
    eyes.select_option("all")
    page.keyboard.press("End")
    page.locator(".pane h3", has_text="From 70 to").wait_for()


def test_a_browser_that_refuses_addresses_for_a_while_still_shows_each_step(visits: Visits, packed: Path) -> None:
    """As Safari and Firefox do while a key is held down; the address bar and links have the place all the same."""
    visitor = visits(at_disk(packed), offline=True)
    page = visitor.page
    page.add_init_script(REFUSING)
    page.goto(at_disk(packed) + "#9/spectator")
    page.wait_for_selector(".dock.is-review")
    page.evaluate("() => { window.refuses = true; }")
    for n in (10, 11):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".tl-legend b")).to_have_text(f"#{n}")
    page.keyboard.press("e")
    assert page.input_value("dialog input") == at_disk(packed) + "#11/spectator"
    page.evaluate("() => { window.refuses = false; }")
    stands_at(visitor, "#11/spectator")


def test_open_hands_of_five_seats_stay_in_their_panels(visits: Visits, tmp_path: Path) -> None:
    record, file = tmp_path / "five.ndjson", tmp_path / "five.html"
    record.write_bytes(b"\n".join([*played("panic_clan_inviter", 5), b""]))
    done = CliRunner().invoke(main, ["export", str(record), "--format", "html", "--out", str(file)])
    assert done.exit_code == 0, done.output
    visitor = opened(visits, file, "#10/all", reduced_motion="reduce")
    for width in (1440, 1280):
        resized(visitor.page, width, 900)
        for n in range(10, 50, 5):
            visitor.page.evaluate("n => { location.hash = `#${n}/all`; }", n)
            expect(visitor.page.locator(".tl-legend b")).to_have_text(f"#{n}")
            assert visitor.page.evaluate(BEYOND) == [], (width, n)
