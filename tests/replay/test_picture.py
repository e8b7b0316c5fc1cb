"""`replay picture`: a board as SVG and as PNG, for a viewer, and what it says where there is nothing to draw."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replay import raster
from replay.cli import main

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = GOLDEN / "chanic_panic" / "turns_and_an_attack.ndjson"


def drawn(*options: str, record: Path = RECORD) -> Result:
    return CliRunner().invoke(main, ["picture", str(record), *options])


def test_svg_goes_to_the_standard_output() -> None:
    result = drawn("--at", "12", "--viewer", "seat:0", "--name", "0=Ann", "--size", "page", "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="768" ')
    assert "entry 12 of" in result.stdout
    assert "as Ann saw it" in result.stdout


def test_seats_without_a_name_count_from_1_as_people_do() -> None:
    picture = drawn("--at", "12", "--viewer", "seat:0", "--lang", "en").stdout
    assert "as Seat 1 saw it" in picture
    assert "Seat 2" in picture
    assert "Seat 0" not in picture


def test_words_are_those_of_the_language_asked_for() -> None:
    japanese = drawn("--at", "12", "--viewer", "seat:0", "--lang", "ja").stdout
    assert 'xml:lang="ja"' in japanese
    assert "手札" in japanese
    assert "あなた" in japanese


@pytest.mark.parametrize("play", ["fightdrome/epic", "panzer_clash/decks_hands_and_first_turns"])
@pytest.mark.parametrize("viewer", ["seat:0", "seat:1", "spectator"])
def test_a_picture_is_that_of_the_viewer_s_own_copy(play: str, viewer: str, tmp_path: Path) -> None:
    """Law A in bytes: with all cards at hand nothing else is drawn than from the copy in which they are hidden."""
    record, own = GOLDEN / f"{play}.ndjson", tmp_path / "own.ndjson"
    CliRunner().invoke(main, ["redact", str(record), "--viewer", viewer, "--out", str(own)])
    for at in ("9", "16", "22"):
        seen = drawn("--at", at, "--viewer", viewer, record=record).stdout
        assert seen.startswith("<svg")
        assert seen == drawn("--at", at, "--viewer", viewer, record=own).stdout
        assert seen != drawn("--at", at, "--viewer", "all", record=record).stdout


def test_themes_and_widths_differ() -> None:
    pictures = [drawn("--theme", theme, "--size", size).stdout for theme, size in (("dark", "400"), ("print", "phone"))]
    assert 'width="400"' in pictures[0]
    assert 'width="360"' in pictures[1]
    assert 'fill="#0c231a"' in pictures[0]
    assert 'fill="#ffffff"' in pictures[1]


def test_a_png_is_so_many_times_its_size(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    result = drawn("--out", str(out), "--size", "phone", "--scale", "1.5")
    if "no font" in result.stderr:
        pytest.skip("this machine has no fonts")  # and says so: see below
    assert result.exit_code == 0, result.stderr
    content = out.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", content[16:20]) == (540,)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--at", "1"), "at 1 the game has not begun: there is no board to draw"),
        (("--out", "board.gif"), "board.gif: a picture is written as .svg or .png"),
        (("--size", "tiny"), "a size is phone, page, wide, or 320 to 2400 px"),
        (("--size", "319"), "a size is phone, page, wide, or 320 to 2400 px"),
        (("--scale", "9"), "9.0 is not in the range"),
        (("--scale", "nan", "--out", "board.png"), "nan is no number of times"),
        (("--scale", "3", "--out", "board.svg"), "--scale is of a PNG"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(options: tuple[str, ...], said: str) -> None:
    result = drawn(*options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_table_too_long_for_any_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drawing.board.LONGEST", 100)
    result = drawn()
    assert result.exit_code == 2
    assert "px high: choose a larger --size" in result.stderr


def test_without_resvg_a_png_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    result = drawn("--out", "board.png")
    assert result.exit_code == 2
    assert "pip install 'matchledger[pictures]'" in result.stderr


@pytest.mark.parametrize(("lang", "letter"), [("en", "a"), ("ja", "あ")])
def test_without_fonts_a_png_is_refused_rather_than_empty(
    monkeypatch: pytest.MonkeyPatch, lang: str, letter: str
) -> None:
    """resvg leaves out letters that no font has, and says nothing."""
    monkeypatch.setattr(raster, "_writes", lambda probe: probe != letter)
    result = drawn("--out", "board.png", "--lang", lang)
    assert result.exit_code == 2
    said = {"en": f"no font for letters such as {letter!r}", "ja": f"{letter!r}などの文字のフォントがありません"}
    assert said[lang] in result.stderr
