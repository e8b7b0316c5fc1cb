"""After a game and beside it: a result that has to be accepted, an arbiter who is called, an appeal."""

from __future__ import annotations

from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, seat_link
from tests.browser.visitor import axe, fits

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
CASE = {
    "case": "c0ffee",
    "state": "ruled",
    "about": "clock",
    "moment": "4",
    "quiet": False,
    "finding": "no_infraction",
    "appeal_until": "2999-01-01T00:00:00.000Z",
    "final": False,
    "accepted": [],
    "waits_until": "2999-01-01T00:00:00.000Z",
    "texts": [{"by": "operator:desk", "text": "The clock was right."}],
}


def called(page: Page) -> None:
    """Open the sheet by which an arbiter is called."""
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Call an arbiter").tap()


def test_an_arbiter_is_called_and_the_result_is_accepted_on_a_phone(server: Server, visits: Visits) -> None:
    table = server.open("token", "token", confirm={"window_ms": 600_000})
    path = f"/tables/{table['table']['id']}"
    page = visits(server.url.removesuffix("/api/v1"), **PHONE).page
    arrive(page, seat_link(server, table))
    called(page)
    page.get_by_label("What it is about").select_option("connection")
    page.get_by_label("What happened").fill("Seat 1 left.")
    assert axe(page) == []
    fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Call an arbiter").tap()
    page.locator("dialog [role=status]", has_text="Receipt").wait_for()
    page.locator(".cases", has_text="waits for an arbiter").wait_for()
    (case,) = server.call("GET", f"{path}/cases", token=table["seats"][0]["token"]).body["cases"]
    assert (case["about"], case["opened_by"], case["quiet"]) == ("connection", "seat:0", True)
    assert server.call("GET", f"{path}/cases", token=table["seats"][1]["token"]).body["cases"] == []
    page.get_by_role("button", name="Close").tap()

    said = {"command": {"tag": "concede", "body": {}}, "seen": server.call("GET", path).body["n"]}
    sent = server.call("POST", f"{path}/actions", said, token=table["seats"][1]["token"], headers={"If-Match": "*"})
    assert sent.status == 200, sent
    page.get_by_role("button", name="Accept the result").tap()
    page.get_by_role("button", name="Accept the result").wait_for(state="detached")
    result = server.call("GET", f"{path}/result").body
    assert result["waiting"] is None or 0 in result["waiting"]["accepted"]


def test_a_decision_is_appealed_where_it_is_read(server: Server, visits: Visits) -> None:
    table = server.open("token", "token")
    page = visits(server.url.removesuffix("/api/v1"), **PHONE).page
    appeals: list[Any] = []

    def decided(route: Route) -> None:
        route.fulfill(json={"table": table["table"]["id"], "cases": [CASE]})

    def appealed(route: Route) -> None:
        appeals.append(msgspec.json.decode(route.request.post_data_buffer or b""))
        route.fulfill(json={**CASE, "state": "appealed"})

    page.route("**/cases", decided)
    page.route("**/cases/c0ffee/appeal", appealed)
    arrive(page, seat_link(server, table))
    called(page)
    page.get_by_text("The clock was right.").wait_for()
    page.get_by_label("Why another arbiter should decide").fill("It was not.")
    page.get_by_role("button", name="Appeal").tap()
    page.get_by_text("Another arbiter will decide.").wait_for()
    assert appeals == [{"text": "It was not."}]


def test_a_decision_is_accepted_where_it_is_read(server: Server, visits: Visits) -> None:
    table = server.open("token", "token")
    page = visits(server.url.removesuffix("/api/v1"), **PHONE).page
    accepted: list[int] = []

    def decided(route: Route) -> None:
        route.fulfill(json={"table": table["table"]["id"], "cases": [{**CASE, "accepted": accepted}]})

    def accepts(route: Route) -> None:
        accepted.append(0)
        route.fulfill(json={**CASE, "accepted": accepted})

    page.route("**/cases", decided)
    page.route("**/cases/c0ffee/accept", accepts)
    arrive(page, seat_link(server, table))
    called(page)
    page.get_by_text("The play stands until every seat has accepted this").wait_for()
    assert axe(page) == []
    page.get_by_role("button", name="Accept this").tap()
    page.locator(".cases li", has_text="You have accepted this.").wait_for()
    assert accepted == [0]
    assert page.get_by_role("button", name="Appeal").count() == 0, "whoever accepts appeals no more"
