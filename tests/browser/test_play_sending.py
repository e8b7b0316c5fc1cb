"""What is sent from the page of a table: once, whatever happens to the connection or the service; never by itself."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Request, Response, Route

from tests.api.server import Server, head, lines
from tests.browser.conftest import Visits
from tests.browser.playing import ENGLISH, arrive, awaited, dealt, list_once, offers, seat_link, shown
from tests.browser.visitor import resized, until

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
TOP = "() => Math.round(document.querySelector('.dock').getBoundingClientRect().top)"
ASKED = "['idle', 'ready', 'waiting'].includes(document.body.dataset.state)"
STATE = "(state) => document.body.dataset.state === state"
HEARD = """() => { const log = document.querySelector("[role=log]");
  for (const one of [log, ...log.children]) one.dataset.heard = ""; }"""
# What was heard stands first, as the very same nodes of the same log; what was appended after is what a reader says.
APPENDED = """() => [...document.querySelectorAll("[role=log][aria-live=polite][data-heard] > p")]
  .map((one) => "heard" in one.dataset || one.textContent.trim())"""


def home(server: Server) -> str:
    """Return where the pages of a service are."""
    return server.url.removesuffix("/api/v1")


def is_action(request: Request) -> bool:
    """Tell whether a request sends an action."""
    return request.method == "POST" and request.url.endswith("/actions")


def noted(page: Page) -> list[str]:
    """Return a list that the idempotency keys of all actions go into."""
    keys: list[str] = []

    def note(request: Request) -> None:
        if is_action(request):
            keys.append(request.headers["idempotency-key"])

    page.on("request", note)
    return keys


class Told:
    """What a page sent as actions, by idempotency key, and what it was answered."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.asked: Counter[str] = Counter()
        self._last: dict[str, Response] = {}
        page.on("request", self._noted)
        page.on("response", self._answered)

    def _noted(self, request: Request) -> None:
        if is_action(request):
            self.asked[request.headers["idempotency-key"]] += 1

    def _answered(self, answer: Response) -> None:
        if is_action(answer.request):
            self._last[answer.request.headers["idempotency-key"]] = answer

    def acknowledged(self) -> list[int]:
        """Return the entry that each key was acknowledged with, in order; raises `AssertionError` for any other end."""
        until(self._page, lambda: self.asked.keys() == self._last.keys())  # another page may know it before
        answers = [self._last.get(key) for key in self.asked]
        assert all(answer is not None and answer.ok for answer in answers), answers
        return sorted(answer.json()["first"] for answer in answers if answer is not None)


def own_entries(server: Server, table: dict[str, Any], seat: int = 0) -> list[int]:
    """Return the entries of what a seat did by hand: its own copy says which ones a preference answered."""
    own = lines(server, table["table"]["id"], table["seats"][seat]["token"])
    done = [line for line in own if line["entry"]["by"] == f"seat:{seat}" and "command" in line["entry"]]
    return [line["entry"]["n"] for line in done if line.get("opened", {}).get("/origin", ["hand"])[0] == "hand"]


def ready(page: Page) -> None:
    """Choose what one button chooses: the end of the turn."""
    page.get_by_role("button", name="End the turn").tap()
    page.wait_for_function(STATE, arg="ready")


def test_a_double_tap_and_a_reload_while_sending_are_one_action(server: Server, visits: Visits) -> None:
    table = dealt(server, "chanic_panic", offers("end_turn"))
    visitor = visits(home(server), **PHONE)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    arrive(page, seat_link(server, table))
    awaited(page, -1)
    keys, before = noted(page), head(server, table["table"]["id"])
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Keep the first for ever; a route that is taken away would let it through."""
        held.append(route) if not held else route.continue_()

    page.route("**/actions", hold)
    ready(page)
    top = page.evaluate(TOP)
    with page.expect_request("**/actions"):
        page.locator(".actions .is-primary").dblclick()
    page.wait_for_function(STATE, arg="sending")
    assert page.evaluate(TOP) == top, "the dock keeps its height, and the board its place"
    assert len(keys) == 1
    page.reload()
    page.wait_for_function("(n) => Number(document.body.dataset.n) > n", arg=before)
    page.wait_for_function("() => document.body.dataset.state !== 'unknown'")
    assert len(keys) == 2, "asked again after the reload"
    assert len({*keys}) == 1, "with the same key"
    assert len(own_entries(server, table)) == 1


def test_the_board_keeps_its_place_while_another_thinks(server: Server, visits: Visits) -> None:
    table = server.open("token", "token", game="panic_clan_inviter")
    (first,) = server.call("GET", f"/tables/{table['table']['id']}/scene").body["awaited"]
    page = visits(home(server), **PHONE).page
    arrive(page, seat_link(server, table, first["seat"]))
    page.evaluate(HEARD)
    after, top, chance = -1, 0, random.Random(3)
    while awaited_or_not(page, after) != "waiting":
        after, top = shown(page), page.evaluate(TOP)
        list_once(page, chance, ENGLISH)
    assert page.inner_text(".prompt").startswith("Waiting for")
    told = page.evaluate(APPENDED)
    assert told
    assert all(isinstance(one, str) and one for one in told[told.count(True) :]), "new sentences are appended, and read"
    assert told[-1] is not True, "what was done is heard"
    assert page.evaluate(TOP) == top
    resized(page, 500, 800)
    page.wait_for_function("() => document.querySelector('.dock').style.minHeight === ''")


def awaited_or_not(page: Page, after: int) -> str:
    """Wait until the page knows what follows an entry; returns its state."""
    page.wait_for_function(f"(n) => Number(document.body.dataset.n) > n && {ASKED}", arg=after)
    return str(page.evaluate("document.body.dataset.state"))


def test_an_answer_that_is_lost_is_asked_for_again(server: Server, visits: Visits) -> None:
    """The service acts and its answer does not arrive: the page says so and asks with the same key."""
    table = dealt(server, "chanic_panic", offers("end_turn"))
    visitor = visits(home(server), **PHONE)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    arrive(page, seat_link(server, table))
    awaited(page, -1)
    keys = noted(page)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/actions", lose, times=1)
    ready(page)
    page.locator(".actions .is-primary").tap()
    page.locator(".prompt", has_text="No answer came").wait_for()
    page.wait_for_function("() => !['sending', 'unknown'].includes(document.body.dataset.state)")
    assert len(keys) == 2
    assert len({*keys}) == 1
    assert len(own_entries(server, table)) == 1


def test_with_one_legal_action_silence_sends_nothing(server: Server, visits: Visits) -> None:
    """An answer at once would tell the hand."""
    table = dealt(server, "chanic_panic", offers("end_turn"))
    visitor = visits(home(server), **PHONE)
    page = visitor.page
    page.clock.install()

    def only_one(route: Route) -> None:
        answer = route.fetch()
        scene = msgspec.json.decode(answer.body())
        scene["commands"] = [one for one in scene["commands"] if one["tag"] == "end_turn"]
        route.fulfill(response=answer, body=msgspec.json.encode(scene))

    page.route("**/scene?*", only_one)
    keys = noted(page)
    arrive(page, seat_link(server, table))
    page.wait_for_function("(n) => Number(document.body.dataset.n) >= n", arg=head(server, table["table"]["id"]))
    page.wait_for_function(STATE, arg="ready")
    page.clock.fast_forward(60_000)
    assert page.evaluate(STATE, "ready")
    assert keys == []
    with page.expect_request("**/actions"):
        page.locator(".actions .is-primary").tap()
    page.wait_for_function("() => document.body.dataset.state !== 'ready'")
    assert len(keys) == 1


def test_what_an_answer_puts_under_a_finger_takes_no_careless_press(server: Server, visits: Visits) -> None:
    """Each answer at once asks for one lone command, in the very place of the last: a held key and a double click."""
    table = dealt(server, "chanic_panic", offers("end_turn"))
    visitor = visits(home(server))
    page, told = visitor.page, 0

    def answered(route: Route) -> None:
        nonlocal told
        told += 1
        route.fulfill(json={"n": 0})

    def lone(route: Route) -> None:
        scene = msgspec.json.decode(route.fetch().body())
        scene["commands"] = [one for one in scene["commands"] if one["tag"] == "end_turn"]
        scene["decision"]["tag"] += f"-{told}"
        route.fulfill(json=scene)

    page.route("**/actions", answered)
    page.route("**/scene?*", lone)
    arrive(page, seat_link(server, table))
    page.wait_for_selector("body[data-settled][data-state=ready]")
    main = page.locator(".actions .is-primary")
    main.focus()
    with page.expect_response("**/actions"):
        page.keyboard.down("Enter")
    page.wait_for_selector("body[data-settled][data-state=ready]")
    main.focus()
    for _ in range(5):
        page.keyboard.down("Enter")  # a key that is held tells again and again that it is down
    page.keyboard.up("Enter")
    assert told == 1
    with page.expect_response("**/actions"):
        main.dblclick()
    page.wait_for_selector("body[data-settled][data-state=ready]")
    assert told == 2
    with page.expect_response("**/actions"):
        main.click()
    page.wait_for_selector("body[data-settled][data-state=ready]")
    main.hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.get_by_text("That was too quick to be meant").wait_for()
    with page.expect_response("**/actions"):
        main.click()
    page.wait_for_selector("body[data-settled][data-state=ready]")
    assert told == 4, "the second of a double click never counts, however late it comes; one click does"


def test_two_browsers_play_on_after_the_service_was_killed(visits: Visits, tmp_path: Path) -> None:
    """What was tapped while it was dead happens once it is back, and once. Nobody attacks, so no deal ends it."""
    with Server(tmp_path / "killed.db") as killed:
        table = killed.open("token", "token")
        pages, told = [], []
        for seat in (0, 1):
            visitor = visits(home(killed), **PHONE)
            visitor.expected = ["Failed to load resource", "net::ERR"]
            told.append(Told(visitor.page))
            arrive(visitor.page, seat_link(killed, table, seat))
            pages.append(visitor.page)
        (now,) = killed.call("GET", f"/tables/{table['table']['id']}/view").body["awaited"]
        first, other = pages[now["seat"]], pages[1 - now["seat"]]
        awaited(first, -1)
        ready(first)
        first.locator(".actions .is-primary").tap()
        awaited(other, -1)
        ready(other)
        killed.kill()
        other.locator(".actions .is-primary").tap()
        other.locator(".prompt", has_text="No answer came").wait_for()
    with Server(tmp_path / "killed.db", port=killed.port) as again:
        other.wait_for_function(STATE, arg="waiting")
        assert awaited(first, -1)
        assert len(own_entries(again, table, pages.index(other))) == 1
        ready(first)
        first.locator(".actions .is-primary").tap()
        other.wait_for_function("() => document.body.dataset.state === 'idle'")
        assert len(own_entries(again, table, pages.index(first))) == 2
        for seat in (0, 1):
            assert told[seat].acknowledged() == own_entries(again, table, seat)
