"""A service with an organiser, and what its console and its players are made to do in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.api.server import Server


class Hall(NamedTuple):
    """A service with an organiser."""

    server: Server
    key: str
    database: Path

    @property
    def home(self) -> str:
        return self.server.url.removesuffix("/api/v1")

    def do(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """Send a POST of the organiser, or of somebody else, that must be accepted."""
        answer = self.server.call("POST", path, body or {}, token=token or self.key)
        assert answer.status in (200, 201), answer
        return answer.body

    def get(self, path: str) -> Any:
        return self.server.call("GET", path, token=self.key).body

    def enters(self, cup: str, player: Any) -> str:
        """Let a player come in by the personal link; return the key."""
        key: str = self.do(f"/tournaments/{cup}/players/{player['player']}/claim", {"code": player["code"]})["key"]
        return key

    def tables(self, cup: str, round: int) -> list[list[str]]:
        """Return who sits at the tables of a round."""
        found = self.get(f"/tournaments/{cup}/rounds/{round}")["tables"]
        return [[one["player"] for one in table["players"]] for table in found]

    def table_of(self, cup: str, round: int, player: str) -> int:
        """Return the number of the table where somebody sits."""
        return next(number for number, table in enumerate(self.tables(cup, round), 1) if player in table)

    def sit_down(self, cup: str, key: str) -> str:
        """Let a player sit down at the table that waits for it, once it is there; return the table."""
        news = "/feed?wait=30"
        while (seat := self.server.call("GET", f"/tournaments/{cup}/seat", token=key).body)["table"] is None:
            news = f"/feed?wait=30&cursor={self.get(news)['next']}"
        self.do(f"/tables/{seat['table']}/seats", {"join_code": seat["join_code"]}, key)
        return str(seat["table"])

    def cup(self, *names: str, **said: Any) -> tuple[str, list[Any]]:
        """Open a tournament of two rounds and register players."""
        body = {"game": "fightdrome", "format": {"format": "swiss", "rounds": 2}, "confirm_ms": 0, **said}
        cup: str = self.do("/tournaments", body)["id"]
        players = self.do(f"/tournaments/{cup}/players", {"players": [{"name": name} for name in names]})["players"]
        return cup, players


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def sure(page: Page, ask: str, then: str) -> None:
    """Press what asks, read what will be done, and do it once the press counts as meant."""
    press(page, ask)
    page.locator("dialog[data-settled]").wait_for()
    page.locator(".sheet-foot").get_by_role("button", name=then, exact=True).click()
    page.wait_for_function("() => document.body.dataset.deed === 'idle' && !document.querySelector('dialog').open")
    expect(page.locator(".console-said")).not_to_be_empty()


def rule(page: Page, number: int, places: str) -> None:
    """Give a table its result by ruling."""
    page.get_by_role("button", name=f"Table {number}: the result").click()
    page.locator(".sheet select").select_option(places)
    page.locator(".sheet input").fill("The director says so.")
    sure(page, "Read what will be written", "Write this result")


def meant(page: Page, ask: str, then: str) -> None:
    """Press what asks, on a player's page, and then what does it."""
    press(page, ask)
    page.locator("dialog[data-settled]").wait_for()
    page.locator(".sheet-foot").get_by_role("button", name=then, exact=True).click()
