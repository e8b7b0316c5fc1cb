"""Each command works on each game, on full, seats' and spectators' copies of a table that has ended."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.games import shipped
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from replay.cli import main
from tests.audit.tables import Game, Played

pytestmark = pytest.mark.long

SCREENS = {"step", "open"}  # driven in a terminal and in a browser by tests of their own
NO_RECORD = {"completion"}
ASKED: dict[str, tuple[str, ...]] = {  # what follows the record; {n} is a decision of seat {seat}
    "list": (),
    "find": ("--seat", "{seat}"),
    "show": ("--at", "{n}"),
    "picture": ("--at", "{n}"),
    "log": (),
    "diff": ("--at", "{n}"),
    "compare": ("{file}",),
    "knowledge": ("--seat", "{seat}", "--at", "{n}"),
    "advise": ("--at", "{n}", "--seat", "{seat}", "--worlds", "1"),
    "futures": ("--at", "{n}", "--worlds", "1"),
    "damage": ("--to", "{n}"),
    "report": ("--at", "{n}"),
    "branch": ("--at", "{n}", "--seed", "07"),
    "stats": (),
    "verify": (),
    "redact": ("--viewer", "spectator", "--closed"),
    "export": ("--format", "json"),
    "note": (),
}
COPIES: tuple[Viewer, ...] = (ARBITER, seat_viewer(0), SPECTATOR)
REFUSED = {  # what a copy cannot give, and why
    ("branch", "seat:0"): "hides something of entry",
    ("branch", "spectator"): "hides something of entry",
    ("knowledge", "spectator"): "it does not hold what seat 0 saw",
    ("advise", "spectator"): "it does not hold what seat 0 saw",
}


@cache
def ended(name: str) -> tuple[Played, int, int]:
    """Return a table that was given up, with a decision of seat 0 in it."""
    game = Game(name, 2, seed=6).start().play(6)
    while 0 not in game.table.decisions:
        game.play(1)
    n = game.table.book.n
    return game.play(2).abandon().done(), n, 0


def test_every_command_is_looked_at() -> None:
    assert ASKED.keys() | SCREENS | NO_RECORD == main.commands.keys()


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.audit.advice.LOOKED_AT", 2)
    monkeypatch.setattr("domain.audit.advice.FIRST_LOOK", 1)


@pytest.mark.parametrize("viewer", COPIES, ids=str)
@pytest.mark.parametrize("name", sorted(shipped()))
def test_each_command_works_on_each_copy_of_each_game(name: str, viewer: Viewer, tmp_path: Path) -> None:
    played, n, seat = ended(name)
    file = tmp_path / "game.ndjson"
    file.write_bytes(played.record(viewer))
    for command, more in ASKED.items():
        place = tmp_path if command == "list" else file
        first = (command, "list", str(place)) if command == "note" else (command, str(place))
        result = CliRunner().invoke(main, [*first, *[word.format(n=n, seat=seat, file=file) for word in more]])
        reason = REFUSED.get((command, str(viewer)))
        if reason is None:
            assert (command, result.exit_code) == (command, 0), result.output
            assert result.stdout or command == "note", command
        else:
            assert (command, result.exit_code, result.stdout) == (command, 2, "")
            assert reason in result.stderr
            assert result.stderr.count("\n") == 1
