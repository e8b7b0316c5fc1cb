"""Requests to the desk and the table in any order: each is done or refused with a code, none is a mistake of ours."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from tests.api.desk.calls import Desk
from tests.api.world import Answer, World, code

STEPS = 30
SEATS = [0, 1, 0, 1, 0, 1, 2]  # the last one is not there


class Anybody:
    """A table, and people who do whatever comes to their mind, at any time."""

    def __init__(self, world: World, seed: int) -> None:
        self.chance = random.Random(seed)
        self.desk = Desk(world, **self._opening())
        self.table = self.desk.table
        self.keys = [self.desk.anna, self.desk.otto, world.key("operator")]
        self.cases = ["c-none"]
        self.deeds: tuple[Callable[[], Answer], ...] = (
            *[self.call] * 2,
            *[self.rule] * 4,
            *[self.act] * 3,
            *[self.claim] * 2,
            self.stop,
            self.go_on,
            self.adjust,
            self.accept,
            self.agree,
            self.step,
            self.appeal,
            self.substitute,
        )

    def _opening(self) -> dict[str, Any]:
        pick = self.chance.choice
        said = {"clock": pick([None, {"bank_ms": 60_000}, {"move_ms": 30_000}]), "appeal_ms": pick([None, 0, 3_000])}
        waits = {"confirm": pick([None, {"window_ms": 5_000}]), "file_ms": pick([None, 2_000])}
        return {name: value for name, value in {**said, **waits}.items() if value is not None}

    def go(self) -> None:
        """Do what comes to mind; time passes, or does not."""
        pick = self.chance.choice
        self.key, self.case, self.seat = pick(self.keys), pick(self.cases), pick(SEATS[:2])
        self.desk.world.clock.at += pick([0, 1, 1_000, 2_500, 6_000])
        deed = pick(self.deeds)
        answer = deed()
        assert answer.status_code < 500, (deed.__name__, answer.text)
        if answer.status_code == 409:
            assert code(answer, 409) != "out_of_place", (deed.__name__, answer.text)

    def call(self) -> Answer:
        """Call an arbiter."""
        said = {"about": "rule", "moment": self.chance.choice("1345"), "stops_play": self.chance.random() < 0.5}
        answer = self.table.post("/cases", said, token=self.chance.choice([self.key, *self.table.tokens]))
        self.cases += [answer.json["case"]] if answer.status_code == 201 else []
        return answer

    def claim(self) -> Answer:
        """Claim a case."""
        return self.desk.do(self.case, "claim", key=self.key)

    def stop(self) -> Answer:
        """Stop the play, for a case that was quiet, if it was."""
        return self.table.post("/pause", {"reason": "dispute", "case": self.case}, token=self.key)

    def go_on(self) -> Answer:
        """Let the play go on."""
        cause = self.chance.choice(["arbiter", "ruler", f"case:{self.case}"])
        return self.table.post("/resume", {"cause": cause}, token=self.key)

    def rule(self) -> Answer:
        """Rule, with measures that fit or do not."""
        if self.chance.random() < 0.8:
            self.claim()
        if self.chance.random() < 0.3:
            self.stop()
        rare, pick = self.chance.random, self.chance.choice
        seat, clock = pick(SEATS), pick(["bank_ms", "move_ms"])
        order = pick(["keep", "reshuffle"])
        members = {
            "rewind": {"to": pick([4, 4, 4, 5, 6, 8, 12, 20]), "reason": "infraction", "order": order},
            "clocks": [{"seat": seat, clock: pick([0, 5, 600_000]), "reason": "mistake"}] * pick([1, 1, 2]),
            "penalties": [{"seat": seat, "penalty": pick(["warning", "disqualification"])}] * pick([1, 2]),
            "result": {"places": pick([[[0], [1]], [[0, 1]], [[1]], [[0], [1], [2]]])},
            "void": True,
            "resume": False,
            "text": "So it is.",
        }
        said = {name: value for name, value in members.items() if rare() < 0.35}
        return self.desk.do(self.case, "rule", {"finding": "infraction", **said}, key=self.key)

    def adjust(self) -> Answer:
        """Give another result."""
        self.claim()
        said = {"case": self.case, "places": [[self.seat], [1 - self.seat]], "finding": "infraction"}
        return self.table.post("/result/adjust", said, token=self.key, headers={"If-Match": "*"})

    def step(self) -> Answer:
        """Give a case out of hand, dismiss or close it."""
        what = self.chance.choice(["release", "dismiss", "close"])
        return self.desk.do(self.case, what, {"code": "other"} if what == "dismiss" else {}, key=self.key)

    def appeal(self) -> Answer:
        """Appeal."""
        return self.table.post(f"/cases/{self.case}/appeal", {}, seat=self.seat)

    def act(self) -> Answer:
        """Play, or concede."""
        return self.table.say(self.seat, "concede" if self.chance.random() < 0.2 else "end_turn")

    def agree(self) -> Answer:
        """Accept what was decided."""
        return self.table.post(f"/cases/{self.case}/accept", {}, seat=self.seat)

    def accept(self) -> Answer:
        """Accept the result."""
        return self.table.post("/result/accept", {}, seat=self.seat)

    def substitute(self) -> Answer:
        """Give a seat to somebody else."""
        answer = self.table.post(f"/seats/{self.seat}/substitute", {"name": "Cleo"}, token=self.key)
        if answer.status_code == 201:
            self.table.tokens[self.seat] = answer.json["token"]
        return answer


@pytest.mark.parametrize(
    "seeds",
    [pytest.param(range(6), marks=pytest.mark.long), pytest.param(range(6, 400), marks=pytest.mark.soak)],
)
def test_every_request_is_done_or_refused_with_a_code(seeds: range) -> None:
    """And the record that comes of it verifies."""
    for seed in seeds:
        anybody = Anybody(World(), seed)
        for _ in range(STEPS):
            anybody.go()
        assert verify_bytes(anybody.table.get("/record").data).failed == (), seed
