"""Sides are measured in turns; the programs of others are asked for by hand only, from the npm registry."""

from __future__ import annotations

import subprocess

import pytest

from benchmarks.peers.__main__ import in_turns, times
from benchmarks.peers.boardgame_io import HERE
from benchmarks.wire import Sent
from tests.node import NODE


def test_sides_take_turns_and_the_first_turn_of_each_does_not_count() -> None:
    taken: list[str] = []

    def side(name: str, *seconds: float) -> Sent:
        taken.append(name)
        return Sent(seconds[(len(taken) - 1) // 2], (0.1, 0.2))

    found = in_turns({"theirs": lambda: side("theirs", 9, 1, 2), "ours": lambda: side("ours", 9, 2, 1)}, 2)
    assert taken == ["theirs", "ours"] * 3
    assert found["theirs"].rates() == [2, 1]
    assert len(found["ours"].speeds) == 2
    assert times(found["theirs"], found["ours"]) == {"median": 1.25, "best": 2.0, "runs": [0.5, 2.0]}


@pytest.mark.parametrize("program", ["load.cjs", "server.cjs"])
def test_the_programs_in_javascript_can_be_read(program: str) -> None:
    subprocess.run([NODE, "--check", HERE / program], check=True)
