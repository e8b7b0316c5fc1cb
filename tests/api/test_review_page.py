"""`/t/<table>` and its review: the same pages for everybody; a finished public table's story stands in them as text."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from api.copies import helpers
from api.service import EXTENSION
from processes.standing import BusyError
from tests.api.bridge import SECONDS, Client, asked, running
from tests.api.test_bridge import on_a_loop
from tests.api.test_frames import played
from tests.api.world import World

PAGES = ("", "/review")


def text(world: World, table: str, language: str = "en", page: str = "/review") -> str:
    answer = world.app.test_client().get(f"/t/{table}{page}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == language
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("page", PAGES)
def test_a_table_that_goes_on_tells_nothing_without_a_script(world: World, page: str) -> None:
    table = played(world, 3)
    assert "as-text" not in text(world, table.id, page=page)


@pytest.mark.parametrize("page", PAGES)
def test_what_everybody_may_know_of_a_finished_table_is_text(world: World, page: str) -> None:
    table = played(world, 2000)
    assert world.store.table(table.id).book.is_over
    assert '<noscript><section class="as-text"><h1>Chanic Panic</h1>' in text(world, table.id, page=page)
    assert "Bobの手番" in text(world, table.id, "ja", page)


@pytest.mark.parametrize("page", PAGES)
def test_a_private_table_and_none_are_alike(world: World, page: str) -> None:
    table = played(world, 2000, visibility="private")
    none = "0" * 20
    assert text(world, table.id, page=page).replace(table.id, "") == text(world, none, page=page).replace(none, "")


def test_a_story_is_told_once_for_a_language(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(world, 2000)
    told: list[str] = []
    telling: Callable[..., Any] = helpers.story

    def counted(here: Any, sight: Any, language: str, names: Any) -> Any:
        told.append(language)
        return telling(here, sight, language, names)

    monkeypatch.setattr(helpers, "story", counted)
    pages = [text(world, table.id, language, page) for page in PAGES for language in ("en", "ja", "en")]
    assert told == ["en", "ja"]
    assert pages[0] == pages[2]


def test_a_page_comes_without_a_story_while_others_are_read(world: World) -> None:
    """Whoever has a script needs none."""
    table = played(world, 2000)

    class Busy:
        def ask(self, _: object, __: float) -> object:
            raise BusyError

    world.app.extensions[EXTENSION] = replace(world.app.extensions[EXTENSION], helpers=Busy())
    assert "as-text" not in text(world, table.id)


def test_others_are_answered_while_a_story_is_told(world: World) -> None:
    """Whichever process tells it: whoever opens the page of a finished table keeps nobody from acting."""
    table = played(world, 2000)
    others_went_on = threading.Event()

    class Slow:
        def ask(self, _: object, __: float) -> object:
            if not others_went_on.wait(SECONDS):
                raise BusyError
            return (("1", "What happened."),)

    world.app.extensions[EXTENSION] = replace(world.app.extensions[EXTENSION], helpers=Slow())

    async def test() -> None:
        bridge, reader = running(world.app.wsgi_app), Client()
        page = bridge.begin(asked("GET", f"/t/{table.id}/review"), reader)
        await asyncio.sleep(0)
        assert (await bridge.answer(asked("GET", "/healthz")))[0] == 200
        others_went_on.set()
        await page.ended()
        assert b"What happened." in b"".join(reader.got)

    on_a_loop(test)
