"""`replay report`: which moment, where it is written, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replay.cli import main
from tests.audit.tables import worded
from tests.dossier.documents import Document


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.ndjson"
    file.write_bytes(worded().record())
    return file


def run(game: Path, *asked: str, out: str = "report.html") -> Result:
    return CliRunner().invoke(main, ["report", str(game), *asked, "--out", str(game.parent / out)])


def test_a_case_has_its_moment(game: Path) -> None:
    result = run(game, "--case", "c-9", "--name", "1=Ben")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "bytes written" in result.stderr
    found = Document((game.parent / "report.html").read_bytes())
    assert "Report on entry 5.0" in found.text
    assert "As Ben saw it" in found.text
    assert "As Seat 1 saw it" in found.text, "on a page seats count from 1"


def test_without_a_place_it_is_printed(game: Path) -> None:
    result = CliRunner().invoke(main, ["report", str(game), "--at", "7", "--lang", "ja"])
    assert result.exit_code == 0
    assert "記録7についての報告書" in Document(result.stdout.encode()).text


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ((), "which moment? --at N names an entry"),
        (("--case", "c-0"), "the record has no case c-0"),
        (("--at", "7", "--case", "c-0"), "the record has no case c-0"),
        (("--at", "700"), "the record has entries 1 to"),
        (("--at", "x"), "is no address"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(game: Path, asked: tuple[str, ...], why: str) -> None:
    result = run(game, *asked)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr
    assert not (game.parent / "report.html").exists()
