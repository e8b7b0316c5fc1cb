"""Players out of files, over HTTP and in a shell."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

from api.requests.tournaments.reports import zone_of
from domain.tournament.exchange.trf import report
from domain.tournament.log.entries import SwissSaid
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.test_shell import Shell, shell
from tests.api.world import World, code
from tests.tournament.test_log import running

__all__ = ["shell"]

HOUR_MS = 60 * 60 * 1000
DAY_MS = 24 * HOUR_MS
CSV = "name,rating\nAda,1900\nBob,\n"


def test_a_file_is_tried_and_registered(world: World) -> None:
    cup = Cup(world)
    tried = cup.do("/players/import", {"form": "csv", "text": CSV, "dry_run": True})
    assert [(one["name"], one["rating"]) for one in tried["players"]] == [("Ada", 1900), ("Bob", None)]
    assert cup.get("/players").json["players"] == []
    report_file = report(running(SwissSaid(rounds=1), 3).book)
    invited = cup.do("/players/import", {"form": "trf", "text": report_file})["players"]
    assert [(one["name"], one["rating"], one["code"] is None) for one in invited] == [
        (f"p{number}", 2_000 - number, False) for number in (1, 2, 3)
    ]
    assert code(cup.post("/players/import", {"form": "csv", "text": CSV}, token=None), 401) == "credentials_needed"


def test_byes_and_forbidden_pairs_of_a_report_file_are_said_with_its_players(world: World) -> None:
    cup = Cup(world)
    text = report(running(SwissSaid(rounds=1), 4).book) + "240 H 001    4\r\nXXP 1 2\r\n"
    body = {"form": "trf", "text": text}
    assert len(cup.do("/players/import", {**body, "dry_run": True})["players"]) == 4
    ids = [one["player"] for one in cup.do("/players/import", body)["players"]]
    entries = [line["entry"] for line in cup.get("/feed").json["entries"]]
    (bye,) = [entry for entry in entries if entry["kind"] == "bye_requested"]
    (apart,) = [entry for entry in entries if entry["kind"] == "pair_forbidden"]
    assert (bye["player"], bye["round"], bye["bye"]) == (ids[3], 1, "half")
    assert (apart["players"], apart["first"], apart["last"]) == (ids[:2], 1, 999)
    cup.do("/start")
    late = {"form": "trf", "text": text, "dry_run": True}
    cup.round(1)
    assert code(cup.post("/players/import", late), 409) == "round_paired"


def test_a_file_with_faults_registers_nobody(world: World) -> None:
    cup = Cup(world)
    answer = cup.post("/players/import", {"form": "csv", "text": "name,rating\nAda,x\nBob,1\n,2\n"})
    assert code(answer, 422) == "invalid_players"
    assert [fault["line"] for fault in answer.json["faults"]] == [2, 4]
    crowd = "name\n" + "".join(f"Player {number}\n" for number in range(201))
    assert code(cup.post("/players/import", {"form": "csv", "text": crowd}), 422) == "invalid_players"
    unknown = cup.post("/players/import", {"form": "csv", "text": "name,bot\nRobot,clever\n"})
    assert code(unknown, 422) == "unknown_bot"
    tried = {"form": "csv", "text": "name,bot\nRobot,clever\n", "dry_run": True}
    assert code(cup.post("/players/import", tried), 422) == "unknown_bot"
    assert cup.get("/players").json["players"] == []


def test_faults_of_lines_are_told_in_the_callers_language(world: World) -> None:
    cup, japanese = Cup(world), {"Accept-Language": "ja"}
    body = {"form": "csv", "text": 'name,rating\nAda,x\n,1\n"Bob\n'}
    told = cup.post("/players/import", body, headers=japanese).json["faults"]
    assert [fault["detail"] for fault in told] == [
        "レーティング'x'は100000以下の数ではありません",
        "名前がありません",
        "データが途中で終わっています",
    ]
    body = {"form": "trf", "text": "001    x"}
    told = cup.post("/players/import", body, headers=japanese).json["faults"]
    assert told[0]["detail"] == "5〜8桁目の番号'x'は1から9999までの数ではありません"


def test_a_report_file_has_the_names_and_the_days_of_where_it_is_played(world: World) -> None:
    """By the time zone of the tournament: a moment in the evening by UTC is the next day in Tokyo."""
    world.clock.at = 1_790_000_000_000 // DAY_MS * DAY_MS + 20 * HOUR_MS
    days = []
    for zone in ("UTC", "Asia/Tokyo"):
        cup = Cup(world, time_zone=zone)
        assert code(cup.get("/sheets/trf26.trf"), 409) == "not_in_this_format"
        cup.register("Ada", "Bob")
        cup.do("/start")
        answer = cup.get("/sheets/trf26.trf")
        assert answer.headers["Content-Disposition"].endswith('-trf26.trf"')
        lines = answer.text.split("\r\n")
        assert {line[14:47].strip() for line in lines if line.startswith("001 ")} == {"Ada", "Bob"}
        days += [line[4:] for line in lines if line.startswith("042 ")]
        assert "XXR 2" in cup.get("/sheets/trf16.trf").text
    assert days == ["2026/09/21", "2026/09/22"]
    japanese = {"Accept-Language": "ja"}
    pods = Cup(world, game="chanic_panic", format={"format": "pods", "rounds": 1, "seats": 3})
    assert "二人のテーブル" in pods.get("/sheets/trf16.trf", headers=japanese).json["detail"]


def test_a_time_zone_that_is_none_here_gives_days_by_utc() -> None:
    assert [zone_of(name) for name in ("Mars/Olympus", "Europe", "../etc")] == [UTC] * 3


def test_a_shell_takes_report_files(shell: Shell, tmp_path: Path) -> None:
    (id,) = shell.said("create", "--game", "fightdrome", "--format", "swiss", "--rounds", "1")
    file = tmp_path / "open.TRF"
    file.write_text(report(running(SwissSaid(rounds=1), 3).book), newline="")
    assert [line.split("  ")[2] for line in shell.said("players", id, "--from", str(file))] == ["p1", "p2", "p3"]
    text = report(running(SwissSaid(rounds=1), 3).book) + "240 H 001    3\r\n260 001 001    1    2\r\n"
    file.write_text(text, newline="")
    (more,) = shell.said("create", "--game", "fightdrome", "--format", "swiss", "--rounds", "1")
    ids = [line.split("  ")[0] for line in shell.said("players", more, "--from", str(file))]
    book = shell.world.store.tournaments.get(more).book
    assert {player: bye.kind for (player, _), bye in book.byes.items()} == {ids[2]: "half"}
    assert [(one.players, one.first, one.last) for one in book.forbidden] == [((ids[0], ids[1]), 1, 1)]
    file.write_text("001    x\n001    y\n")
    told = shell.run("players", id, "--from", str(file)).stderr
    assert [line.partition(":")[0] for line in told.splitlines()] == [*["line 1"] * 2, *["line 2"] * 2, "matchledger"]


def test_a_dry_run_refuses_what_registering_would(world: World) -> None:
    cup = Cup(world, format={"format": "round_robin"})
    cup.register("Ada", "Bob")
    cup.do("/start")
    for dry_run in (True, False):
        late = cup.post("/players/import", {"form": "csv", "text": CSV, "dry_run": dry_run})
        assert code(late, 409) == "no_late_entries"
