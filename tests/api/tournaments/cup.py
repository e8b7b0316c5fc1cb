"""A tournament over HTTP: a service, its organiser, and what its processes would do beside the requests."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.running.bots import fresh_chance, play_out
from api.running.tournaments import TournamentRunner
from domain.ledger.api_keys import Role
from domain.table.results import confirm
from tests.api.world import KEY, Answer, World

SWISS = {"game": "fightdrome", "format": {"format": "swiss", "rounds": 2}}
CONFIRM_MS = 600_000


class Cup:
    """A tournament with its organiser's key."""

    def __init__(self, world: World, role: Role = "organiser", **said: Any) -> None:
        self.world = world
        self.token = world.key(role)
        answer = world.post("/tournaments", {**SWISS, **said}, token=self.token)
        assert answer.status_code == 201, answer.text
        self.opened = answer.json
        self.id: str = answer.json["id"]
        self.runner = TournamentRunner(world.store, KEY, world.bots, world.clock)

    @property
    def path(self) -> str:
        """The address below /api/v1."""
        return f"/tournaments/{self.id}"

    def get(self, path: str = "", **more: Any) -> Answer:
        """Send a GET as the organiser, or as somebody else."""
        return self.world.get(self.path + path, **{"token": self.token, **more})

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        """Send a POST likewise."""
        return self.world.post(self.path + path, {} if body is None else body, **{"token": self.token, **more})

    def do(self, path: str, body: Any = None, **more: Any) -> Any:
        """Send a POST that must be accepted; return the answer."""
        answer = self.post(path, body, **more)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def register(self, *names: str, **said: Any) -> list[Any]:
        """Register players and return them."""
        players = [{"name": name, **said} for name in names]
        registered: list[Any] = self.do("/players", {"players": players})["players"]
        return registered

    def bots(self, number: int) -> list[Any]:
        """Register bots."""
        return self.register(*[f"Robot {i}" for i in range(1, number + 1)], bot="sensible")

    def round(self, number: int, **said: Any) -> Any:
        """Begin a round and open its tables."""
        self.do("/rounds", {"round": number, **said})
        self.runner.look()
        return self.get(f"/rounds/{number}").json

    def plays_as(self, player: str) -> None:
        """Say who the organiser is: somebody who plays there."""
        by = self.world.store.tournaments.get(self.id).book.opened.by or ""
        with self.world.store.keys._database.writing() as connection:
            connection.execute("UPDATE api_keys SET player = ? WHERE id = ?", (player, by.removeprefix("organiser:")))

    def play(self) -> None:
        """Let the bots play, time pass until results are final, and what is final be counted."""
        for table in self.world.store.listings.bots_due():
            play_out(self.world.store, table, fresh_chance(), self.world.clock)
        self.world.clock.at += CONFIRM_MS
        for table in self.world.store.listings.clocks_due(self.world.clock.at):
            self.world.store.perform(table, partial(confirm, at=self.world.clock.at))
        self.runner.look()
