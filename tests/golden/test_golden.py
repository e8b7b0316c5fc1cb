"""Golden plays give what they always gave; `pytest --golden` writes it anew, and the difference is reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.audit.checks import verify_bytes
from domain.record.canonical import sha256
from tests.audit.tables import went_back
from tests.golden.__main__ import main
from tests.golden.converting import NotAPlayError, play_from
from tests.golden.playing import record
from tests.golden.telling import digests, transcript
from tests.golden.written import Move, Play, line_of, move_from, plays, read, text_of
from tests.published.files import published

PLAYS = plays()
EACH = pytest.mark.parametrize("play", PLAYS, ids=str)
PROVED = {13: "not possible"}  # nobody signs yet
RIGGED = {**PROVED, 6: "not possible", 7: "not possible"}  # secrets that stay closed: no draw is made again


@pytest.mark.no_cover
@EACH
def test_a_golden_play_is_recorded_seen_and_told_as_before(play: Play, request: pytest.FixtureRequest) -> None:
    text = record(play)
    made = {"ndjson": text, "views.txt": digests(text).encode(), "log.txt": transcript(text).encode()}
    if request.config.getoption("--golden"):
        play.file("ndjson").parent.mkdir(exist_ok=True)
        for ending, content in made.items():
            play.file(ending).write_bytes(content)
    for ending, content in made.items():
        assert play.file(ending).read_bytes() == content, f"{play.name}.{ending} differs: see CONTRIBUTING.md"


@EACH
def test_a_stored_golden_record_verifies(play: Play) -> None:
    checks = verify_bytes(play.file("ndjson").read_bytes()).checks
    assert {check.number: check.status for check in checks if check.status != "passed"} == (
        RIGGED if play.orders else PROVED
    )


@pytest.mark.parametrize("play", [play for play in PLAYS if not play.orders], ids=str)
def test_a_record_becomes_the_play_that_gave_it(play: Play, tmp_path: Path) -> None:
    file = tmp_path / f"{play.name}.toml"
    file.write_text(text_of(play_from(play.file("ndjson").read_bytes(), name=play.name, about=play.about)))
    assert read(play.game, file) == play


def test_no_play_is_made_of_a_record_that_moves_do_not_give_again() -> None:
    """A rewind; secrets that stay closed."""
    rigged = next(play for play in PLAYS if play.orders)
    for text, why in ((went_back().record(), "a rewind"), (rigged.file("ndjson").read_bytes(), "not open")):
        with pytest.raises(NotAPlayError, match=why):
            play_from(text, name="x", about="x")


def test_the_views_of_a_play_are_written_out_and_compared(tmp_path: Path) -> None:
    """`render` is what `views` runs for either side."""
    name = f"{PLAYS[0].game}/{PLAYS[0].name}"
    assert CliRunner().invoke(main, ["render", str(tmp_path), name]).exit_code == 0
    shown = {file.stem: file.read_bytes() for file in (tmp_path / name).iterdir()}
    kept = dict(line.split() for line in PLAYS[0].file("views.txt").read_text().splitlines())
    assert {viewer.replace(":", "_"): digest for viewer, digest in kept.items()} == {
        viewer: sha256(text).hex() for viewer, text in shown.items()
    }


def test_nothing_is_kept_that_no_play_gives() -> None:
    kept = {file for folder in {play.file("x").parent for play in PLAYS} for file in folder.iterdir()}
    assert kept == {play.file(ending) for play in PLAYS for ending in ("ndjson", "views.txt", "log.txt")}


@pytest.mark.parametrize("name", published())
def test_every_published_game_has_golden_plays(name: str) -> None:
    """Whole games, and worked examples of its specification."""
    mine = [play for play in PLAYS if play.game == name]
    assert any(not play.examples for play in mine)
    assert any(play.examples for play in mine)


@pytest.mark.parametrize(
    "line",
    [
        "0 end_turn",
        '+20 1 play_club {"card": "C4"}',
        "+60000 clock 1",
        '0 play_utility {"card": "S3"} -> spades_too_early',
    ],
)
def test_a_move_is_read_as_it_is_written(line: str) -> None:
    assert line_of(move_from(line)) == line


def test_a_pause_of_a_second_goes_without_saying() -> None:
    assert move_from("+1000 0 end_turn") == Move(0, "end_turn", {}) == move_from("0 end_turn")


@pytest.mark.parametrize(
    "line", ["end_turn", "0", "clock", "clock 0 end_turn", "0 end_turn {", "+x 0 end_turn", "0 a b"]
)
def test_what_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no move"):
        move_from(line)
