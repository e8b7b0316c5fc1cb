"""What the commands print, kept as text files that were read by eye; `pytest --golden` writes them anew."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from replay.cli import main
from replay.commands import verify
from replay.interpreter import Interpreter
from tests.replay.records import RECORD, SCREENS, played

SEAT = ("--viewer", "seat:0", "--name", "0=Anna", "--name", "1=Ben", "--name", "2=Cleo")
COMMANDS = {
    "show_open": ("show", "--at", "3"),
    "show_own_turn": ("show", "--at", "26", *SEAT),
    "show_80": ("show", "--at", "26", "--columns", "80", *SEAT),
    "show_fact": ("show", "--at", "26.1", *SEAT),
    "show_spectator": ("show", "--viewer", "spectator"),
    "show_json": ("show", "--at", "26", "--json", *SEAT),
    "log_seat": ("log", *SEAT),
    "log_spectator": ("log", "--from", "20", "--to", "26", "--viewer", "spectator"),
    "log_json": ("log", "--from", "1", "--to", "6", "--json", *SEAT),
    "diff": ("diff", "--at", "15", *SEAT),
    "diff_fact": ("diff", "--at", "15.1", *SEAT),
    "diff_deal": ("diff", "--at", "5", "--viewer", "spectator"),
    "diff_json": ("diff", "--at", "15", "--json", *SEAT),
    "diff_nothing": ("diff", "--at", "2", *SEAT),
    "stats": ("stats", "--name", "0=Anna"),
    "verify": ("verify",),
    "verify_json": ("verify", "--json"),
    "export_text": ("export", "--format", "text", *SEAT),
    "show_ja": ("show", "--at", "26", "--lang", "ja", *SEAT),
    "log_ja": ("log", "--from", "1", "--to", "9", "--lang", "ja_JP", "--viewer", "seat:0"),
    "diff_ja": ("diff", "--at", "15", "--lang", "ja", "--viewer", "seat:0"),
    "stats_ja": ("stats", "--lang", "ja"),
    "export_csv": ("export", "--format", "csv", "--viewer", "spectator"),
}


@pytest.fixture(scope="module", autouse=True)
def record(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--golden"):
        RECORD.write_bytes(played().record())
        SCREENS.mkdir(exist_ok=True)


@pytest.fixture(autouse=True)
def _python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Python prints the same."""
    python = Interpreter(
        version="3.11.7",
        implementation="CPython",
        build="main May  9 2026 07:35:25",
        compiler="GCC 12.2.0",
        flags="-O3",
        pgo=True,
        lto=None,
        debug=False,
    )
    monkeypatch.setattr(verify, "interpreter", lambda: python)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_what_was_reviewed(name: str, request: pytest.FixtureRequest) -> None:
    command, *options = COMMANDS[name]
    result = CliRunner().invoke(main, [command, str(RECORD), *options])
    assert (result.exit_code, result.stderr) == (0, "")
    screen = SCREENS / f"{name}.txt"
    if request.config.getoption("--golden"):
        screen.write_text(result.stdout, encoding="utf-8")
    assert result.stdout == screen.read_text(encoding="utf-8")


@pytest.mark.long
def test_no_line_of_a_board_is_wider_than_asked() -> None:
    from wcwidth import wcswidth

    for columns in (40, 60, 80, 100, 160):
        for at in range(1, 40):
            asked = ["show", str(RECORD), "--at", str(at), "--columns", str(columns)]
            lines = CliRunner().invoke(main, asked).stdout.splitlines()
            assert lines
            assert max(map(wcswidth, lines)) <= columns
