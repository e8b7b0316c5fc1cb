"""A whole game of each kind on its page at 360 px: by taps, by keys, by the list of all moves.

`make test` spreads the ways over the games, so that each way and each game is met: Chanic Panic by taps from the deal
to the end; Fightdrome by keys, and Panic Clan Inviter by the list and in Japanese, some decisions after a deal and the
last ones before an end; Panzer Clash, which takes minutes, by taps until it is given up; two browsers and a service
that is killed are in `test_play_sending.py`. The soak plays each game in each way from the deal to its end, and each by
two browsers while the service is killed a dozen times.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import JAPANESE, arrive, dealt, key_through, list_through, seat_link, tap_through
from tests.browser.test_play_sending import Told, own_entries
from tests.browser.views import Home
from tests.browser.visitor import fits

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
GAMES = ("chanic_panic", "fightdrome", "panic_clan_inviter", "panzer_clash")
WAYS: dict[str, Callable[[Page, random.Random], int]] = {
    "taps": tap_through,
    "keys": key_through,
    "list": list_through,
}
KILLED, KILLS = 8, 12  # decisions after which the service is killed, and how often: hundreds of them take an hour
LONG = pytest.mark.timeout(3600)  # seconds: Panzer Clash takes hundreds of decisions, on a machine that does more
KNOWN = "() => !['sending', 'unknown'].includes(document.body.dataset.state)"
FEW = 12  # decisions of a long game before it is given up
FIRST = 2  # decisions after a deal, where the end is played elsewhere


def opened(server: Server, visits: Visits, game: str, **more: Any) -> tuple[Page, dict[str, Any]]:
    """Sit down against a bot, on a phone."""
    table = dealt(server, game)
    visitor = visits(server.url.removesuffix("/api/v1"), **{**PHONE, **more})
    arrive(visitor.page, seat_link(server, table))
    assert "#" not in visitor.page.url, "the token stays in the address"
    return visitor.page, table


def over(server: Server, table: dict[str, Any]) -> bool:
    """Say whether a table has a result."""
    return server.call("GET", f"/tables/{table['table']['id']}").body["outcome"] is not None


def late(home: Home, page: Page, name: str) -> None:
    """Sit down at a table some decisions before its end."""
    arrive(page, home.url + home.tables[name].seat(0))


def test_a_whole_game_is_played_by_taps_on_a_phone(server: Server, visits: Visits) -> None:
    page, table = opened(server, visits, "chanic_panic")
    assert tap_through(page, random.Random(5))
    assert over(server, table)
    fits(page)
    page.locator(".prompt", has_text="The game is over. First:").wait_for()


def test_a_game_is_begun_and_ended_by_keys(server: Server, home: Home, visits: Visits) -> None:
    page, _ = opened(server, visits, "fightdrome")
    assert key_through(page, random.Random(5), FIRST) == FIRST
    page = visits(home.url, **PHONE).page
    late(home, page, "fightdrome-late")
    assert key_through(page, random.Random(5))
    fits(page)
    page.locator(".prompt", has_text="The game is over. First:").wait_for()


def test_a_game_is_begun_and_ended_from_the_list_of_all_moves_in_japanese(
    server: Server, home: Home, visits: Visits
) -> None:
    page, _ = opened(server, visits, "panic_clan_inviter", locale="ja")
    assert list_through(page, random.Random(5), JAPANESE, FIRST)
    page = visits(home.url, **PHONE, locale="ja").page
    late(home, page, "inviter-late")
    assert list_through(page, random.Random(5), JAPANESE)
    page.locator(".prompt", has_text="ゲーム終了").wait_for()


def test_a_game_on_a_map_is_played_by_taps_and_given_up(server: Server, visits: Visits) -> None:
    """The first decisions of a long game; the soak plays it to its end. Giving up is asked twice."""
    page, table = opened(server, visits, "panzer_clash")
    assert tap_through(page, random.Random(5), FEW) == FEW
    fits(page)
    page.wait_for_function("() => document.body.dataset.state !== 'sending'")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Concede").tap()
    assert not over(server, table)
    page.get_by_role("button", name="Yes, I give up").tap()
    page.locator(".prompt", has_text="The game is over. First:").wait_for()
    assert over(server, table)


@LONG
@pytest.mark.soak
@pytest.mark.parametrize("way", [*WAYS])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_in_every_way(server: Server, visits: Visits, game: str, way: str) -> None:
    page, table = opened(server, visits, game)
    WAYS[way](page, random.Random(7))
    assert over(server, table)
    fits(page)


@LONG
@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES[:3])
def test_games_are_played_from_the_list_in_japanese(server: Server, visits: Visits, game: str) -> None:
    page, table = opened(server, visits, game, locale="ja")
    list_through(page, random.Random(7), JAPANESE)
    assert over(server, table)
    fits(page)


@LONG
@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_finish_a_game_whose_service_is_killed_and_started_again(
    visits: Visits, tmp_path: Path, game: str
) -> None:
    """A dozen times, a few decisions apart, while an action is on its way to it or its answer on the way back.

    Each tap sends one key, the last answer to each key names its entry, and these are all that the seat has written.
    """
    chance, database = random.Random(11), tmp_path / "killed.db"
    with ExitStack() as held:
        server = held.enter_context(Server(database))
        table = server.open("token", "token", game=game)
        pages, told = [], []
        for seat in (0, 1):
            visitor = visits(server.url.removesuffix("/api/v1"), **PHONE)
            visitor.expected = ["Failed to load resource", "net::ERR"]
            told.append(Told(visitor.page))
            arrive(visitor.page, seat_link(server, table, seat))
            pages.append(visitor.page)
        made = [0, 0]
        kills = 0
        while (acts := _to_act(server, table)) is not None:
            page = pages[acts]
            if killed := kills < KILLS and sum(made) % KILLED == KILLED - 1:
                page.route("**/actions", _killing(server, reached=kills % 2 == 1), times=1)
            made[acts] += tap_through(page, chance, 1)
            if killed:
                kills += 1
                page.locator(".prompt", has_text="No answer came").wait_for()
                server = held.enter_context(Server(database, port=server.port))
            page.wait_for_function(KNOWN, timeout=60_000)
        assert kills
        assert sum(1 for one in told for times in one.asked.values() if times > 1) >= kills
        for seat, page in enumerate(pages):
            page.locator(".prompt", has_text="The game is over.").wait_for(timeout=60_000)
            assert len(told[seat].asked) == made[seat]
            assert told[seat].acknowledged() == own_entries(server, table, seat)


def _killing(server: Server, *, reached: bool) -> Callable[[Route], None]:
    """Return what kills the service at a request: before it arrives, or after it was carried out, unanswered."""

    def handle(route: Route) -> None:
        if reached:
            assert route.fetch().ok
        server.kill()
        route.abort()

    return handle


def _to_act(server: Server, table: dict[str, Any]) -> int | None:
    """Return a seat that is awaited; nothing when the game is over."""
    path = f"/tables/{table['table']['id']}/view"
    found = server.call("GET", path).body["awaited"]
    return min((one["seat"] for one in found), default=None)
