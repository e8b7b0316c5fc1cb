"""Streams in real tabs: one connection for all of them, and whatever happens to it, they are current again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from api.pages.browser import assets
from tests.api.server import Server, next_move
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, seat_link

FOLLOWING = """async ([module, address, last]) => {
  const { follow } = await import(module);
  window.told = [];
  const note = (said) => window.told.push(said);
  window.following = follow(address, last, { entry: note, closed: note });
}"""
TOLD = "(ids) => ids.every((id) => window.told.includes(id))"


def home(server: Server) -> str:
    """Return where the pages of a service are."""
    return server.url.removesuffix("/api/v1")


def following(page: Page, server: Server, table: str, last: int) -> Page:
    """Let a page of the service follow a table after an entry."""
    page.goto(f"{home(server)}/docs/problems")
    module = f"{home(server)}{assets().address('base/shared.js')}"
    page.evaluate(FOLLOWING, [module, f"/api/v1/tables/{table}/stream", str(last)])
    return page


def act(server: Server, opened: dict[str, Any]) -> str:
    """Let whoever is awaited act; returns the last entry."""
    for seat in opened["seats"]:
        move = next_move(server, opened["table"]["id"], seat["token"], wait=0)
        if move is not None:
            answer = move.send(server)
            assert answer.status == 200, answer
            return str(answer.body["n"])
    raise AssertionError("nobody is awaited")


def test_eight_tabs_share_one_stream_and_survive_the_one_that_leads(server: Server, visits: Visits) -> None:
    opened = server.open("token", "token")
    table, n = opened["table"]["id"], opened["table"]["n"]
    visitor = visits(home(server))
    streams: list[str] = []
    visitor.context.on(
        "request", lambda request: streams.append(request.url) if request.url.endswith("/stream") else None
    )
    tabs = [
        following(page, server, table, n) for page in [visitor.page, *[visitor.context.new_page() for _ in range(7)]]
    ]
    last = act(server, opened)
    for page in tabs:
        page.wait_for_function(TOLD, arg=[last])
    assert len(streams) == 1
    tabs[0].close()
    last = act(server, opened)
    for page in tabs[1:]:
        page.wait_for_function(TOLD, arg=[last])
        told = page.evaluate("window.told")
        assert told == sorted({*told}, key=int), "in order, and once"
    assert len(streams) == 2


def test_a_tab_goes_on_once_a_service_that_was_killed_is_back(visits: Visits, tmp_path: Path) -> None:
    with Server(tmp_path / "killed.db") as killed:
        opened = killed.open("token", "token")
        visitor = visits(home(killed))
        visitor.expected = ["Failed to load resource", "net::ERR"]
        page = following(visitor.page, killed, opened["table"]["id"], opened["table"]["n"])
        page.wait_for_function(TOLD, arg=[act(killed, opened)])
        killed.kill()
    with Server(tmp_path / "killed.db", port=killed.port) as again:
        page.wait_for_function(TOLD, arg=[act(again, opened)])
        assert page.evaluate("new Set(window.told).size === window.told.length")


def test_eight_tabs_of_a_table_show_the_same_and_are_current_after_a_silence(server: Server, visits: Visits) -> None:
    """One stream for all of them; what happened while the network was gone is there once it is back."""
    opened = server.open("token", "token")
    visitor = visits(home(server))
    visitor.expected = ["Failed to load resource", "net::ERR", "Failed to fetch"]
    streams: list[str] = []
    visitor.context.on("request", lambda request: streams.append(request.url) if "/stream" in request.url else None)
    arrive(visitor.page, seat_link(server, opened))
    tabs = [visitor.page, *[visitor.context.new_page() for _ in range(7)]]
    for page in tabs[1:]:
        arrive(page, f"{home(server)}/t/{opened['table']['id']}")
    shows(tabs, act(server, opened))
    assert len(streams) == 1
    visitor.context.set_offline(True)
    last = act(server, opened)
    visitor.context.set_offline(False)
    shows(tabs, last)
    for page in tabs:
        page.locator(".line-state").wait_for(state="detached")


def shows(tabs: list[Page], entry: str) -> None:
    """Wait until every tab shows an entry, each to the seat that sits there."""
    for page in tabs:
        page.wait_for_function("(n) => Number(document.body.dataset.n) >= n", arg=int(entry))
        assert page.locator(".panel.p-own").count() == 1
