"""Results of tournaments whose tables a service opens are compared with the records of those tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.games import game
from domain.record.canonical import b64
from domain.record.entries import OfTournament
from domain.record.keys import Secrets
from domain.table import simulation
from domain.table.seating import Opening, Sitting, abandon, leave_seat, open_table, take_seat
from domain.table.simulation import InPlay
from domain.tournament.log.check import Checked
from domain.tournament.log.draws import table_id
from domain.tournament.log.entries import (
    Counted,
    DrawOffered,
    PlayerRegistered,
    ResultCorrected,
    ResultCounted,
    SwissSaid,
    TablesSaid,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.rulings import standing_rulings
from replay.tournaments import resting
from replay.tournaments.reading import followed
from replay.tournaments.resting import check_tables
from tests.tournament.test_log import NO_ENTROPY, opened

CUP, RULES = "open-2026", game("fightdrome").rules
ID = table_id(CUP, 1, 1)
HERE = OfTournament(id=CUP, round=1, pairing=1)


def playing(players: tuple[str, ...] = ("sim-0", "sim-1")) -> Organiser:
    """Return a tournament of two in its only round, whose table a service opens."""
    organiser = opened(SwissSaid(rounds=1), tables=TablesSaid(), draw_by_agreement="any_time")
    for player in players:
        organiser.tell(PlayerRegistered, 2_000, player=player, entropy=NO_ENTROPY)
    organiser.start(3_000)
    organiser.pair(4_000)
    organiser.start_round(4_000)
    return organiser


SEATED = playing().book.rounds[0].tables[0]


def compared(organiser: Organiser, folder: Path) -> Checked:
    return check_tables(followed(b"\n".join(organiser.lines) + b"\n"), str(folder))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder of a table that was played to its end, and what a result says of it."""
    folder = tmp_path_factory.mktemp("tables")
    return folder, _simulated(folder, HERE)


def _simulated(folder: Path, here: OfTournament | None) -> dict[str, Any]:
    """Play the table of the first round under its own id; return what a result says of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "_id", lambda *_: ID)
        ended = simulation.simulate(
            RULES, Opening(seats=2, tournament=here), game("fightdrome").bots, ["random"] * 2, seed=b"a table"
        )
    (folder / "table.ndjson").write_bytes(b"".join(line + b"\n" for line in ended.lines()))
    finished = ended.table.book.finished
    assert finished is not None
    places = {seat: group.place for group in finished.outcome.places for seat in group.seats}
    last = next(entry for entry in ended.entries if entry.kind == "result_confirmed")
    rests_on = Counted(table=ID, n=last.n, hash=b64(last.hash), kind="result_confirmed")
    return {"round": 1, "table": 1, "places": (places[0], places[1]), "rests_on": rests_on}


@pytest.mark.long
def test_the_record_of_the_tables_is_the_one_of_its_place(played: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    """A casual game under the same id proves nothing, nor does a result without its table, nor a record cut short."""
    folder, said = played
    organiser = playing(SEATED[::-1]) if SEATED != ("sim-0", "sim-1") else playing()
    assert organiser.book.rounds[0].tables == (("sim-0", "sim-1"),)
    organiser.tell(ResultCounted, 5_000, **said)
    assert compared(organiser, folder) == (7, "tables", "passed", None, "")
    text = (folder / "table.ndjson").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.ndjson").write_bytes(b"".join(text[: said["rests_on"].n]))
    assert "its record ends before entry" in compared(organiser, tmp_path).why
    (tmp_path / "cut.ndjson").unlink()
    casual = _simulated(tmp_path, None)
    other = playing(SEATED[::-1]) if SEATED != ("sim-0", "sim-1") else playing()
    other.tell(ResultCounted, 5_000, **casual)
    assert "it is no table of a tournament" in compared(other, tmp_path).why


@pytest.mark.long
def test_an_agreed_draw_that_was_played_to_its_end_is_none(played: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    organiser = playing()
    for player in SEATED:
        organiser.tell(DrawOffered, 5_000, player=player, round=1, table=1)
    organiser.tell(ResultCounted, 6_000, round=1, table=1, places=(1, 1), agreed=True)
    assert "it was played to its end" in compared(organiser, played[0]).why
    assert compared(organiser, tmp_path) == (7, "tables", "not_possible", None, "no result names a table")


def _given_up(folder: Path, *, leaves: bool) -> Counted:
    """Give up a table to which one player has come, and perhaps left again; return what a result rests on."""
    secrets = Secrets(bytes(32), bytes(32))
    play = InPlay(
        open_table(RULES, Opening(seats=2, tournament=HERE), table=ID, secrets=secrets, at=1, by=simulation.BY)
    )
    sitting = Sitting(player=SEATED[0], name_hash=NO_ENTROPY, entropy=bytes(32), bot=None)
    play.go(take_seat(play.table, 0, sitting, at=2, by=simulation.BY))
    if leaves:
        play.go(leave_seat(play.table, 0, at=2, by=simulation.BY))
    play.go(abandon(play.table, "no_show", at=3, by=simulation.BY))
    last = next(entry for entry in play.entries if entry.kind == "table_abandoned")
    lines = simulation.Simulation(play.table, tuple(play.entries)).lines()
    (folder / "table.ndjson").write_bytes(b"".join(line + b"\n" for line in lines))
    return Counted(table=ID, n=last.n, hash=b64(last.hash), kind="table_abandoned")


@pytest.mark.parametrize(("leaves", "places"), [(False, (1, 0)), (True, (0, 0))])
def test_who_did_not_come_follows_from_the_table(tmp_path: Path, leaves: bool, places: tuple[int, int]) -> None:
    rests_on = _given_up(tmp_path, leaves=leaves)
    for said, is_so in ((places, True), ((0, 1), False)):
        organiser = playing()
        organiser.tell(ResultCounted, 5_000, round=1, table=1, places=said, rests_on=rests_on)
        found = compared(organiser, tmp_path)
        assert (found.status == "passed") is is_so
        assert is_so or "who came there does not give these places" in found.why
    organiser = playing()
    organiser.tell(
        ResultCounted, 5_000, round=1, table=1, places=(0, 1), rests_on=rests_on, reason="he was let in late"
    )
    assert compared(organiser, tmp_path).status == "passed"


def test_how_many_results_name_no_table_is_told(tmp_path: Path) -> None:
    organiser = playing()
    rests_on = _given_up(tmp_path, leaves=False)
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(1, 0), rests_on=rests_on)
    organiser.tell(ResultCorrected, 6_000, round=1, table=1, places=(0, 0), reason="so be it")
    told = "1 of 2 results name no table; rulings against what the tables say: 1: round 1, table 1 (entry 8)"
    assert compared(organiser, tmp_path).why == told


def test_a_ruling_against_the_record_of_its_table_is_named(played: tuple[Path, dict[str, Any]]) -> None:
    """It is allowed, whether the table's result was counted before or not; one that says the same is not told."""
    folder, said = played
    other = tuple(reversed(said["places"]))
    for places, is_told in ((other, True), (said["places"], False)):
        organiser = playing()
        organiser.tell(ResultCounted, 5_000, **said)
        organiser.tell(ResultCorrected, 6_000, round=1, table=1, places=places, reason="so be it")
        found = compared(organiser, folder)
        assert (found.status, "rulings against what the tables say: 1: round 1, table 1" in found.why) == (
            "passed",
            is_told,
        )
    organiser = playing()
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=other, reason="so be it")
    entries = [step.entry for step in followed(b"\n".join(organiser.lines)).steps]
    assert [one.n for one in standing_rulings(entries)] == [7]
    results = followed(b"\n".join(organiser.lines) + b"\n")
    (ruling,) = standing_rulings(entries)
    text = next(path.read_bytes() for path in folder.iterdir())
    assert resting._ruled_otherwise(results, {ruling: ID}, {ID: text}) == (ruling,)
    assert resting._ruled_otherwise(results, {ruling: ID}, {}) == ()


@pytest.mark.long
def test_a_result_hides_no_table_that_says_its_place(played: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    """Where no service opened the tables; a ruling may stand against one, and is named."""
    folder, said = played
    other = tuple(reversed(said["places"]))
    for reason, expected in ((None, "failed"), ("so be it", "not_possible")):
        organiser = opened(SwissSaid(rounds=1))
        for player in ("sim-0", "sim-1"):
            organiser.tell(PlayerRegistered, 2_000, player=player, entropy=NO_ENTROPY)
        organiser.start(3_000)
        organiser.pair(4_000)
        organiser.start_round(4_000)
        organiser.tell(ResultCounted, 5_000, round=1, table=1, places=other, reason=reason)
        found = compared(organiser, folder)
        assert found.status == expected
        told = "and the one that is counted here names no table"
        ruled = "every result is a ruling; rulings against what the tables say: 1: round 1, table 1 (entry 7)"
        assert (told if reason is None else ruled) in found.why
        (tmp_path / "note.ndjson").write_bytes((folder / "table.ndjson").read_bytes().splitlines(keepends=True)[0])
        assert compared(organiser, tmp_path).status == "not_possible"
