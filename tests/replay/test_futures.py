"""`replay futures` in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.games import shipped
from domain.kernel.seats import every_viewer
from replay.cli import main
from tests.audit.tables import Game


def might(*asked: object) -> Result:
    return CliRunner().invoke(main, ["futures", *map(str, asked)])


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped()))
def test_results_are_counted_for_every_viewer_of_every_game(name: str, tmp_path: Path) -> None:
    made = Game(name, 2, seed=6).start().play(12)
    n = made.table.book.n
    played = made.abandon().done()
    full, own = tmp_path / "full", tmp_path / "own"
    full.write_bytes(played.record())
    for viewer in every_viewer(2):
        own.write_bytes(played.record(viewer))
        asked = ("--at", n, "--viewer", viewer, "--worlds", 2, "--bot", "0=random")
        told = might(full, *asked)
        assert (told.exit_code, told.stderr) == (0, "")
        assert told.stdout == might(own, *asked).stdout
        document = json.loads(might(full, *asked, "--json").stdout)
        assert sum(one["times"] for one in document["results"]) == 2
    assert "推定" in might(full, "--at", n, "--worlds", 1, "--lang", "ja").stdout


def test_what_cannot_be_played_on_is_said(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(Game("fightdrome", 2).start().play(4).done().record())
    assert "has not ended" in might(file, "--at", 6).stderr
    file.write_bytes(Game("fightdrome", 2).start().play(4).abandon().done().record())
    assert "has not begun after entry 2" in might(file, "--at", 2).stderr
    over = tmp_path / "over"
    over.write_bytes(Game("fightdrome", 2, seed=6).start().play().done().record())
    last = len(over.read_bytes().splitlines()) - 1
    assert f"the game is over after entry {last}" in might(over, "--at", last).stderr
    assert "not after 4.0" in might(file, "--at", "4.0").stderr
    for bot in ("0=clever", "7=random"):
        assert f"{bot}: the table has seats 0 to 1, and bots random" in might(file, "--at", 6, "--bot", bot).stderr
    assert might(file, "--at", 6, "--bot", "x").exit_code == 2
