"""A table with an arbiter: calls, claims and rulings in a few words."""

from __future__ import annotations

from typing import Any

from domain.ledger.api_keys import Scope
from tests.api.world import DUEL, Answer, Opened, World

STOP = {"arbiter_call": "stop"}


class Desk:
    """A table, and arbiters who are players elsewhere."""

    def __init__(self, world: World, table: Opened | None = None, **opening: Any) -> None:
        self.world = world
        self.table = world.opened(DUEL, **{**STOP, **opening}) if table is None else table
        self.anna, self.otto = self.arbiter("Anna"), self.arbiter("Otto")

    def arbiter(self, name: str, player: str | None = None) -> str:
        """Return the key of an arbiter who is this player, or somebody new."""
        player = self.world.store.people.add(name).player if player is None else player
        return self.world.store.keys.add("arbiter", name, at=0, scope=Scope(player=player)).text

    def call(self, seat: int = 1, **said: Any) -> str:
        """Call an arbiter from a seat; return the case."""
        answer = self.table.post("/cases", {"about": "rule", **said}, seat=seat)
        assert answer.status_code == 201, answer.text
        return str(answer.json["case"])

    def do(self, case: str, what: str, body: Any = None, *, key: str | None = None, **more: Any) -> Answer:
        """Do something with a case, as Anna unless another key is named."""
        headers = {"If-Match": "*", **more.pop("headers", {})}
        path, token = f"/cases/{case}/{what}", self.anna if key is None else key
        return self.world.post(path, {} if body is None else body, token=token, headers=headers, **more)

    def done(self, case: str, what: str, body: Any = None, **more: Any) -> Any:
        """Do something that must work; return the case."""
        answer = self.do(case, what, body, **more)
        assert answer.status_code == 200, answer.text
        return answer.json

    def accept(self, case: str, *seats: int) -> Any:
        """Let seats accept what was decided, both if none are named; return the case."""
        for seat in seats or (0, 1):
            answer = self.table.post(f"/cases/{case}/accept", {}, seat=seat)
            assert answer.status_code == 200, answer.text
        return self.read(case, self.anna).json

    def read(self, case: str, token: str | None) -> Answer:
        """Read a case."""
        return self.world.get(f"/cases/{case}", token=token)

    def kinds(self, after: int = 0) -> list[str]:
        """Return the kinds of the entries after one."""
        return [line["entry"]["kind"] for line in self.table.get(f"/entries?after={after}").json["entries"]]
