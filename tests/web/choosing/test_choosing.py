"""Choosing with what real tables offer: the worked cases are theirs; after any picks what is lit is what is legal."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from domain import games
from tests.node import NODE, ROOT
from tests.web.choosing.forms import forms
from tests.web.choosing.scenes import WORKED, positions, scene, scenes, worked

GAMES = [name for name in games.names() if name != "harbour"]
SCENES = 60  # of each game
EVERY = 9  # one of so many
POSITIONS = 200  # of each game, from which every command is composed
APART = 7  # positions between two of them
MOST_COMMANDS = 150  # of a scene: the slow way takes long

AGREEING, COMPOSING = (Path(__file__).parent / name for name in ("agreeing.js", "composing.js"))
WRITTEN = {"panzer_clash": {"choose_deck", "set_response_prefs"}}  # commands that a form composes


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
    assert _ran(AGREEING, file) > SCENES


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_command_that_is_offered_is_composed_by_picks_or_by_a_form(name: str, tmp_path: Path) -> None:
    """At 200 random positions; what a form gives is legal."""
    places = list(islice(positions(name, tables=120, seed=13), 0, POSITIONS * APART, APART))
    chosen = [{**scene(table, seat), "forms": forms(table, seat)} for table, seat in places]
    file = tmp_path / "scenes.json"
    file.write_bytes(msgspec.json.encode(chosen))
    assert len(chosen) == POSITIONS
    assert {form["offer"]["command"] for one in chosen for form in one["forms"]} == WRITTEN.get(name, set())
    assert _ran(COMPOSING, file) == sum([len(one["commands"]) + len(one["forms"]) for one in chosen])


def _ran(script: Path, file: Path) -> int:
    """Run a script of node on scenes; returns how much it tried."""
    done = subprocess.run([NODE, script, file], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout)
