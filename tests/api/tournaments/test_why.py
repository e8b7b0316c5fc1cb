"""Why a round is paired as it is, over HTTP and of a file."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from api.program.cli import main
from domain.tournament.log.entries import SwissSaid
from domain.tournament.log.simulation import Plan, simulate
from tests.api.tournaments.cup import Cup
from tests.api.world import World, code


def test_a_table_and_a_pair_are_explained_in_the_readers_language(world: World) -> None:
    cup = Cup(world)
    players = [one["player"] for one in cup.register("Ada", "Bob", "Cy", "Di")]
    cup.do("/start")
    cup.round(1)
    tables = cup.get("/rounds/1").json["tables"]
    first = tables[0]["players"][0]
    why = cup.get("/rounds/1/tables/1/why", token=None).json["sentences"]
    assert why[0] == "All at the table have the same score: 0."
    assert why[1].startswith(f"{first['name']} begins.")
    japanese = cup.get("/rounds/1/tables/1/why", headers={"Accept-Language": "ja"}).json["sentences"]
    assert japanese[0] == "卓の全員が同じ得点です：0。"
    together = [one["player"] for one in tables[0]["players"]]
    path = f"/rounds/1/why/{together[0]}/"
    assert cup.get(path + together[1]).json["sentence"] == "They sit at one table in this round."
    (apart, *_) = [player for player in players if player not in together]
    assert cup.get(path + apart).json["sentence"]
    assert code(cup.get("/rounds/1/tables/3/why"), 404) == "unknown_round"
    assert code(cup.get("/rounds/2/tables/1/why"), 404) == "unknown_round"


def why(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tournament", "why", *arguments])


def test_a_record_is_explained_without_a_service(tmp_path: Path) -> None:
    organiser = simulate(Plan(SwissSaid(rounds=3), 5, b"seed"))
    record = tmp_path / "open.ndjson"
    record.write_bytes(b"".join(line + b"\n" for line in organiser.lines))
    one, other = organiser.book.rounds[1].tables[0]
    assert " begins. So often each has begun: " in why(str(record), "2", one).output
    assert why(str(record), "2", one, other).output == "They sit at one table in this round.\n"
    (bye,) = organiser.book.rounds[1].byes
    assert "sits at no table" in why(str(record), "2", bye.player).output
    assert "nobody called x" in why(str(record), "2", "x").output
    assert "round 9 is not paired" in why(str(record), "9", one).output
    record.write_bytes(b"{}\n")
    assert why(str(record), "1", one).exit_code == 2
    assert why(str(tmp_path / "none"), "1", one).exit_code == 2
