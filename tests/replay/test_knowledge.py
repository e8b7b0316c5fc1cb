"""`replay knowledge`: in words and as JSON, of every game, from the copies that hold what the seat saw."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.games import shipped
from domain.kernel.seats import SPECTATOR, seat_viewer
from replay.cli import main
from tests.audit.tables import OTHERS_BEGUN, Played, duel, harbour
from tests.replay.records import RECORD


def knowledge(*asked: object) -> Result:
    return CliRunner().invoke(main, ["knowledge", *map(str, asked)])


def test_json_and_text_tell_the_same() -> None:
    asked = (RECORD, "--seat", 0, "--at", 20)
    document = json.loads(knowledge(*asked, "--json").stdout)
    text = knowledge(*asked).stdout
    for place in document["places"]:
        assert f"{place['place']}: {place['cards']} card" in text
    assert {item["address"] for item in document["learnt"]} <= {
        line.strip().split("  ")[0] for line in text.splitlines()
    }
    assert "できごとごとに" in knowledge(*asked, "--lang", "ja").stdout


def test_a_seat_whose_sight_the_copy_does_not_hold_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for viewer, seat, said in (
        (seat_viewer(0), 1, "it does not hold what seat 1 saw"),
        (SPECTATOR, 0, "it does not hold what seat 0 saw"),
        (seat_viewer(0), 2, "the table has seats 0 to 1"),
    ):
        copy.write_bytes(duel().record(viewer))
        result = knowledge(copy, "--seat", seat)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr
    copy.write_bytes(harbour().record())
    assert "does not say where its cards lie" in knowledge(copy, "--seat", 0).stderr


TOLD = [duel, *[table for table in OTHERS_BEGUN if table.__name__ in shipped()]]


@pytest.mark.parametrize("table", TOLD, ids=lambda table: table.__name__)
def test_every_game_tells_the_same_of_the_full_record_and_of_the_seats_own(table: object, tmp_path: Path) -> None:
    assert callable(table)
    played = table()
    assert isinstance(played, Played)
    full, own = tmp_path / "full", tmp_path / "own"
    full.write_bytes(played.record())
    own.write_bytes(played.record(seat_viewer(1)))
    told = knowledge(full, "--seat", 1)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout == knowledge(own, "--seat", 1).stdout
    assert "_" not in told.stdout.partition("\n\n")[2]
