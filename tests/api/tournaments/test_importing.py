"""Players out of files, over HTTP and in a shell."""

from __future__ import annotations

from pathlib import Path

from domain.tournament.exchange.trf import report
from domain.tournament.log.entries import SwissSaid
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.test_shell import Shell, shell
from tests.api.world import World, code
from tests.tournament.test_log import running

__all__ = ["shell"]

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


def test_a_file_with_faults_registers_nobody(world: World) -> None:
    cup = Cup(world)
    answer = cup.post("/players/import", {"form": "csv", "text": "name,rating\nAda,x\nBob,1\n,2\n"})
    assert code(answer, 422) == "invalid_players"
    assert [fault["line"] for fault in answer.json["faults"]] == [2, 4]
    crowd = "name\n" + "".join(f"Player {number}\n" for number in range(201))
    assert code(cup.post("/players/import", {"form": "csv", "text": crowd}), 422) == "invalid_players"
    unknown = cup.post("/players/import", {"form": "csv", "text": "name,bot\nRobot,clever\n"})
    assert code(unknown, 422) == "unknown_bot"
    assert cup.get("/players").json["players"] == []


def test_a_shell_takes_report_files(shell: Shell, tmp_path: Path) -> None:
    (id,) = shell.said("create", "--game", "fightdrome", "--format", "swiss", "--rounds", "1")
    file = tmp_path / "open.TRF"
    file.write_text(report(running(SwissSaid(rounds=1), 3).book), newline="")
    assert [line.split("  ")[2] for line in shell.said("players", id, "--from", str(file))] == ["p1", "p2", "p3"]
    file.write_text("001    x\n001    y\n")
    told = shell.run("players", id, "--from", str(file)).stderr
    assert [line.partition(":")[0] for line in told.splitlines()] == [*["line 1"] * 2, *["line 2"] * 2, "matchledger"]
