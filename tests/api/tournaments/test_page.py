"""The page of a tournament carries it as text, and keeps nobody waiting while that is told."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from api.pages.tournaments import story
from api.requests.tournaments.shapes import standings_shape
from tests.api.bridge import SECONDS, Client, asked, running
from tests.api.test_bridge import on_a_loop
from tests.api.tournaments.cup import Cup
from tests.api.world import World


def test_others_are_answered_while_a_tournament_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many players in many rounds it takes long."""
    cup = Cup(world)
    cup.register("Ann", "Ben", "Cid", "Dan")
    cup.do("/start")
    cup.round(1)
    others_went_on = threading.Event()
    shape = standings_shape

    def slow(*args: Any, **more: Any) -> dict[str, Any]:
        assert others_went_on.wait(SECONDS)
        return shape(*args, **more)

    monkeypatch.setattr(story, "standings_shape", slow)

    async def test() -> None:
        bridge, reader = running(world.app.wsgi_app), Client()
        page = bridge.begin(asked("GET", f"/tournaments/{cup.id}"), reader)
        await asyncio.sleep(0)
        assert (await bridge.answer(asked("GET", "/healthz")))[0] == 200
        others_went_on.set()
        await page.ended()
        assert b"as-text" in b"".join(reader.got)

    on_a_loop(test)
