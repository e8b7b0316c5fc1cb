"""What people write is shown as they wrote it: it runs nothing, asks nobody, and pushes nothing aside."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from domain.ledger.store import open_store
from tests.browser.conftest import Visits
from tests.browser.hall import Hall
from tests.browser.visitor import SIDEWAYS, axe

ENDING = "\"'></script><script>alert(1)</script>"
LONG = "W" * 40  # the longest name, of the widest letter
CRY = f"<img src=x onerror=alert(1)> {'W' * 200} \N{HEBREW LETTER ALEF}"
# Sentences whose ends stand beyond the list that tells them.
CUT = """() => [...document.querySelectorAll(".told span:last-child, .story span:last-child")].filter((one) => {
  const list = one.closest("ol");
  return list && one.checkVisibility() && one.getBoundingClientRect().right > list.getBoundingClientRect().right + 1;
}).map((one) => one.textContent)"""


def holds(page: Page, said: str) -> None:
    assert said in page.inner_text("main"), page.url
    assert not page.evaluate(SIDEWAYS), page.url
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate(CUT) == [], page.url


@pytest.mark.parametrize("width", [360, 1440])
def test_names_and_calls_of_any_kind_are_text(visits: Visits, hall: Hall, width: int) -> None:
    seats = [{"kind": "token", "name": name} for name in (ENDING, LONG)]
    body = {"game": "fightdrome", "seats": seats, "visibility": "public", "label": LONG}
    opened = hall.server.call("POST", "/tables", body).body
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    call = {"about": "rule", "text": CRY, "moment": "2"}
    case = hall.server.call("POST", f"/tables/{table}/cases", call, token=token).body["case"]
    store = open_store(str(hall.database))
    key = store.keys.add("arbiter", ENDING[:20], at=0).text
    store.close()
    home = hall.server.url.removesuffix("/api/v1")
    page = visits(home, viewport={"width": width, "height": 740}).page
    page.goto(f"{home}/t/{table}#watch")
    page.get_by_text(f"Waiting for {LONG}").or_(page.get_by_text(f"Waiting for {ENDING}")).first.wait_for()
    for media in ("screen", "print"):
        page.emulate_media(media="print" if media == "print" else "screen")
        holds(page, LONG)
    page.emulate_media(media="screen")
    page.goto(f"{home}/t/{table}/review")
    page.wait_for_selector(".dock.is-review")
    page.keyboard.press("s")
    for _ in seats:
        holds(page, LONG)
        page.keyboard.press("ArrowRight")
    page.goto(f"{home}/desk#key={key}")
    page.locator(f"a[href='#{case}']").click()
    page.locator(".around li").first.wait_for()
    holds(page, CRY)
    assert axe(page) == []
