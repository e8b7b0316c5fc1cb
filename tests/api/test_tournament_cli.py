"""`matchledger tournament`: whole tournaments as files, and their checker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.program.cli import main
from api.program.tournament_games import places_of
from domain import games
from domain.games import Title
from domain.table.seating import Opening
from domain.table.simulation import simulate
from domain.tournament.log.entries import ResultCounted, RoundPaired, SwissSaid
from domain.tournament.log.lines import read
from tests.tournament.test_log import running

BEGINS = ("first_seat", "first_player", "start_player")  # how the draws are called


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *arguments])


def simulated(out: Path, *more: str, form: str = "swiss", game: str = "fightdrome", players: str = "8") -> Path:
    said = ["--game", game, "--format", form, "--players", players, "--seed", "07", "--out", str(out), *more]
    result = run("simulate", *said)
    assert result.exit_code == 0, result.output
    return out


@pytest.mark.parametrize("form", ["swiss", "round_robin", "single_elimination", "double_elimination"])
def test_a_simulated_tournament_checks(tmp_path: Path, form: str) -> None:
    record = simulated(tmp_path / "record.ndjson", "--drawn", "--troubles", form=form)
    result = run("check", str(record))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "✓ 6 draws"


def test_a_round_robin_may_have_groups_a_cut_and_matches(tmp_path: Path) -> None:
    more = ("--drawn", "--groups", "2", "--cut", "2", "--best-of", "3")
    record = simulated(tmp_path / "g", *more, form="round_robin", players="6")
    assert run("check", str(record)).exit_code == 0
    kinds = [line.entry.__struct_config__.tag for line in read(record.read_bytes().splitlines())]
    assert {"cut_made", "prizes_given"} <= set(kinds)
    refused = run("simulate", "--game", "fightdrome", "--format", "swiss", *more[1:3], "--players", "6", "--seed", "07")
    assert refused.exit_code == 2


def test_pods_are_of_the_seats_that_are_asked_for(tmp_path: Path) -> None:
    record = simulated(tmp_path / "p", "--drawn", "--seats", "5", "--rounds", "2", form="pods", game="chanic_panic")
    assert run("check", str(record)).exit_code == 0
    counted = [line.entry for line in read(record.read_bytes().splitlines()) if isinstance(line.entry, ResultCounted)]
    assert [(entry.round, len(entry.places)) for entry in counted] == [(1, 4), (1, 4), (2, 4), (2, 4)]


@pytest.mark.long
def test_tables_are_whole_games_and_results_name_their_entries(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    record = simulated(tmp_path / "r", "--tables", str(folder), form="single_elimination", players="4")
    counted = [line.entry for line in read(record.read_bytes().splitlines()) if isinstance(line.entry, ResultCounted)]
    assert len(counted) == 3
    for entry in counted:
        assert entry.rests_on is not None
        lines = (folder / f"{entry.rests_on.table}.ndjson").read_text().splitlines()
        assert f'"hash":"{entry.rests_on.hash}"' in lines[entry.rests_on.n]  # the header comes before entry 1
        assert '"kind":"result_confirmed"' in lines[entry.rests_on.n]
    again = simulated(tmp_path / "again", form="single_elimination", players="4")
    assert again.read_bytes() == record.read_bytes()


def test_one_changed_byte_is_found_and_told(tmp_path: Path) -> None:
    record = simulated(tmp_path / "record.ndjson", "--drawn")
    record.write_bytes(record.read_bytes().replace(b'"places":[1,2]', b'"places":[2,1]', 1))
    result = run("check", str(record))
    assert result.exit_code == 1
    assert "✗ 3 chain: " in result.output
    assert "– 4 pairings: an earlier check failed" in result.output


def test_what_is_no_such_record_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("{}\n")
    assert run("check", str(tmp_path / "x")).exit_code == 2
    assert run("check", str(tmp_path / "missing")).exit_code == 2
    assert "missing" in run("check", str(tmp_path / "missing")).output


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--game", "chess", "--format", "swiss", "--players", "4"], "chess"),
        (["--game", "fightdrome", "--format", "pods", "--players", "8"], "not played by 3"),
        (["--game", "fightdrome", "--format", "round_robin", "--players", "4", "--rounds", "3"], "only swiss and pods"),
    ],
)
def test_what_cannot_be_simulated_is_told(tmp_path: Path, more: list[str], said: str) -> None:
    result = run("simulate", *more, "--drawn", "--seed", "00", "--out", str(tmp_path / "x"))
    assert (result.exit_code, said in result.output) == (2, True)


def test_a_file_is_no_folder_for_tables(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    said = ["--game", "fightdrome", "--format", "swiss", "--players", "4", "--drawn", "--seed", "00"]
    result = run("simulate", *said, "--out", str(tmp_path / "x"), "--tables", str(tmp_path / "file" / "inside"))
    assert result.exit_code != 0
    assert "inside" in result.output
    assert "Traceback" not in result.output


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    said = ["--game", "fightdrome", "--format", "swiss", "--players", "4", "--drawn", "--seed", "00"]
    assert run("simulate", *said, "--out", str(tmp_path)).exit_code != 0


@pytest.mark.parametrize("name", ["fightdrome", "panzer_clash", "panic_clan_inviter", "chanic_panic"])
def test_the_pairings_first_player_begins(name: str) -> None:
    """No game that would draw who begins does so with the options that it names for that."""
    title = games.game(name)
    assert any(purpose in drawn(title, {}) for purpose in BEGINS)
    assert not any(purpose in drawn(title, title.rules.first_seat_begins) for purpose in BEGINS)


def drawn(title: Title, options: Mapping[str, Any]) -> set[str]:
    """Return what the draws of the begin of a game were for."""
    opening = Opening(seats=2, options=dict(options))
    played = simulate(title.rules, opening, title.bots, ["sensible"] * 2, seed=b"x", most_actions=20)
    found = [draw["label"] for entry in played.entries for draw in json.loads(entry.public).get("draws", ())]
    return {label.split("/", 2)[2] for label in found}


def test_everybody_ties_at_a_table_that_was_abandoned() -> None:
    title = games.game("fightdrome")
    played = simulate(title.rules, Opening(seats=2), title.bots, ["random"] * 2, seed=b"x", most_actions=3)
    assert places_of(played, 2) == (1, 1)


def test_a_record_becomes_a_report_for_fides_programs(tmp_path: Path) -> None:
    """In both editions; what is wrong, pods and folders are told, and nothing is written."""
    record = simulated(tmp_path / "record.ndjson", "--drawn")
    for edition, has in (("trf26", "142 3"), ("trf16", "XXR 3")):
        out = tmp_path / edition
        result = run("report", str(record), "--out", str(out), "--format", edition)
        assert result.exit_code == 0, result.output
        text = out.read_bytes().decode()
        assert has in text.split("\r\n")
        assert text.count("\r\n001 ") == 8
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([*lines[:-2], lines[-1]]))
    refused = tmp_path / "refused"
    result = run("report", str(record), "--out", str(refused))
    assert result.exit_code == 1
    assert "✗ 2 order" in result.output
    pods = simulated(tmp_path / "pods.ndjson", "--drawn", form="pods", game="chanic_panic")
    result = run("report", str(pods), "--out", str(refused))
    assert "tables of two players" in result.output
    assert run("report", str(tmp_path / "none"), "--out", str(refused)).exit_code == 2
    assert not refused.exists()


def test_a_check_tells_the_organisers_own_pairings(tmp_path: Path) -> None:
    organiser = running(SwissSaid(rounds=1), 4)
    tables = (("p1", "p2"), ("p3", "p4"))
    organiser.tell(RoundPaired, 4_000, round=1, attempt=1, tables=tables, reason="they \x1b[1mcame together")
    (tmp_path / "own.ndjson").write_bytes(b"".join(line + b"\n" for line in organiser.lines))
    told = CliRunner().invoke(main, ["tournament", "check", str(tmp_path / "own.ndjson")])
    assert told.exit_code == 0, told.output
    assert told.output.splitlines()[-1].startswith("Round 1, attempt 1, by organiser: they ")
    assert "\x1b" not in told.output


@pytest.mark.long
@pytest.mark.parametrize("game", ["fightdrome", "panic_clan_inviter"])
def test_tables_that_are_dealt_the_same_are_played_by_bots_of_two_strengths(tmp_path: Path, game: str) -> None:
    """Alike they would play alike, and every comparison would be a tie; each player keeps its bot at all tables."""
    said = ["--same-deal", "--tables", str(tmp_path / "tables"), "--rounds", "3"]
    record = simulated(tmp_path / "record.ndjson", *said, game=game)
    entries = [line.entry for line in read(record.read_bytes().splitlines())]
    results = [entry for entry in entries if isinstance(entry, ResultCounted)]
    by_round = [{entry.places for entry in results if entry.round == number} for number in (1, 2, 3)]
    assert max(len(places) for places in by_round) > 1
    bots: dict[str, set[str]] = {}
    for path in (tmp_path / "tables").iterdir():
        for text in path.read_bytes().splitlines()[1:]:
            entry = json.loads(text)["entry"]
            if entry["kind"] == "seat_taken":
                bots.setdefault(entry["player"], set()).add(entry["bot"])
    assert {len(names) for names in bots.values()} == {1}
    assert set().union(*bots.values()) == {"random", "sensible"}
    again = simulated(tmp_path / "again.ndjson", *said, game=game)
    assert again.read_bytes() == record.read_bytes()
