"""The desk in a real browser: a case from the call to the resumption, by keys and by taps; what the seats see of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from tests.api.server import Server, next_move
from tests.browser.conftest import Visits
from tests.browser.hall import Hall
from tests.browser.placed import arbiter
from tests.browser.playing import arrive, seat_link
from tests.browser.test_sitting_down import BUSY
from tests.browser.visitor import axe, fits, on_paper

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
TABS = 400  # keys on the way to one thing; more is a trap
NAMED = """(name) => { const one = document.activeElement;
  const said = one.ariaLabel ?? (one.labels?.length ? one.labels[0].querySelector('span').textContent : one.innerText);
  return (said ?? '').trim().startsWith(name); }"""
IDLE = "(said) => document.body.dataset.deed === 'idle' && document.querySelector('.desk-status').innerText === said"


class Called(NamedTuple):
    """A service, the key of an arbiter, a table whose play was stopped by its second seat, and the case."""

    server: Server
    key: str
    other: str  # the key of another arbiter
    opened: dict[str, Any]
    case: str
    n: int  # the last entry before the call

    @property
    def home(self) -> str:
        return self.server.url.removesuffix("/api/v1")

    @property
    def table(self) -> str:
        return str(self.opened["table"]["id"])

    def token(self, seat: int) -> str:
        return str(self.opened["seats"][seat]["token"])

    def read(self) -> Any:
        """Return the case."""
        return self.server.call("GET", f"/cases/{self.case}", token=self.key).body

    def do(self, what: str, body: Any, token: str) -> None:
        """Do something with the case, whatever happened at the table meanwhile."""
        answer = self.server.call("POST", f"/cases/{self.case}/{what}", body, token=token, headers={"If-Match": "*"})
        assert answer.status == 200, answer

    def kinds(self) -> list[str]:
        """Return the kinds of the entries since the call."""
        entries = self.server.call("GET", f"/tables/{self.table}/entries?after={self.n}").body["entries"]
        return [one["entry"]["kind"] for one in entries]


class Desk(NamedTuple):
    """A service with two arbiters."""

    server: Server
    key: str
    other: str

    def called(self) -> Called:
        """Open a table; one seat acts, and the second one stops the play for it."""
        opened = self.server.open("token", "token", arbiter_call="stop", clock={"bank_ms": 3_600_000})
        table = opened["table"]["id"]
        acting = self.server.call("GET", f"/tables/{table}/view").body["awaited"][0]["seat"]
        move = next_move(self.server, table, opened["seats"][acting]["token"])
        assert move is not None
        acted = move.send(self.server).body
        body = {"about": "rule", "moment": str(acted["n"]), "stops_play": True, "text": "He drew two cards."}
        token = opened["seats"][1]["token"]
        case = self.server.call("POST", f"/tables/{table}/cases", body, token=token).body["case"]
        return Called(self.server, self.key, self.other, opened, case, acted["n"])


@pytest.fixture(scope="module")
def desk(hall: Hall) -> Desk:
    """A service that knows two arbiters; other tests call some too."""
    return Desk(hall.server, arbiter(str(hall.database)), arbiter(str(hall.database)))


def by_tab(page: Page, name: str) -> None:
    """Go with Tab to what is called so; the focus is never lost on the way."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate(NAMED, name):
            return
    raise AssertionError(f"no Tab leads to {name}")


def press(page: Page, name: str) -> None:
    by_tab(page, name)
    page.keyboard.press("Enter")


def done(page: Page, said: str) -> None:
    page.wait_for_function(IDLE, arg=said)


def until_read(page: Page, n: int) -> None:
    """Read what will be written, until the page has seen the table up to an entry."""
    for _ in range(TABS):
        page.get_by_role("button", name="Read what will be written").click()
        if f"entry {n}." in page.get_by_role("dialog").inner_text():
            return
        page.keyboard.press("Escape")
    raise AssertionError(f"the page never sees entry {n}")


def test_an_arbiter_works_a_case_by_keys_alone(desk: Desk, visits: Visits) -> None:
    """From the door to the resumption; meanwhile the seat's page says that play is stopped, and then goes on."""
    called = desk.called()
    seat, page = visits(called.home, **PHONE).page, visits(called.home).page
    arrive(seat, seat_link(desk.server, called.opened, 0))
    page.goto(f"{called.home}/desk")
    by_tab(page, "Key of an arbiter or operator")
    page.keyboard.type(desk.key)
    page.keyboard.press("Enter")
    page.locator(f"a[href='#{called.case}']").wait_for()
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    page.locator(f"a[href='#{called.case}']").focus()
    page.keyboard.press("Enter")
    page.locator(".eyes .board").wait_for()
    press(page, "Claim the case")
    done(page, "The case is yours.")
    assert "evidence_viewed" not in called.kinds(), "nothing was looked at before somebody said so"
    press(page, "Look at every hand")
    page.locator(".side-by-side .eyes + .eyes .board").wait_for()
    assert called.kinds().count("evidence_viewed") == 3, "every hand, and each of the two seats"
    press(page, "Ask what that would cost")
    press_way = "Take this up: Go back, with what lies face down"
    page.get_by_role("button", name=press_way).wait_for()
    press(page, press_way)
    by_tab(page, "What was found")
    page.keyboard.press("ArrowDown")
    by_tab(page, "A rule, as its text calls it")
    page.keyboard.type("rule 4.1")
    page.keyboard.press("Enter")
    by_tab(page, "Ruling")
    page.keyboard.type("The turn is played again.")
    press(page, "Read what will be written")
    told = page.get_by_role("dialog").inner_text()
    for piece in (
        "a rule was broken",
        "until every seat has accepted this",
        "rule 4.1",
        f"entry {called.n - 1}.",
        "new order",
        "The turn is played again.",
    ):
        assert piece in told, piece
    assert called.read()["state"] == "claimed", "nothing is written before it was read"
    assert "stop" in seat.inner_text(".prompt").lower()
    press(page, "Write this ruling")
    done(page, "It is ruled.")
    ruled = called.read()
    assert (ruled["state"], ruled["finding"], ruled["measures"]) == ("ruled", "infraction", ["rewind"])
    assert called.kinds()[-2:] == ["ruling_made", "rewound_to"]
    path = f"/tables/{called.table}/cases/{called.case}/accept"
    assert desk.server.call("POST", path, {}, token=called.token(1)).status == 200
    seat.get_by_role("button", name="What the arbiter decides").tap()
    seat.get_by_role("button", name="Accept this").tap()
    seat.locator(".cases li", has_text="closed").wait_for()
    assert called.kinds()[-4:] == ["ruling_accepted", "ruling_accepted", "resumed", "case_closed"]
    seat.wait_for_function("(n) => Number(document.body.dataset.n) >= n", arg=ruled["n"] + 4)
    assert "stop" not in seat.inner_text(".prompt").lower()


def test_on_a_phone_a_ruling_whose_answer_is_lost_is_written_once(desk: Desk, visits: Visits) -> None:
    """By taps; the first request is lost; the answer goes astray, the page is loaded anew, and asks again."""
    called = desk.called()
    visitor = visits(called.home, **PHONE)
    visitor.expected = ["ERR_FAILED", "Failed to load resource"]
    page = visitor.page
    page.route("**/desk/session", lambda route: route.abort(), times=1)
    page.goto(f"{called.home}/desk#key={desk.key}")
    page.get_by_text("The service does not answer.").wait_for()  # and it is asked again, with the key of the link
    page.locator(f"a[href='#{called.case}']").tap()
    assert "key" not in page.url
    page.get_by_role("button", name="Claim the case").tap()
    done(page, "The case is yours.")
    fits(page)
    page.locator(".ruling select").first.select_option("no_infraction")
    page.get_by_role("textbox", name="Ruling").fill("It was one card.")
    page.get_by_role("button", name="Read what will be written").tap()
    assert axe(page) == []
    keys: list[str] = []

    def astray(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
        route.abort()

    def through(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        route.continue_()

    page.route("**/rule", astray)
    page.get_by_role("button", name="Write this ruling").tap()
    page.locator(".desk-status", has_text="No answer has come yet").wait_for()
    page.unroute("**/rule")
    page.route("**/rule", through)
    page.reload()
    page.locator(".state", has_text="Now: ruled").wait_for()
    page.wait_for_function("() => sessionStorage.length === 0")
    assert len({*keys}) == 1
    assert called.kinds().count("ruling_made") == 1
    assert called.read()["texts"][-1]["text"] == "It was one card."
    fits(page)


def test_a_case_is_dismissed_and_the_play_goes_on_when_it_is_said(desk: Desk, visits: Visits) -> None:
    """The call comes while the list is open. Whoever turns back from the last question has done nothing; leaving the
    desk ends the session."""
    home = desk.server.url.removesuffix("/api/v1")
    page = visits(home).page
    page.goto(f"{home}/desk#key={desk.key}")
    page.locator(".desk").wait_for()
    called = desk.called()
    row = page.locator(f"a[href='#{called.case}']")
    row.wait_for()
    on_paper(page)
    assert row.is_visible(), "without an open case the list is what is on paper"
    page.emulate_media(media="screen")
    row.click()
    page.get_by_role("button", name="Claim the case").click()
    done(page, "The case is yours.")
    on_paper(page)
    assert not row.is_visible()
    page.emulate_media(media="screen")
    page.get_by_text("Or dismiss it").click()
    page.locator(".dismissing select").select_option("unfounded")
    page.get_by_role("button", name="Dismiss the case …").click()
    page.keyboard.press("Escape")
    assert called.read()["state"] == "claimed", "whoever turns back has done nothing"
    page.get_by_role("button", name="Dismiss the case …").click()
    page.get_by_role("button", name="Dismiss the case", exact=True).click()
    done(page, "It is dismissed.")
    assert called.kinds()[-1] == "case_dismissed"
    page.get_by_role("button", name="Let the play go on").click()
    done(page, "This stops the play no more.")
    assert called.kinds()[-1] == "resumed"
    quiet = {"about": "conduct", "text": "He looked at my hand."}
    case = desk.server.call("POST", f"/tables/{called.table}/cases", quiet, token=called.token(1)).body["case"]
    page.locator(f".case-row[href='#{case}']", has_text="quiet").click()
    page.get_by_role("button", name="Claim the case").click()
    done(page, "The case is yours.")
    page.get_by_role("button", name="Stop the play").click()
    page.get_by_role("button", name="Stop the play now").click()
    done(page, "The play is stopped.")
    assert "case_opened" in called.kinds()[-3:]
    page.get_by_role("button", name="Let the play go on").click()
    done(page, "This stops the play no more.")
    assert called.kinds()[-1] == "resumed"
    page.get_by_role("button", name="Leave the desk").click()
    page.locator("input[name=key]").wait_for()
    page.reload()
    page.locator("input[name=key]").wait_for()


def test_a_second_arbiter_hears_the_appeal_and_rules_on_what_was_seen(desk: Desk, visits: Visits) -> None:
    """Whoever decided first is offered nothing. A table that goes on between reading and writing has nothing written to
    it; read again, the ruling is final. Then everybody reads in the review what was said, at its entry."""
    called = desk.called()
    called.do("claim", {}, desk.key)
    called.do("rule", {"finding": "no_infraction", "text": "It was one card."}, desk.key)
    called.do("appeal", {"text": "It was two."}, called.token(1))
    first, second = visits(called.home), visits(called.home)
    second.expected = ["412"]
    page = second.page
    for one, key in ((first.page, desk.key), (page, desk.other)):
        one.goto(f"{called.home}/desk#key={key}")
        one.locator(f"a[href='#{called.case}']").click()
        one.locator(".state", has_text="Now: appealed").wait_for()
    assert first.page.get_by_role("button", name="Claim the case").count() == 0
    page.get_by_role("button", name="Claim the case").click()
    done(page, "The case is yours.")
    page.locator(".ruling select").first.select_option("infraction")
    page.get_by_role("button", name="Penalise a seat").click()
    page.get_by_role("textbox", name="Ruling").fill("It was two cards.")
    page.get_by_role("button", name="Read what will be written").click()
    awaited = desk.server.call("GET", f"/tables/{called.table}/view").body["awaited"][0]["seat"]
    move = next_move(desk.server, called.table, called.token(awaited))
    assert move is not None
    n = move.send(desk.server).body["n"]
    page.get_by_role("button", name="Write this ruling").click()
    page.locator(".trouble", has_text="The table has gone on since you read what will be written.").wait_for()
    assert "penalty" not in called.kinds()
    assert page.get_by_role("textbox", name="Ruling").input_value() == "It was two cards.", "what was written is there"
    until_read(page, n)
    page.get_by_role("button", name="Write this ruling").click()
    done(page, "It is ruled.")
    assert called.kinds()[-3:] == ["ruling_made", "penalty", "case_closed"]
    found = called.read()
    assert (found["state"], found["final"]) == ("closed", True)
    final = next(entry["n"] for entry in reversed(found["history"]) if entry["kind"] == "ruling_made")
    spectator = visits(called.home).page
    for place, notes in ((final, ["It was two cards."]), (called.n + 1, [])):
        spectator.goto(f"{called.home}/t/{called.table}/review#{place}/spectator")
        expect(spectator.locator(".tl-legend b")).to_have_text(f"#{place}")
        spectator.get_by_role("tab", name="Notes").click()
        for text in notes:
            spectator.locator(".notes li", has_text=text).wait_for()
        assert spectator.locator(".notes li").count() == len(notes), "a player's words are read after the end"


def busy(route: Route, after: int = 1) -> None:
    """Answer as a service that is busy, and says for how long."""
    media = "application/problem+json"
    route.fulfill(status=503, json=BUSY, content_type=media, headers={"Retry-After": f"{after}"})


def inside(desk: Desk, visits: Visits, home: str) -> Page:
    """Come in by the link with a key, over a line that fails now and then."""
    visitor = visits(home)
    visitor.expected = ["Failed to load resource"]
    visitor.page.goto(f"{home}/desk#key={desk.key}")
    visitor.page.get_by_role("button", name="Leave the desk").wait_for()
    return visitor.page


def test_a_desk_that_meets_a_busy_service_opens_the_case_of_the_link_and_is_told_of_calls(
    desk: Desk, visits: Visits
) -> None:
    called = desk.called()
    page = inside(desk, visits, called.home)
    page.goto("about:blank")
    page.route("**/cases?**", busy, times=1)
    page.route(f"**/cases/{called.case}", busy, times=1)
    with page.expect_request("**/cases/stream"):
        page.goto(f"{called.home}/desk#{called.case}")
    page.locator("body[data-desk=case]").wait_for()
    expect(page.get_by_text("The service is busy.")).to_have_count(0)


@pytest.mark.parametrize("way", ["link", "hand"])
def test_who_comes_in_last_works_at_the_desk_though_a_link_waits_for_its_answer(
    desk: Desk, visits: Visits, way: str
) -> None:
    called = desk.called()
    visitor = visits(called.home)
    visitor.expected = ["Failed to load resource"]
    page = visitor.page
    keys: list[str] = []

    def first(route: Route) -> None:
        keys.append(route.request.headers["authorization"].removeprefix("Bearer "))
        busy(route, 30) if len(keys) == 1 else route.continue_()

    page.clock.install()
    page.route("**/desk/session", first)
    page.goto(f"{called.home}/desk#key={'nobody' if way == 'hand' else desk.other}")
    page.get_by_text("The service is busy.").wait_for()
    if way == "hand":
        page.get_by_label("Key of an arbiter").fill(desk.key)
        page.get_by_role("button", name="Come in").click()
    else:
        page.evaluate("(key) => { location.hash = `key=${key}`; }", desk.key)
    leaving = page.get_by_role("button", name="Leave the desk")
    leaving.wait_for()
    with page.expect_response("**/cases?**"):  # the page looks every four seconds
        page.clock.run_for(31_000)
    leaving.wait_for()
    assert keys[1:] == [desk.key]
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_wrong_key_of_a_link_is_said_on_an_open_desk(desk: Desk, visits: Visits) -> None:
    page = inside(desk, visits, desk.called().home)
    page.evaluate("location.hash = 'key=nobody'")
    page.get_by_role("alert").filter(has_text="This key is not valid, or no longer.").wait_for()
