"""`replay` tells of a table that was stopped: in the log, on the board, as a picture, in figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.kernel.seats import SPECTATOR, Viewer, seat_viewer
from replay.cli import main
from tests.audit.tables import stopped

STOPPED = "The play is stopped: nobody acts, and no clock runs."


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return the path of a seat's copy."""
    return written(tmp_path, seat_viewer(0))


def written(folder: Path, viewer: Viewer) -> str:
    """Write a viewer's copy into a folder."""
    path = folder / f"{viewer}.ndjson"
    path.write_bytes(stopped().record(viewer))
    return str(path)


def said(*arguments: str) -> str:
    """Return what a command prints; it succeeds."""
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == 0, done.output
    return str(done.output)


def entries(kind: str) -> list[int]:
    """Return the numbers of the entries of a kind."""
    return [sealed.n for sealed in stopped().entries if sealed.kind == kind]


def test_the_log_says_who_stopped_the_play_and_for_what(record: str) -> None:
    log = said("log", record)
    for sentence in (
        "Seat 1 stops the play for the case c7: a dispute.",
        "The play is still stopped for something else.",
        "The operator lets the play go on.",
        "Operator k sets what is left of Seat 0's time to 5:00: compensation.",
    ):
        assert sentence in log


def test_the_board_says_that_nobody_acts_until_the_play_goes_on(record: str, tmp_path: Path) -> None:
    spectators = written(tmp_path, SPECTATOR)
    for path in (record, spectators):
        assert STOPPED in said("show", path, "--at", str(entries("paused")[-1]))
        assert STOPPED not in said("show", path, "--at", str(entries("resumed")[-1]))
        assert STOPPED not in said("show", path, "--at", str(entries("case_opened")[0] - 1))
    assert "進行は止まっています" in said("show", record, "--at", str(entries("paused")[-1]), "--lang", "ja")


def test_a_picture_of_it_says_so_too(record: str, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    said("picture", record, "--at", str(entries("paused")[-1]), "--out", str(out))
    words = out.read_text("utf-8")
    assert "stopped" in words


def test_time_that_stood_is_no_thinking_time() -> None:
    """Each of the two has thought for minutes at most; the table stood for 50 minutes."""
    codec = stopped().table.codec
    used = [getattr(codec.public(sealed.public), "used_ms", 0) for sealed in stopped().entries]
    assert max(used) < 10_000
