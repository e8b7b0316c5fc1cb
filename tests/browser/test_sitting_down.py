"""Taking a seat, by an invitation or its own link: once, and lost neither to a silent service nor to a reload."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, seat_link
from tests.browser.test_play_seats import sit_down, sits
from tests.browser.test_play_sending import home
from tests.browser.visitor import Visitor

BUSY = {"type": "about:blank", "title": "Busy", "status": 503, "code": "unavailable", "detail": "It is busy."}
PLAYS = "body[data-status=running]"


def invited(server: Server, **more: Any) -> tuple[str, str]:
    """Open a table that waits for one guest; returns it and the link that seats the guest."""
    seats = [{"kind": "token", "name": "P0"}, {"kind": "code"}]
    opened = server.call("POST", "/tables", {"game": "chanic_panic", "seats": seats, **more}).body
    table = opened["table"]["id"]
    return table, f"{home(server)}/t/{table}#join={opened['seats'][1]['join_code']}"


def guest(server: Server, visits: Visits) -> Visitor:
    """Come from elsewhere, over a line that fails now and then."""
    visitor = visits(home(server))
    visitor.expected = ["Failed to load resource", "net::ERR"]
    return visitor


def keys(page: Page) -> set[str]:
    """Return a set that the idempotency keys of all wishes for a seat go into."""
    found: set[str] = set()

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/seats"):
            found.add(request.headers["idempotency-key"])

    page.on("request", note)
    return found


def lose(route: Route) -> None:
    """Let the service do it, and lose its answer."""
    route.fetch()
    route.abort()


def refuse(route: Route) -> None:
    """Answer as a service that is busy."""
    route.fulfill(status=503, json=BUSY, content_type="application/problem+json")


@pytest.mark.parametrize(
    ("where", "trouble"), [("**/seats", lose), ("**/seats", refuse), ("**/session", refuse), ("**/session", lose)]
)
def test_a_seat_that_may_be_taken_is_asked_for_again(server: Server, visits: Visits, where: str, trouble: Any) -> None:
    """The last seat begins the game, so there is no form any more by which a person could ask again."""
    _, link = invited(server)
    page = guest(server, visits).page
    asked = keys(page)
    page.route(where, trouble, times=1)
    arrive(page, link)
    sit_down(page, "Gina")
    page.get_by_text("Taking the seat…").first.wait_for()
    page.wait_for_selector(PLAYS)
    page.locator(".near", has_text="Gina").wait_for()
    assert len(asked) == 1


@pytest.mark.parametrize("trouble", [lose, refuse])
def test_the_link_of_a_seat_is_enough_though_its_first_requests_are_lost(
    server: Server, visits: Visits, trouble: Any
) -> None:
    """The token is wiped out of the address at once: a page that is loaded anew would only watch."""
    visitor = visits(home(server))
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    page.clock.install()
    trouble_left = [True]
    page.route("**/session", lambda route: trouble(route) if trouble_left else route.continue_())
    page.goto(seat_link(server, server.open("token", "token")))
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    assert page.get_by_text("This page asks again by itself: leave it open.").count() == 1
    with page.expect_request("**/session"):
        page.clock.run_for(2_000)
    with page.expect_request("**/session"):
        again.click()
    trouble_left.clear()
    again.click()
    sits(page, "P0")
    assert "#" not in page.url
    page.reload()
    sits(page, "P0")


def test_a_page_loaded_again_still_takes_the_seat_that_was_asked_for(server: Server, visits: Visits) -> None:
    _, link = invited(server)
    visitor = guest(server, visits)
    page = visitor.page
    asked = keys(page)
    page.route("**/seats", lose)
    arrive(page, link)
    sit_down(page, "Gina")
    page.locator(".prompt", has_text="Taking the seat…").wait_for()
    page.unroute("**/seats")
    page.reload()
    page.locator(".near", has_text="Gina").wait_for()
    assert len(asked) == 1
    page.reload()
    page.wait_for_selector(PLAYS)
    sits(page, "Gina")
    assert page.evaluate("() => Object.keys(sessionStorage).filter((key) => key.includes('sitting'))") == []


def test_a_page_loaded_again_still_knows_the_invitation(server: Server, visits: Visits) -> None:
    """The code is wiped out of the address, and a phone loads a page anew that was out of sight for long."""
    _, link = invited(server)
    page = guest(server, visits).page
    arrive(page, link)
    page.get_by_role("button", name="Sit down").wait_for()
    page.reload()
    assert "#" not in page.url
    sit_down(page, "Gina")
    page.wait_for_selector(PLAYS)
    sits(page, "Gina")


def test_what_is_wrong_with_an_invitation_to_a_private_table_is_said(server: Server, visits: Visits) -> None:
    """Nothing else of such a table is shown: neither its seats nor, to a wrong code, that it exists."""
    _, link = invited(server, visibility="private")
    page = guest(server, visits).page
    page.goto(f"{link[:-1]}{'A' if link[-1] != 'A' else 'B'}")  # small letters are no others
    sit_down(page, "Gina")
    said = page.get_by_role("alert")
    page.wait_for_function("(said) => said.textContent.trim() !== ''", arg=said.element_handle())
    page.goto("about:blank")
    page.goto(link)
    sit_down(page, "Gina")
    page.wait_for_selector(PLAYS)
    sits(page, "Gina")


NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"
SELECTED = "() => document.activeElement.value?.slice(document.activeElement.selectionStart)"


def test_a_link_is_copied_and_said_to_be_or_selected_where_nothing_can_be_copied(
    server: Server, visits: Visits
) -> None:
    """A service in a home is no secure context: a browser gives its pages no clipboard."""
    seats = [{"kind": "token", "name": "P0"}, {"kind": "open"}]
    table = server.call("POST", "/tables", {"game": "chanic_panic", "seats": seats}).body["table"]["id"]
    address = f"{home(server)}/t/{table}"
    page = visits(home(server), permissions=["clipboard-read", "clipboard-write"]).page
    arrive(page, address)
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="The link is copied.").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == address

    without = visits(home(server))
    without.context.add_init_script(NO_CLIPBOARD)
    page = without.page
    arrive(page, address)
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function(SELECTED)
    assert page.evaluate(SELECTED) == address
    table = server.open("token", "token")["table"]["id"]
    arrive(page, f"{home(server)}/t/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Copy the link for watching").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Link").wait_for()
    page.wait_for_function(SELECTED)
    assert page.evaluate(SELECTED) == f"{home(server)}/t/{table}"
