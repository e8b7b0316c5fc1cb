"""Whole games over HTTP: a script holds the seats with tokens, and looks at the table with every viewer's eyes."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec

from domain.audit.timeline import Address, Timeline
from domain.kernel.seats import parse_viewer
from domain.record.lines import read, split
from tests.api.server import Server

MOST_ACTIONS = 3000  # of a game by chance; more means a game without end
WAIT = 20  # seconds for a bot, on a loaded machine
OVER = ("confirmed", "abandoned")


class Seen(NamedTuple):
    """What the API showed a viewer of the table as it stood after entry n."""

    n: int
    viewer: str
    view: Any


class Match:
    """A table of a running service and what was seen of it."""

    def __init__(self, server: Server, opened: dict[str, Any]) -> None:
        self.server = server
        self.path = f"/tables/{opened['table']['id']}"
        self.tokens = {seat["seat"]: str(seat["token"]) for seat in opened["seats"] if seat["token"]}
        self.seen: list[Seen] = []

    def look(self) -> None:
        """Note what each seat of ours and a spectator are shown."""
        for token in (None, *self.tokens.values()):
            answer = self.server.call("GET", f"{self.path}/view", token=token)
            assert answer.status == 200, answer
            self.seen.append(Seen(answer.body["n"], answer.body["viewer"], answer.body["view"]))

    def play(self, chance: random.Random, moment: str) -> Match:
        """Act by chance until the game is over; look at the deal and after each entry with a fact of this tag."""
        self.look()
        for _ in range(MOST_ACTIONS):
            if not self._step(chance, moment):
                return self
        raise AssertionError(f"{self.path} does not end")

    def _step(self, chance: random.Random, moment: str) -> bool:
        """Act for an awaited seat, or wait for a bot; say whether the game goes on."""
        before = []
        for seat, token in self.tokens.items():
            asked = self.server.call("GET", f"{self.path}/actions?expand=true", token=token)
            assert asked.status == 200, asked
            if asked.body["status"] in OVER:
                return False
            if asked.body["awaited"] is not None:
                self._act(seat, chance.choice(asked.body["actions"]), asked, moment)
                return True
            before.append(asked.body["n"])  # a bot may act between two questions
        self.server.call(
            "GET", f"{self.path}/view?after={min(before)}&wait={WAIT}", token=self.tokens[min(self.tokens)]
        )
        return True

    def _act(self, seat: int, command: Any, asked: Any, moment: str) -> None:
        headers = {"If-Match": asked.headers["etag"]}
        said = {"command": command, "seen": asked.body["n"]}
        done = self.server.call("POST", f"{self.path}/actions", said, token=self.tokens[seat], headers=headers)
        assert done.status == 200, done
        facts = [fact for line in done.body["entries"] for fact in line["entry"].get("facts", ())]
        if any(fact["tag"] == moment for fact in facts):
            self.look()

    def record(self) -> bytes:
        """Return the record, which is the full one once the secrets are open."""
        answer = self.server.call("GET", f"{self.path}/record", headers={"Accept": "application/x-ndjson"})
        assert answer.status == 200, answer
        text: bytes = answer.body
        return text

    def check_replayed(self, text: bytes, copies: dict[str, bytes]) -> None:
        """Replay full record and copies: each gives what the API showed its viewer then."""
        full = Timeline(read(split(text)))
        own = {viewer: Timeline(read(split(copy))) for viewer, copy in copies.items()}
        assert self.seen
        for n, name, view in self.seen:
            viewer = parse_viewer(name, full.opening.seats)
            for line in (full, own[name]):
                assert msgspec.json.decode(msgspec.json.encode(line.view(Address(n), viewer))) == view, (n, name)
