"""What was written about cases, in `replay log`, `show`, `step` and `export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.lines import read, split
from replay.cli import main
from replay.notes.written import written_notes
from replay.reading.followed import followed_to_damage
from replay.stepped import Stepped
from tests.audit.tables import Played, worded, worded_so_far

RULING = "Nobody could see anything."


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.ndjson"
    file.write_bytes(worded_so_far().record())
    return file


def printed(*asked: object) -> str:
    result = CliRunner().invoke(main, list(map(str, asked)))
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_the_log_tells_them_below_their_entries(game: Path) -> None:
    log = " ".join(printed("log", game).split())
    assert "no rule was broken. Rules: R14. Measures: none. Arbiter b has written: Nobody could see anything." in log
    assert "to be read after the end: Seat 1 holds H7." in log
    spectators = printed("log", game, "--viewer", "spectator")
    assert "H7." not in spectators
    assert spectators.count("has written something") == 2


def test_the_board_of_their_entry_has_them_below(game: Path) -> None:
    ruling = next(entry.n for entry in worded_so_far().entries if entry.kind == "ruling_made")
    assert printed("show", game, "--at", ruling, "--columns", 100).rstrip().endswith("Seat 1 holds H7.")
    shown = json.loads(printed("show", game, "--at", ruling, "--json", "--viewer", "seat:0"))
    assert shown["texts"] == [
        {"part": "/text", "by": "arbiter:b", "text": RULING},
        {"part": "/sealed_text", "by": "arbiter:b", "text": None},
    ]
    assert "texts" not in json.loads(printed("show", game, "--at", 1, "--json"))


def test_both_exports_have_them(game: Path) -> None:
    entries = json.loads(printed("export", game, "--format", "json"))["entries"]
    assert [len(entry["texts"]) for entry in entries if "texts" in entry] == [1, 2]
    logged = [json.loads(line) for line in printed("log", game, "--json").splitlines()]
    assert [entry.get("texts") for entry in logged] == [entry.get("texts") for entry in entries]
    assert f"  > Arbiter b has written: {RULING[:-1]}" in printed("export", game, "--format", "markdown")


def test_a_screen_shows_them_among_the_notes_as_far_as_its_viewer_reads_them(game: Path) -> None:
    stepped = Stepped(str(game), followed_to_damage(str(game), None), Words())
    ruling = next(entry.n for entry in worded_so_far().entries if entry.kind == "ruling_made")
    said = stepped.notes(SPECTATOR)[ruling]
    assert [place for place, _ in said] == [Address(ruling)] * 2
    assert said[0][1] == f"Arbiter b has written: {RULING}"
    calls = {str(viewer): stepped.notes(viewer) for viewer in (seat_viewer(1), SPECTATOR)}
    assert "looked at my hand" in str(calls["seat:1"])
    assert "looked at my hand" not in str(calls["spectator"])


def test_a_page_has_them_among_its_notes_for_whoever_may_read_them() -> None:
    """While the game goes on a call is its author's, and words for later are the desk's; after the end everybody's."""

    def notes(played: Played, viewer: Viewer) -> list[tuple[str, str, str]]:
        found = written_notes(Timeline(read(split(played.record(viewer)))), viewer, Words(("Ada", "Ben")))
        return [(note.visibility, note.author, note.text) for note in found]

    said = ("open", "Arbiter b", RULING)
    (held,) = [note for note in notes(worded_so_far(), ARBITER) if "H7" in note[2]]
    assert held == ("all", "Arbiter b", "Seat 1 holds H7.")
    (call,) = [note for note in notes(worded_so_far(), seat_viewer(1)) if note != said]
    assert call[:2] == ("seat:1", "Ben")
    assert notes(worded_so_far(), ARBITER) == [said, call, held]
    for viewer in (SPECTATOR, seat_viewer(0)):
        assert notes(worded_so_far(), viewer) == [said]
    assert {note[0] for note in notes(worded(), SPECTATOR)} == {"open"}
    assert len(notes(worded(), SPECTATOR)) == 3


def test_a_packed_page_holds_no_text_that_its_viewer_may_not_read(game: Path) -> None:
    for viewer, may in (("all", True), ("seat:0", False)):
        page = printed("export", game, "--format", "html", "--viewer", viewer)
        assert (RULING in page, "Seat 1 holds H7." in page) == (True, may)
