"""`/`: a table against bots by one click, tables of one's own, invitations, seats; what is left without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route

from domain.games import game, shipped
from domain.record.canonical import b64
from domain.record.keys import NO_ENTROPY
from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.visitor import Visitor, axe, until

PHONE: Any = {"width": 360, "height": 740}
STUB = "<!doctype html><html lang='en'><title>table</title><h1>table</h1></html>"
WIDE = """() => [...document.querySelectorAll("main *")].filter((one) =>
  one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".unseen")).map((one) => one.className)"""
SMALL = """() => [...document.querySelectorAll("main button, main a, main select, main input, main summary")]
  .filter((one) => one.getClientRects().length > 0 && one.closest("p.note") === null)
  .filter((one) => one.getBoundingClientRect().height < (one.type === "checkbox" ? 24 : 43.5))
  .map((one) => one.outerHTML.slice(0, 80))"""
IMPATIENT = "setInterval(() => { document.querySelector('.game .button').click(); console.debug('pressed'); }, 20)"


def home(server: Server) -> str:
    """Return where the pages of a service are."""
    return server.url.removesuffix("/api/v1")


def lobby(visitor: Visitor, server: Server) -> Page:
    """Open the page; a table's own page is not what is tested here."""
    visitor.context.route("**/t/*", _stub)
    visitor.page.goto(f"{home(server)}/")
    visitor.page.wait_for_selector(".game .button")
    return visitor.page


def _stub(route: Route) -> None:
    route.fulfill(body=STUB, content_type="text/html")


def seat_of(page: Page) -> tuple[str, str]:
    """Return the table whose page was opened, and the token in its address."""
    page.wait_for_url("**/t/*")
    path, _, secret = page.url.partition("#")
    name, _, token = secret.partition("&")[0].partition("=")
    assert name == "seat"
    return path.rpartition("/")[2], token


def pressed(page: Page, label: str) -> None:
    """Press a button by its name."""
    page.get_by_role("button", name=label, exact=True).click()


def test_one_click_opens_a_table_against_bots_and_sits_down(server: Server, visits: Visits) -> None:
    """At every game; the first time it is guided."""
    page = lobby(visits(home(server)), server)
    page.fill("input[name=nickname]", "Ada")
    tables: list[str] = []
    for title in [game(name).rules.title for name in sorted(shipped())]:
        page.locator(".game").get_by_role("button", name=title).click()  # others seat guests at tables of that game
        table, token = seat_of(page)
        assert page.url.endswith("&guide=1")
        tables.insert(0, table)
        _seated(server, table, token)
        page.goto(f"{home(server)}/")
        assert token not in page.evaluate("() => JSON.stringify(localStorage)")
    links = page.locator(".mine a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert links == [f"/t/{table}" for table in tables]
    page.locator(".game .button").first.click()
    page.wait_for_url("**/t/*")
    assert "guide" not in page.url


def test_nothing_more_is_opened_while_the_page_of_the_table_is_on_its_way(server: Server, visits: Visits) -> None:
    """A phone's line is slow: whoever presses again would open one more table, and lose the guide of the first."""
    page = visits(home(server)).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/t/*", hold)
    page.goto(f"{home(server)}/")
    page.wait_for_selector(".game .button")
    presses: list[str] = []
    page.on("console", lambda said: presses.append(said.text))
    # from within: while a page is left, Playwright waits for the next one before it presses or asks anything
    with page.expect_request("**/t/*"):
        page.evaluate(IMPATIENT)
    before = len(presses)
    until(page, lambda: len(presses) > before + 10 and len(held) > 0)
    assert len(asked) == len(held) == 1
    held[0].continue_()
    page.get_by_role("dialog", name="How to play").wait_for()
    page.unroute_all()
    page.go_back()
    page.wait_for_selector(".game .button:enabled")


def _seated(server: Server, table: str, token: str) -> None:
    """A person with a name and chance of its own sits at a table that nobody finds in a list."""
    seated = server.call("GET", f"/tables/{table}", token=token).body
    assert seated["status"] == "running"
    assert seated["visibility"] == "unlisted"
    assert seated["seats"][0]["name"] == "Ada"
    opened = server.call("GET", f"/tables/{table}/entries", token=token).body["entries"]
    assert opened[1]["entry"]["entropy"] != b64(NO_ENTROPY)


def test_what_had_no_answer_is_asked_again_and_happens_once(server: Server, visits: Visits) -> None:
    visitor = visits(home(server))
    visitor.expected = ["net::ERR_FAILED"]
    page = lobby(visitor, server)
    keys: list[str] = []

    def lost(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/api/v1/tables", lost)
    page.locator(".game .button").first.click()
    page.wait_for_selector(".trouble:not(:empty)")
    page.locator(".game .button").first.click()
    seat_of(page)
    assert len(keys) == 2
    assert len({*keys}) == 1


def test_a_table_is_opened_from_the_schema_of_its_game_with_invitations(server: Server, visits: Visits) -> None:
    visitor = visits(home(server), viewport=PHONE)
    page = lobby(visitor, server)
    page.locator(".opening > summary").click()
    page.locator("[name=seats]").select_option("3")
    page.locator("[name=seat-2]").select_option("code")
    page.locator("[name=seat-3]").select_option("open")
    page.locator("[name=clock]").select_option("quick")
    page.locator("[name=visibility]").select_option("public")
    page.locator(".options > summary").click()
    page.get_by_label("base ability Panic for all").check()
    page.get_by_label("how often a player must be beaten to be out").fill("2")
    assert page.evaluate(WIDE) == []
    assert axe(page) == []
    page.get_by_label("What the table is called (if you like)").fill("<b>Friday</b>")
    pressed(page, "Open this table")
    links = page.locator(".invitations input")
    links.first.wait_for()
    assert page.evaluate("() => document.activeElement.textContent") == "The table is open"
    path, _, code = links.first.input_value().partition("#join=")
    table = path.rpartition("/")[2]
    told = server.call("GET", f"/tables/{table}").body
    assert {name: told["options"][name] for name in ("panic", "lives", "trader")} == {
        "panic": True,
        "lives": 2,
        "trader": True,
    }
    assert told["clock"]["bank_ms"] == 300_000
    assert told["label"] == "<b>Friday</b>"
    assert axe(page) == []

    page.locator(".invitations summary").first.click()
    page.locator(".invitations .qr").first.wait_for()
    visitor.context.unroute("**/t/*")
    again = visitor.context.new_page()
    again.goto(f"{home(server)}/t/{table}")
    assert again.locator(".seats .invitation input").input_value() == links.first.input_value()
    again.locator(".seats .invitation .qr").wait_for()
    again.locator(".seats li", has_text="(you)").wait_for()  # whoever leaves the page before going there keeps the seat
    again.close()
    visitor.context.route("**/t/*", _stub)

    guest = lobby(visits(home(server)), server)
    guest.fill("input[name=nickname]", "Ben")
    guest.fill("#sit input[name=link]", links.first.input_value())
    pressed(guest, "Sit down")
    assert seat_of(guest)[0] == table
    assert code
    third = lobby(visits(home(server)), server)
    third.locator(f"[data-table='{table}'] .linkish").click()
    third.locator("#sit form button").click()
    assert seat_of(third)[0] == table
    assert server.call("GET", f"/tables/{table}").body["status"] == "running"

    pressed(page, "Go to your seat")
    assert seat_of(page)[0] == table


def test_what_cannot_be_is_said_where_it_was_asked(server: Server, visits: Visits) -> None:
    visitor = visits(home(server))
    visitor.expected = ["404", "403"]
    page = lobby(visitor, server)
    opened = server.call(
        "POST", "/tables", {"game": "chanic_panic", "seats": [{"kind": "code"}, {"kind": "bot"}]}
    ).body["table"]["id"]
    for link, code, said in (
        ("no table/at all", "", "This names no table."),
        ("/t/0123456789abcdef0123", "", "There is no such table, or it is private. Perhaps the link was cut off."),
        (f"{home(server)}/t/{opened}", "WRONG", "This code belongs to no seat of this table."),
    ):
        page.fill("#sit input[name=link]", link)
        page.fill("#sit input[name=code]", code)
        page.locator("#sit form button").click()
        page.wait_for_function("said => document.querySelector('#sit .trouble').textContent === said", arg=said)


def test_the_page_is_read_without_a_script_and_chosen_in_japanese_and_dark(server: Server, visits: Visits) -> None:
    """Lists and links are HTML; language and colours are links that set cookies."""
    over = server.open("random", "random", game="fightdrome", label="Read me")["table"]["id"]
    while server.call("GET", f"/tables/{over}").body["status"] not in ("finished", "confirmed"):
        server.call("GET", f"/tables/{over}/view?wait=1")
    visitor = visits(home(server), java_script_enabled=False, viewport=PHONE)
    page = visitor.page
    page.goto(f"{home(server)}/?lang=ja&theme=dark")
    assert page.url == f"{home(server)}/"
    root = page.locator("html")
    assert (root.get_attribute("lang"), root.get_attribute("data-theme")) == ("ja", "dark")
    assert page.locator(f"a[href='/t/{over}/review']").count() == 1
    assert "JavaScript" in page.inner_text("noscript")
    assert page.locator("#open").is_hidden()
    page.goto(f"{home(server)}/verify?theme=auto")
    assert root.get_attribute("data-theme") is None
    assert page.inner_text("h1") == "この記録は正しいですか？"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_cut_off_or_too_small(server: Server, visits: Visits, scheme: Any) -> None:
    visitor = visits(home(server), viewport=PHONE, color_scheme=scheme, locale="ja-JP")
    page = lobby(visitor, server)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.evaluate(WIDE) == []
    assert page.evaluate(SMALL) == []
    assert axe(page) == []
    assert page.get_by_role("button", name="このテーブルを開く").count() == 1
    assert page.get_by_label("全員に基本能力「パニック」").count() == 1
