"""Golden records stay what they are; `pytest --golden` writes them anew, and the difference is reviewed."""

from __future__ import annotations

import pytest

from domain import games
from domain.audit.checks import verify_bytes
from tests.golden.plays import Play, plays, record, transcript, views

PLAYS = plays()


@pytest.mark.parametrize("play", PLAYS, ids=[f"{play.game}-{play.name}" for play in PLAYS])
def test_a_golden_game_is_played_recorded_seen_and_told_as_before(play: Play, request: pytest.FixtureRequest) -> None:
    text = record(play)
    made = {"ndjson": text, "views.txt": views(text).encode(), "log.txt": transcript(text).encode()}
    if request.config.getoption("--golden"):
        play.file("ndjson").parent.mkdir(exist_ok=True)
        for ending, content in made.items():
            play.file(ending).write_bytes(content)
    for ending, content in made.items():
        assert play.file(ending).read_bytes() == content, f"{play.name}.{ending} differs: see CONTRIBUTING.md"


@pytest.mark.parametrize("play", PLAYS, ids=[f"{play.game}-{play.name}" for play in PLAYS])
def test_a_stored_golden_record_verifies(play: Play) -> None:
    checks = verify_bytes(play.file("ndjson").read_bytes()).checks
    assert {check.number: check.status for check in checks if check.status != "passed"} == {13: "not possible"}


def test_every_game_of_the_folder_has_golden_records() -> None:
    from tests.golden.plays import GAMES

    assert all((GAMES / name / "golden.json").exists() for name in games.names() if (GAMES / name).is_dir())
    assert {play.game for play in PLAYS} >= {
        name for name in games.names() if games.game(name).package.startswith("domain.")
    }
