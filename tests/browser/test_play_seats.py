"""At which seat a browser sits: two of a table in one browser, a seat that was left, requests without an answer."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, Route

from tests.api.server import Answer, Server, head
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, awaited, dealt, list_once, offers, seat_link, shown
from tests.browser.test_play_sending import home, noted, own_entries
from tests.browser.visitor import axe, fits


def sits(page: Page, name: str) -> None:
    """Wait until the panel of this seat lies next to whoever looks; who is about to sit down watches until then."""
    page.locator(".near", has_text=name).wait_for()


def hand(page: Page) -> list[str]:
    """Return the names of the cards that the page shows as one's own hand."""
    held: list[str] = page.locator(".hands [data-stop]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    return held


def test_two_seats_of_a_table_in_one_browser_never_take_each_others_place(server: Server, visits: Visits) -> None:
    """The link that was opened last decides; the page of the other seat says so, sends nothing, shows no other."""
    table = server.open("token", "token")
    visitor = visits(home(server))
    visitor.expected = ["403"]
    (now,) = server.call("GET", f"/tables/{table['table']['id']}/view").body["awaited"]
    acts, waits = now["seat"], 1 - now["seat"]
    first, second = visitor.page, visitor.context.new_page()
    arrive(first, seat_link(server, table, acts))
    awaited(first, -1)
    own, before = hand(first), head(server, table["table"]["id"])
    arrive(second, seat_link(server, table, waits))
    assert own
    sits(first, f"P{acts}")
    sits(second, f"P{waits}")
    first.get_by_role("button", name="End the turn").click()
    first.locator(".actions .is-primary").click()
    said = f"This browser sits at seat {waits + 1} of this table now."
    first.get_by_role("heading", name=said).wait_for()
    assert hand(first) == []
    assert axe(first) == []
    assert head(server, table["table"]["id"]) == before
    first.reload()
    first.get_by_role("heading", name=said).wait_for()
    first.get_by_role("button", name=f"Go on as seat {waits + 1}").click()
    first.wait_for_selector("body[data-n]")
    sits(first, f"P{waits}")

    first.goto(seat_link(server, table, acts))  # the page is that of the table already: only the fragment is new
    first.wait_for_function("() => location.hash === '' && document.body.dataset.n !== undefined")
    first.wait_for_selector("body[data-state=idle]")
    assert hand(first) == own
    second.reload()
    second.get_by_role("button", name="Watch").click()
    second.wait_for_selector("body[data-n]")
    assert hand(second) == [], "who only watches sees no hand, whatever the cookie holds"
    assert second.get_by_role("button", name="End the turn").count() == 0


def test_a_seat_that_was_left_elsewhere_is_said_when_it_acts(server: Server, visits: Visits) -> None:
    table = dealt(server, "chanic_panic", offers("end_turn"))
    visitor = visits(home(server))
    visitor.expected = ["403"]
    page = visitor.page
    arrive(page, seat_link(server, table))
    awaited(page, -1)
    keys = noted(page)
    visitor.context.clear_cookies()
    page.get_by_role("button", name="End the turn").click()
    page.locator(".actions .is-primary").click()
    page.get_by_role("heading", name="This browser does not sit at this table any more.").wait_for()
    assert len(keys) == 1
    assert own_entries(server, table) == []
    page.get_by_role("button", name="Watch").click()
    page.wait_for_selector(".board")  # of the page that begins anew: the old one has its number of entries still
    assert "#watch" in page.url
    assert hand(page) == []


def test_a_newer_decision_clears_the_picks_and_says_so(server: Server, visits: Visits) -> None:
    """The same seat acts elsewhere, then the other one: what was picked belongs to a decision that is over."""
    table = server.open("token", "token")
    (now,) = server.call("GET", f"/tables/{table['table']['id']}/view").body["awaited"]
    first = now["seat"]
    page = visits(home(server)).page
    arrive(page, seat_link(server, table, first))
    awaited(page, -1)
    keys, picked = noted(page), shown(page)
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_function("() => document.body.dataset.state === 'ready'")
    for seat in (first, 1 - first):
        ended = ended_turn(server, table, seat)
        assert ended.status == 200, ended
    page.locator(".prompt", has_text="The table has moved on; nothing is picked any more.").wait_for()
    assert awaited(page, picked)
    assert page.locator(".is-selected, .actions .is-primary").count() == 0
    assert keys == []


def test_who_looks_back_is_told_when_the_own_turn_has_come(server: Server, visits: Visits) -> None:
    table = server.open("token", "token")
    (now,) = server.call("GET", f"/tables/{table['table']['id']}/view").body["awaited"]
    page = visits(home(server), viewport={"width": 320, "height": 568}).page
    arrive(page, seat_link(server, table, 1 - now["seat"]))
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Now", exact=True).wait_for()
    looked = page.inner_text(".prompt")
    assert ended_turn(server, table, now["seat"]).status == 200
    turn = page.get_by_role("button", name="Now: your turn")
    turn.wait_for()
    fits(page)
    assert page.inner_text(".prompt") == looked, "what is looked at stays"
    turn.click()
    page.wait_for_function("() => document.body.dataset.state === 'idle'")
    assert page.inner_text(".prompt").startswith("Your turn")


def ended_turn(server: Server, table: dict[str, Any], seat: int) -> Answer:
    """End the turn of a seat beside its page."""
    path, token = f"/tables/{table['table']['id']}/actions", table["seats"][seat]["token"]
    tag = server.call("GET", path, token=token).headers["etag"]
    command = {"tag": "end_turn", "body": {}}
    return server.call("POST", path, {"command": command}, token=token, headers={"If-Match": tag})


def test_what_has_no_answer_is_said_and_can_be_tried_again(server: Server, visits: Visits) -> None:
    """The seats of a table that waits, a look back, a hint, leaving: a page without findings has thrown nothing."""
    waiting = server.call(
        "POST", "/tables", {"game": "chanic_panic", "seats": [{"kind": "token", "name": "P0"}, {"kind": "open"}]}
    ).body
    visitor = visits(home(server))
    visitor.expected = ["net::ERR", "Failed to load resource"]
    page = visitor.page
    page.route(f"**/tables/{waiting['table']['id']}", lambda route: route.abort())
    arrive(page, seat_link(server, waiting))
    page.get_by_text("The service does not answer.").wait_for()
    page.unroute(f"**/tables/{waiting['table']['id']}")
    page.get_by_role("button", name="Try again").click()
    page.locator(".seats li", has_text="(you)").wait_for()
    assert page.inner_text(".prompt") == "Waiting until every seat is taken."

    table = dealt(server, "chanic_panic", offers("end_turn"))
    page.route("**/frames*", lambda route: route.abort())  # before the page shows what happened meanwhile
    arrive(page, seat_link(server, table))
    awaited(page, -1)
    now = shown(page)
    page.keyboard.press("ArrowLeft")
    page.locator(".prompt", has_text="The service does not answer.").wait_for()
    page.unroute("**/frames*")
    page.keyboard.press("ArrowLeft")
    page.locator(".prompt", has_text=f"{now}").wait_for()
    page.keyboard.press("End")

    page.route("**/hint", lambda route: route.abort())
    page.get_by_role("button", name="Hint").click()
    page.locator(".coach:visible", has_text="Hint: The service does not answer.").wait_for()
    page.unroute("**/hint")
    page.get_by_role("button", name="Hint").click()
    page.locator(".coach:visible", has_text="The service does not answer.").wait_for(state="hidden")
    assert page.locator(".coach:visible", has_text="Hint: ").count()
    assert page.get_by_role("button", name="Hint").count() == 0

    page.route("**/session", lambda route: route.abort())
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave this browser's seat").click()
    page.get_by_role("button", name="Yes, leave the seat").click()
    page.get_by_role("dialog").get_by_text("The service does not answer.").wait_for()
    page.unroute("**/session")
    page.get_by_role("button", name="Yes, leave the seat").click()
    page.locator(".prompt", has_text="Waiting for").wait_for()
    assert hand(page) == []


def ended(page: Page) -> None:
    """Check that the end says who came where and why, can be put away and looked at again, and leads on."""
    result = page.get_by_role("region", name="Result")
    assert result.get_by_role("heading").inner_text() == "P1 has won"
    assert [" ".join(line.split()) for line in result.locator("li").all_inner_texts()] == ["1 P1", "2 P0 (you)"]
    assert "P0 (you)" in result.locator(".why").inner_text(), "whose surrender it was"
    table = page.url.rpartition("/")[2]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    result.get_by_role("button", name="Copy the link to the review").click()
    result.get_by_role("button", name="The link is copied.").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url + "/review"
    with page.expect_download() as record:
        result.get_by_role("link", name="Download the record").click()
    assert table.encode() in record.value.path().read_bytes()
    result.get_by_role("button", name="Show the board").click()
    assert not result.count()
    page.get_by_role("button", name="Result").click()
    result.wait_for()
    assert axe(page) == []


def test_who_wants_to_play_again_is_told_to_the_other(server: Server, visits: Visits) -> None:
    """And once both do, the page goes to the next table."""
    table = server.open("token", "token")
    page = visits(home(server)).page
    arrive(page, seat_link(server, table))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes, I give up").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    assert not page.get_by_role("button", name="Yes, I give up").count(), "what was left open is asked anew"
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes, I give up").click()
    page.locator(".prompt", has_text="The game is over. First: P1.").wait_for()
    ended(page)
    address = f"/tables/{table['table']['id']}/rematch"
    assert server.call("POST", address, {}, token=table["seats"][1]["token"]).status == 200
    page.locator(".prompt", has_text="P1 would like to play again.").wait_for()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function(
        "(old) => !location.pathname.endsWith(old) && document.body.dataset.n", arg=table["table"]["id"]
    )
    assert server.call("GET", address, token=table["seats"][1]["token"]).body["next"]["table"] in page.url


def test_a_wish_to_play_again_that_lapses_is_told_and_may_be_said_anew(server: Server, visits: Visits) -> None:
    """Ten minutes are not waited for here: what the service answers then is."""
    opened = server.open("token", "token")
    assert (
        server.call(
            "POST",
            f"/tables/{opened['table']['id']}/actions",
            {"command": {"tag": "concede"}},
            token=opened["seats"][1]["token"],
            headers={"If-Match": "*"},
        ).status
        == 200
    )
    visitor = visits(server.url.removesuffix("/api/v1"))
    visitor.expected = ["503"]
    page = visitor.page
    page.goto(seat_link(server, opened))
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Waiting for the others…").wait_for()
    stopping = {"type": "about:blank", "title": "Stopping", "status": 503, "detail": "It stops."}

    def refuse(route: Route) -> None:
        route.fulfill(status=503, json=stopping, content_type="application/problem+json")

    nobody: dict[str, Any] = {"consents": [], "until": None, "next": None}
    asked: list[str] = []

    def lapsed(route: Route) -> None:
        """Refuse the first look and the first wish, as what they are: the page looks before a press or after it."""
        method = route.request.method
        asked.append(method)
        if asked.count(method) == 1:
            refuse(route)
        elif asked.count("POST") > 1:
            route.continue_()
        else:
            route.fulfill(json=nobody)

    page.route("**/rematch", lapsed)
    page.locator(".prompt", has_text="Not everybody wanted to play again in time.").wait_for()
    page.get_by_role("button", name="Play again").click()
    page.locator(".prompt", has_text="It stops. The game is over.").wait_for()
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Waiting for the others…").wait_for()
    assert "Not everybody" not in page.locator(".prompt").inner_text()


def test_a_look_that_is_answered_late_takes_no_wish_to_play_again_back(server: Server, visits: Visits) -> None:
    """It was asked before the wish was said, and knows nothing of it."""
    opened = server.open("token", "token")
    path, tokens = f"/tables/{opened['table']['id']}", [seat["token"] for seat in opened["seats"]]
    gone = {"command": {"tag": "concede"}}
    assert server.call("POST", f"{path}/actions", gone, token=tokens[1], headers={"If-Match": "*"}).status == 200
    page = visits(home(server)).page
    nobody: dict[str, Any] = {"consents": [], "until": None, "next": None}
    looks: list[Route] = []

    def hold(route: Route) -> None:
        looks.append(route) if route.request.method == "GET" and not looks else route.continue_()

    page.route("**/rematch", hold)
    page.goto(seat_link(server, opened))
    page.get_by_role("button", name="Play again").click()
    page.get_by_role("button", name="Waiting for the others…").wait_for()
    with page.expect_response("**/rematch"):
        looks[0].fulfill(json=nobody)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.get_by_role("button", name="Waiting for the others…").count() == 1
    assert "Not everybody" not in page.inner_text(".prompt")


def test_whose_cookie_is_gone_is_told_and_may_watch(server: Server, visits: Visits) -> None:
    """A page left open while the browser forgot its seat: the next action says so, and so does a reload."""
    opened = server.open("token", "token")
    visitor = visits(server.url.removesuffix("/api/v1"))
    visitor.expected = ["401", "403", "404"]
    page = visitor.page
    arrive(page, seat_link(server, opened, next_seat(server, opened)))
    page.wait_for_function("() => ['idle', 'ready'].includes(document.body.dataset.state)")
    visitor.context.clear_cookies()
    list_once(page, random.Random(3))
    for _ in range(2):
        page.get_by_role("heading", name="This browser does not sit at this table any more.").wait_for()
        page.get_by_role("link", name="To the start page").wait_for()
        page.reload()
    page.get_by_role("button", name="Watch").click()
    page.wait_for_selector(".board")
    assert page.locator(".hands [data-stop]").count() == 0


def test_an_ended_game_leads_to_its_review_and_back(server: Server, visits: Visits) -> None:
    """The link opens the review of this table, and going back finds the table as it was."""
    opened = server.open("token", "token")
    page = visits(server.url.removesuffix("/api/v1")).page
    arrive(page, seat_link(server, opened))
    address = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes, I give up").click()
    page.get_by_role("link", name="Review the game").first.click()
    page.wait_for_selector(".dock.is-review")
    assert page.url.startswith(f"{address}/review#")
    page.go_back()
    page.locator(".prompt", has_text="The game is over.").wait_for()
    assert page.url == address


def test_an_invitation_never_takes_the_seat_of_whoever_opens_it(server: Server, visits: Visits) -> None:
    """Whoever tries the own invitation keeps the seat, also in a tab that offered one; it still seats a guest, once."""
    seats = [{"kind": "token", "name": "P0"}, {"kind": "code"}]
    table = server.call("POST", "/tables", {"game": "chanic_panic", "seats": seats}).body
    link = f"{home(server)}/t/{table['table']['id']}#join={table['seats'][1]['join_code']}"
    host = visits(home(server))
    host.expected = ["403"]
    early = host.context.new_page()
    arrive(early, link)
    early.get_by_role("heading", name="Take a seat").wait_for()
    arrive(host.page, seat_link(server, table))
    again = host.context.new_page()
    arrive(again, link)
    again.get_by_text("This browser sits at seat 1 already.").wait_for()
    assert again.get_by_role("button", name="Sit down").count() == 0
    sit_down(early, "P0 again")
    early.get_by_role("heading", name="This browser sits at seat 1 of this table now.").wait_for()
    guest, late = visits(home(server)).page, visits(home(server)).page
    arrive(guest, link)
    sit_down(guest, "Gina")
    for page in (host.page, again, guest):
        page.wait_for_selector("body[data-status=running]")
    arrive(late, link)
    late.locator(".prompt", has_text="The game has begun without this invitation: you watch.").wait_for()


def sit_down(page: Page, name: str) -> None:
    """Fill in the form of a free seat."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def next_seat(server: Server, opened: dict[str, Any]) -> int:
    """Return a seat that is awaited."""
    found = server.call("GET", f"/tables/{opened['table']['id']}/view").body["awaited"]
    return min(int(one["seat"]) for one in found)


def test_an_invitation_that_somebody_has_used_shows_no_form(server: Server, visits: Visits) -> None:
    """While the table waits for its opener's word; one that is free has a form."""
    seats = [{"kind": "token", "name": "P0"}, {"kind": "code"}]
    table = server.call("POST", "/tables", {"game": "chanic_panic", "seats": seats, "start": "word"}).body
    name, code = table["table"]["id"], table["seats"][1]["join_code"]
    page = visits(home(server)).page
    page.goto(f"{home(server)}/t/{name}#join={code}")
    page.get_by_role("button", name="Sit down").wait_for()
    assert server.call("POST", f"/tables/{name}/seats", {"name": "Bob", "join_code": code}).status == 201
    page.goto("about:blank")
    page.goto(f"{home(server)}/t/{name}#join={code}")
    page.get_by_text("This invitation has been used: somebody else sits there. You can watch.").wait_for()
    assert page.get_by_role("button", name="Sit down").count() == 0
