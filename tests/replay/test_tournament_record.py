"""`replay verify`, `log`, `show` and `stats` read the record of a tournament too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from api.program.tournament_games import played_by_bots
from domain.games import game
from domain.tournament.log.entries import Counted, Entry, ResultCounted, RoundStarted, SwissSaid
from domain.tournament.log.simulation import Ended, Plan, simulate
from replay.cli import main
from replay.tournaments.reading import followed
from replay.tournaments.resting import check_tables, elsewhere, resting
from replay.tournaments.telling import TELLING
from tests.record.sample import full_play


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "open.ndjson"
    path.write_bytes(b"\n".join(simulate(Plan(SwissSaid(rounds=2), 4, b"seed")).lines) + b"\n")
    return path


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments])


def test_every_check_is_told(record: Path) -> None:
    result = verify(str(record))
    assert result.exit_code == 0
    names = ("format", "order", "chain", "pairings", "standings", "draws")
    assert result.output.splitlines() == [f"✓ {number} {name}" for number, name in enumerate(names, 1)]
    checks = msgspec.json.decode(verify(str(record), "--json").output)["checks"]
    assert [check["status"] for check in checks] == ["passed"] * 6


def test_among_other_records_it_is_told_in_one_line(record: Path, tmp_path: Path) -> None:
    (tmp_path / "table.ndjson").write_bytes(full_play().record())
    told = verify(str(tmp_path))
    assert (told.exit_code, told.output.splitlines()[0]) == (0, f"{record}: passed")
    lines = [msgspec.json.decode(line) for line in verify(str(tmp_path), "--json").output.splitlines()[:2]]
    assert [len(line["checks"]) for line in lines] == [6, 13]
    record.write_bytes(record.read_bytes().replace(b'"attempt":1', b'"attempt":2', 1))
    told = verify(str(tmp_path))
    assert told.exit_code == 1
    assert f"{record}: failed, order, entry " in told.output


def test_commands_that_need_a_table_say_what_reads_it(record: Path) -> None:
    for command in ("open", "picture"):
        told = replay(command, str(record))
        assert told.exit_code == 2
        assert "this is the record of a tournament" in told.output, command


def test_what_is_wrong_ends_with_exit_code_1(record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b'"attempt":1', b'"attempt":2', 1))
    result = verify(str(record))
    assert result.exit_code == 1
    assert "✗ 2 order: " in result.output


def test_heads_and_parents_are_of_tables(record: Path) -> None:
    result = verify(str(record), "--parent", str(record))
    assert result.exit_code == 2
    assert "records of tables" in result.output


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole tournament in which most things happen."""
    path = tmp_path_factory.mktemp("troubled") / "open.ndjson"
    path.write_bytes(b"\n".join(simulate(Plan(SwissSaid(rounds=7), 9, b"seed 49", troubles=True)).lines) + b"\n")
    return path


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_every_kind_of_entry_has_a_sentence_in_every_language(troubled: Path) -> None:
    assert TELLING.keys() == set(get_args(Entry))
    entries: list[dict[str, Any]] = []
    for lang in ("en", "ja"):
        lines = replay("log", str(troubled), "--lang", lang, "--json").output.splitlines()
        entries = [msgspec.json.decode(line) for line in lines]
        assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
        assert all(entry["sentences"] for entry in entries)
    kinds = {entry["kind"] for entry in entries}
    assert len(kinds) > 8


def test_the_log_says_who_sat_where_and_what_came_out(record: Path) -> None:
    result = replay("log", str(record), "--from", "6")
    assert result.exit_code == 0
    assert "The tournament starts with 4 players." in result.output
    assert "Round 1 is paired, attempt 1." in result.output
    assert "Table 1: " in result.output
    assert "The standings after round 2 are frozen." in result.output
    assert "registers" not in result.output
    assert replay("log", str(record), "--viewer", "seat:0").exit_code == 2
    assert replay("log", str(record), "--from", "99").exit_code == 2


def test_a_damaged_record_is_told_up_to_its_damage(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([*lines[:6], lines[7]]))
    told = replay("log", str(record)).output
    assert "registers" in told
    assert "entry 7 is numbered 8" in told
    record.write_bytes(b"".join([*lines[:6], b"{}\n"]))
    assert "line 7: " in replay("show", str(record)).output
    record.write_bytes(lines[0] + b'{"entry":1}\n')
    assert "line 2: " in replay("log", str(record)).output


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "after entry 1"),
        (7, "Round 1, paired and not begun"),
        (9, "Round 1\n"),
        (99, "there is no entry 99"),
        ("x", "is no entry of a tournament"),
    ],
)
def test_a_tournament_is_shown_as_it_was(record: Path, n: object, said: str) -> None:
    assert said in replay("show", str(record), "--at", str(n)).output


def test_at_the_end_the_frozen_standings_are_shown(troubled: Path) -> None:
    shown = msgspec.json.decode(replay("show", str(troubled), "--json").output)
    frozen = msgspec.json.decode(troubled.read_bytes().splitlines()[-3])["entry"]
    assert [row["player"] for row in shown["standings"]] == [row["player"] for row in frozen["rows"]]
    assert [row["place"] for row in shown["standings"]] == list(range(1, len(frozen["rows"]) + 1))
    assert f"Standings after {frozen['rounds']} whole rounds" in replay("show", str(troubled)).output


def test_the_figures_agree_with_the_record(troubled: Path) -> None:
    told = msgspec.json.decode(replay("stats", str(troubled), "--json").output)
    entries = [msgspec.json.decode(line)["entry"] for line in troubled.read_bytes().splitlines()]
    assert told["entries"] == len(entries)
    counted = sum(entry["kind"] == "result_counted" for entry in entries)
    assert told["played"] + told["forfeits"] == told["tables"] == counted
    assert told["corrected"] == sum(entry["kind"] == "result_corrected" for entry in entries)
    begun = len({entry["round"] for entry in entries if entry["kind"] == "round_started"})
    assert len(told["rounds_ms"]) == told["rounds"] == begun > 3
    assert "the first player won" in replay("stats", str(troubled)).output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of two tables, played by bots, with their records."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "tables").mkdir()
    play = played_by_bots(game("fightdrome"), b"seed", folder / "tables")
    (folder / "open.ndjson").write_bytes(
        b"\n".join(simulate(Plan(SwissSaid(rounds=1), 4, b"seed", "fightdrome"), play).lines) + b"\n"
    )
    return folder


def changed(folder: Path, change: Callable[[dict[str, Any]], object]) -> str:
    """Write the record with its first result changed and chained anew; return its path."""
    organiser = simulate(
        Plan(SwissSaid(rounds=1), 4, b"seed", "fightdrome"),
        lambda players, number, board: _said(folder, number, change),
    )
    path = folder / "changed.ndjson"
    path.write_bytes(b"\n".join(organiser.lines) + b"\n")
    return str(path)


def _said(folder: Path, number: int, change: Callable[[dict[str, Any]], object]) -> Ended:
    """Return a result as the record of the whole tournament has it, the first one changed."""
    lines = (folder / "open.ndjson").read_bytes().splitlines()
    found = [entry for line in lines if (entry := msgspec.json.decode(line)["entry"])["kind"] == "result_counted"]
    entry = found[number - 1]
    if number == 1:
        change(entry)
    return Ended(tuple(entry["places"]), msgspec.convert(entry.get("rests_on"), Counted | None))


@pytest.mark.long
def test_results_are_compared_with_the_records_of_the_tables(played: Path, tmp_path: Path) -> None:
    tables = str(played / "tables")
    assert verify(str(played / "open.ndjson"), "--tables", tables).output.splitlines()[-1] == "✓ 7 tables"
    for change, why in (
        (lambda entry: entry["places"].reverse(), "follow from its entry"),
        (lambda entry: entry["rests_on"].update(hash="A" * 43), "has another entry"),
        (lambda entry: entry["rests_on"].update(n=2), "has another entry"),
        (lambda entry: entry["rests_on"].update(kind="result_adjusted"), "is not of the kind"),
    ):
        result = verify(changed(played, change), "--tables", tables)
        assert result.exit_code == 1
        assert why in result.output
    gone = verify(changed(played, lambda entry: entry["rests_on"].update(table="other")), "--tables", tables)
    assert (gone.exit_code, "– 7 tables: 1 of 2 records" in gone.output) == (2, True)
    assert verify(str(played / "open.ndjson"), "--tables", str(tmp_path)).exit_code == 2
    hidden = [lambda entry: entry.pop("rests_on"), lambda entry: (entry.pop("rests_on"), entry["places"].reverse())]
    for silent in hidden:
        result = verify(changed(played, silent), "--tables", tables)
        assert (result.exit_code, "it has a result, and the one that is counted here" in result.output) == (1, True)
    one, *_ = (played / "tables").iterdir()
    (tmp_path / "damaged.ndjson").write_bytes(one.read_bytes().replace(b'"at":', b'"at":1', 1))
    assert "does not verify" in verify(str(played / "open.ndjson"), "--tables", str(tmp_path)).output


@pytest.mark.long
def test_a_simulation_with_troubles_hides_no_table(tmp_path: Path) -> None:
    """Who stays away and who agrees on a draw has no table; each record of one says its place."""
    plan = Plan(SwissSaid(rounds=5), 8, b"seed 2", "fightdrome", troubles=True)
    tables = tmp_path / "tables"
    tables.mkdir()
    organiser = simulate(plan, played_by_bots(game("fightdrome"), b"seed 2", tables))
    entries = [step.entry for step in followed(b"\n".join(organiser.lines) + b"\n").steps]
    counted = [entry for entry in entries if isinstance(entry, ResultCounted)]
    named = {entry.rests_on.table for entry in counted if entry.rests_on is not None}
    assert {path.stem for path in tables.iterdir()} == named
    assert len(named) < len(counted)
    assert check_tables(followed(b"\n".join(organiser.lines) + b"\n"), str(tables)).status == "passed"


@pytest.mark.long
def test_tables_of_a_board_are_dealt_as_their_round_commits_to(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    plan = Plan(SwissSaid(rounds=1), 4, b"seed", "fightdrome", same_deal=True)
    organiser = simulate(plan, played_by_bots(game("fightdrome"), b"seed", tables))
    record = tmp_path / "open.ndjson"
    record.write_bytes(b"\n".join(organiser.lines) + b"\n")
    assert verify(str(record), "--tables", str(tables)).output.splitlines()[-1] == "✓ 7 tables"
    assert "All its tables are dealt the same" in replay("log", str(record)).output
    found = followed(record.read_bytes())
    for kind, changes, why in (
        (ResultCounted, {"redealt": True}, "it was not dealt anew"),
        (RoundStarted, {"board": "A" * 43}, "its deal is not that of the board of round 1"),
    ):
        first = next(step for step in found.steps if isinstance(step.entry, kind))
        other = [step._replace(entry=replace(step.entry, **changes)) if step is first else step for step in found.steps]
        checked = check_tables(found._replace(steps=tuple(other)), str(tables))
        assert (checked.status, why in checked.why) == ("failed", True), checked


def test_tables_are_of_a_tournament_that_verifies(record: Path, tmp_path: Path) -> None:
    told = verify(str(record), "--tables", str(tmp_path))
    assert (told.exit_code, told.output.splitlines()[-1]) == (2, "– 7 tables: no result names a table")
    assert verify(str(record), str(record), "--tables", str(tmp_path)).exit_code == 2
    table = tmp_path / "table.ndjson"
    table.write_bytes(full_play().record())
    assert "record of a tournament" in verify(str(table), "--tables", str(tmp_path)).output
    record.write_bytes(record.read_bytes().replace(b'"attempt":1', b'"attempt":2', 1))
    assert "– 7 tables: an earlier check failed" in verify(str(record), "--tables", str(tmp_path)).output


def test_a_table_of_another_tournament_proves_nothing(played: Path) -> None:
    """What entry 1 of a table says of its place, and who sat there, must be what is paired."""
    found = followed((played / "open.ndjson").read_bytes())
    first = next(resting(found))
    entries = [{"n": 1, "kind": "table_opened"}, {"n": 2, "kind": "seat_taken", "seat": 0, "player": first.players[0]}]
    here = {"id": found.book.opened.tournament, "round": first.entry.round, "pairing": first.entry.table}

    def why(place: dict[str, Any] | None, player: str) -> str | None:
        said = [entries[0] if place is None else {**entries[0], "tournament": place}, {**entries[1], "player": player}]
        return elsewhere(found, first, said)

    assert why(None, "anybody") is None
    assert why(here, first.players[0]) is None
    assert "belongs to round 7" in (why({**here, "round": 7}, first.players[0]) or "")
    assert "who is not paired there" in (why(here, "stranger") or "")
