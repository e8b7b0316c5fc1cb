"""Choosing with what real tables offer: the worked cases are theirs; after any picks what is lit is what is legal."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from domain import games
from tests.node import NODE, ROOT
from tests.web.choosing.scenes import WORKED, scenes, worked

GAMES = [name for name in games.names() if name != "harbour"]
SCENES = 60  # of each game
EVERY = 9  # one of so many
MOST_COMMANDS = 150  # of a scene: the slow way takes long

AGREEING = Path(__file__).parent / "agreeing.js"


@pytest.mark.long
def test_the_worked_cases_are_those_of_real_tables() -> None:
    """`python -m tests.web.choosing` writes them anew."""
    assert WORKED.read_bytes() == worked()


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_after_any_picks_what_is_lit_is_what_is_legal(name: str, tmp_path: Path) -> None:
    """By random picks, against the expanded commands; and every command is reached by picking what it names."""
    few = (scene for scene in scenes(name, tables=30, seed=11) if 0 < len(scene["commands"]) <= MOST_COMMANDS)
    chosen = list(islice(islice(few, 0, None, EVERY), SCENES))
    file = tmp_path / "scenes.json"
    cases = [case for case in msgspec.json.decode(WORKED.read_bytes()).values() if case["game"] == name]
    file.write_bytes(msgspec.json.encode([*chosen, *cases]))
    done = subprocess.run([NODE, AGREEING, file], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > SCENES
