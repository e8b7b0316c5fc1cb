"""A seat at a table of a real service in this process, whose bots answer at once."""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from typing import Any

import msgspec

from api.program.client import ProblemError, TableClient
from api.program.seat_session import SeatSession
from api.running.bots import play_out
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import words_in
from tests.api.world import World

HOST = "http://127.0.0.1"


class InProcess(TableClient):
    """A client that calls the application, and lets its bots act after each request that may have woken them."""

    def __init__(self, world: World, address: str, token: str, language: str, seed: int) -> None:
        super().__init__(address, token, language)
        self._world = world
        self._chance = QuickChance(seed)

    def stream(self, after: int) -> Any:
        """Give no stream: the bots have acted before anybody waits."""
        raise ProblemError(503, {"detail": "no streams here"})

    def _once(self, request: urllib.request.Request, patience: float) -> bytes:
        data = request.data if isinstance(request.data, bytes) else None
        answer = self._world.app.test_client(use_cookies=False).open(
            request.full_url.removeprefix(HOST), method=request.get_method(), data=data, headers=dict(request.headers)
        )
        if answer.status_code >= 400:
            raise ProblemError(answer.status_code, msgspec.json.decode(answer.data))
        if request.get_method() == "POST":
            play_out(self._world.store, self.address.rpartition("/")[2], self._chance, self._world.clock)
        return bytes(answer.data)


def seated(game: str, bots: int, options: Mapping[str, Any], *, seed: int, language: str = "en") -> SeatSession:
    """Open a table with bots at all other seats, who have acted if it is their turn, and sit down at the first one."""
    world = World()
    seats = [{"kind": "token", "name": "Ada"}, *[{"kind": "bot", "bot": "sensible"}] * bots]
    opened = world.post("/tables", {"game": game, "seats": seats, "options": dict(options)}).json
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    client = InProcess(world, f"{HOST}/api/v1/tables/{table}", token, language, seed)
    play_out(world.store, table, QuickChance(seed), world.clock)
    return SeatSession(client, words_in(language, "api", "terminal"))
