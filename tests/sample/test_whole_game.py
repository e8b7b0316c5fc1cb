"""The sample goes through the whole house: over HTTP, through `replay`, before every verifier."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.kernel.seats import every_viewer
from replay.cli import main
from tests.api.world import DUEL, Opened, World
from tests.standalone.verifiers import complaints, copies, sound

SEATS = 2
VIEWERS = [str(viewer) for viewer in every_viewer(SEATS)]


def play(table: Opened) -> None:
    """Play to the end by what is offered, seat 0 first, so that seat 1 always answers a sealed card."""
    for turn in range(100):
        seat = turn % SEATS
        asked = table.get("/actions?expand=true", seat=seat)
        if not asked.json["offers"]:
            return
        card = asked.json["offers"][0]["fields"]["card"]["values"][0]
        table.act(seat, "lay", card=card)
    raise AssertionError("the game does not end")


@pytest.fixture(scope="module")
def world() -> World:
    return World()


@pytest.fixture(scope="module")
def table(world: World) -> Opened:
    """A table that was played to its end over HTTP."""
    opened = Opened(world, world.post("/tables", {"game": "undercut", "seats": DUEL, "options": {"hand": 4}}).json)
    play(opened)
    return opened


@pytest.fixture(scope="module")
def record(table: Opened, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its full record, as anyone may take it once its secrets are open."""
    answer = table.get("/record", headers={"Accept": "application/x-ndjson"})
    assert answer.status_code == 200
    file = tmp_path_factory.mktemp("sample") / "undercut.ndjson"
    file.write_bytes(answer.data)
    return file


def run(*arguments: str) -> Result:
    """Run `replay` in this process."""
    return CliRunner().invoke(main, arguments)


def test_the_game_is_listed_with_what_it_is_played_with(world: World) -> None:
    shape = world.get("/games/undercut").json
    assert shape["title"] == "Undercut"
    assert [command["tag"] for command in shape["commands"]] == ["concede", "lay"]
    assert shape["bots"] == ["random", "sensible"]


def test_every_refusal_reaches_the_caller_with_its_code(world: World) -> None:
    bad = world.post("/tables", {"game": "undercut", "seats": DUEL, "options": {"hand": 9}})
    assert (bad.status_code, bad.json["code"]) == (422, "bad_options")
    table = Opened(world, world.post("/tables", {"game": "undercut", "seats": DUEL}).json)
    assert table.refused(0, "lay", card="7") == "card_not_in_hand"
    hand = table.get("/view", seat=0).json["view"]["hands"][0]
    table.act(0, "lay", card=hand[0])
    assert table.refused(0, "lay", card=hand[1]) == "already_laid"
    table.act(1, "concede")
    assert table.refused(0, "lay", card=hand[1]) == "game_over"


def test_a_laid_card_is_hidden_from_the_other_until_both_lie(world: World) -> None:
    table = Opened(world, world.post("/tables", {"game": "undercut", "seats": DUEL}).json)
    card = table.get("/view", seat=0).json["view"]["hands"][0][0]
    table.act(0, "lay", card=card)
    assert table.get("/view", seat=0).json["view"]["laid"] == [card, None]
    for viewer in (1, None):
        assert table.get("/view", seat=viewer).json["view"]["laid"] == ["?", None]
    other = table.get("/view", seat=1).json["view"]["hands"][1][0]
    table.act(1, "lay", card=other)
    assert table.get("/view").json["view"]["turned"] == [card, other]


def test_the_result_is_that_of_the_points(table: Opened) -> None:
    outcome = table.get("/result").json["outcome"]
    assert outcome["ended_by"] == "play"
    first, second = outcome["points"]
    winners = [0, 1] if first == second else [0] if first > second else [1]
    assert outcome["places"][0]["seats"] == winners


def test_the_service_finds_nothing_wrong(table: Opened) -> None:
    checks = table.get("/verification").json["checks"]
    assert "failed" not in {check["status"] for check in checks}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_replay_shows_tells_and_verifies_every_copy(record: Path, viewer: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.ndjson"
    cut = run("redact", str(record), "--viewer", viewer, "--out", str(copy))
    assert cut.exit_code == 0, cut.output
    for at in ([], ["--at", "5"]):
        shown = run("show", str(copy), *at)
        assert shown.exit_code == 0, shown.output
        assert "── Seat 0" in shown.output
    told = run("log", str(copy))
    assert "are turned up. It stands" in told.output
    assert ("lays a card face down" in told.output) is (viewer != "all")
    assert run("verify", str(copy)).exit_code == 0


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_verifier_accepts_every_copy(record: Path, viewer: str) -> None:
    assert sound(copies(record.read_bytes(), SEATS)[viewer])


def test_every_verifier_finds_a_changed_byte(record: Path) -> None:
    text = record.read_bytes()
    at = text.index(b'"at":') + len(b'"at":') + 6
    digit = b"1" if text[at : at + 1] != b"1" else b"2"
    assert all(complaints(text[:at] + digit + text[at + 1 :]).values())
