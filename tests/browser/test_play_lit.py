"""What is lit on the page is what the legal commands say, after any taps.

`tests/web/choosing` shows that choosing lights what the expanded commands contain, whatever is picked. Here the same
picks go to that module beside the page: the page must light those cards, piles and seats, and send nothing.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from api.pages.browser import assets
from tests.browser.conftest import Visits
from tests.browser.test_play_sending import noted
from tests.browser.views import GAMES, Home

TRIES, PICKS = 4, 3

BESIDE = """async ([module, address]) => {
  const { begin, step } = await import(module);
  const answer = await fetch(address, { headers: { "Accept-Language": document.documentElement.lang } });
  window.beside = begin(await answer.json());
  window.take = (event) => { window.beside = step(window.beside, event, () => "key").machine; };
}"""
# What can be tapped and is lit, and what of it should be; what is picked or has to be chosen is shown so instead.
LIT = """() => {
  const { lit, picked, must } = window.beside.choice;
  const stops = [...document.querySelectorAll("[data-stop], .head-button")].filter(({ pick }) => pick?.id);
  const free = stops.filter(({ pick }) => !picked.has(pick.id) && !must.has(pick.id));
  const around = (stop) => stop.matches(".head-button") ? stop : stop.parentElement;
  const ids = (some) => [...new Set(some.map(({ pick }) => pick.id))].sort();
  const shown = free.filter((stop) => around(stop).matches(".is-lit"));
  return [ids(shown), ids(free.filter(({ pick }) => lit.has(pick.id)))];
}"""
TAP = """(id) => {
  const stops = [...document.querySelectorAll("[data-stop], .head-button")];
  stops.find(({ pick }) => pick?.id === id).click();
}"""


def compared(page: Page) -> list[str]:
    """Return what is lit; raises `AssertionError` unless that is what should be."""
    found: tuple[list[str], list[str]] = page.evaluate(LIT)
    shown, wanted = found
    assert shown == wanted
    return shown


def taken(page: Page, event: dict[str, Any]) -> None:
    """Tell what was tapped or pressed to the module beside the page."""
    page.evaluate("(event) => window.take(event)", event)


@pytest.mark.parametrize("name", GAMES)
def test_after_any_taps_the_page_lights_what_is_legal(visits: Visits, home: Home, name: str) -> None:
    table, chance = home.tables[name], random.Random(3)
    page = visits(home.url).page
    keys = noted(page)
    page.goto(home.url + table.seat(0))
    page.wait_for_selector("body[data-state=idle]")
    page.evaluate(BESIDE, [assets().address("choosing/machine.js"), f"/api/v1/tables/{table.table}/scene?after=0"])
    for _ in range(TRIES):
        for _ in range(PICKS):
            lit = compared(page)
            if not lit:
                break
            chosen = chance.choice(lit)
            page.evaluate(TAP, chosen)
            taken(page, {"type": "pick", "id": chosen})
        compared(page)
        for _ in range(PICKS):
            page.keyboard.press("Escape")
            taken(page, {"type": "escape"})
    assert compared(page)
    assert keys == []
