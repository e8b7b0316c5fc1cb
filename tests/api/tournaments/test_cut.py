"""A cut to a knock-out and prizes over HTTP."""

from __future__ import annotations

import pytest

from domain.tournament.log.check import check
from tests.api.tournaments.cup import Cup
from tests.api.world import World, code


def ruled(cup: Cup, number: int) -> None:
    """Begin a round, and let the first player of each table win by ruling."""
    cup.do("/rounds", {"round": number})
    for table in cup.get(f"/rounds/{number}").json["tables"]:
        path = f"/rounds/{number}/tables/{table['pairing']}/result"
        cup.do(path, {"places": list(range(1, len(table["players"]) + 1)), "reason": "by hand"})


def test_the_first_of_pods_go_on_and_get_the_prizes(world: World) -> None:
    pods = {"format": "pods", "rounds": 1, "seats": 4}
    cup = Cup(world, game="chanic_panic", format=pods, cut={"players": 4, "best_of": 3})
    assert (cup.opened["cut"], cup.opened["cut_made"]) == ({"players": 4, "best_of": 3}, None)
    cup.register(*"ABCDEFGH")
    cup.do("/start")
    assert code(cup.post("/cut"), 409) == "rounds_left"
    ruled(cup, 1)
    made = cup.do("/cut")
    assert made["rounds"] == 3
    assert made["cut_made"]["after"] == 1
    seeds = made["cut_made"]["players"]
    first = [row["player"] for row in cup.get("/standings").json["rows"]]
    assert set(seeds) == set(first[:4])
    ruled(cup, 2)
    played = cup.get("/rounds/2").json["tables"]
    assert [{one["player"] for one in table["players"]} for table in played] == [
        {seeds[0], seeds[3]},
        {seeds[1], seeds[2]},
    ]
    assert played[0]["players"][0]["points"] is None, "after a cut no points are won"
    ruled(cup, 3)
    (final,) = cup.get("/rounds/3").json["tables"]
    best = [row["player"] for row in cup.get("/standings").json["rows"]]
    assert best[:2] == [one["player"] for one in final["players"]]
    given = cup.do("/prizes", {"prizes": [{"place": 1, "prize": "the cup"}, {"player": best[7], "prize": "a spoon"}]})
    assert [one["player"] for one in given["prizes"]] == [best[0], best[7]]
    assert given["prizes"][0]["place"] == 1
    ended = cup.do("/end")
    assert ended["status"] == "ended"
    assert {checked.status for checked in check(cup.get("/record").data.splitlines())} == {"passed"}


@pytest.mark.parametrize("prize", [{}, {"place": 1, "player": "x"}, {"place": 9}])
def test_a_prize_names_a_place_or_a_player(world: World, prize: dict[str, object]) -> None:
    cup = Cup(world)
    cup.register("Ada", "Bob")
    cup.do("/start")
    assert code(cup.post("/prizes", {"prizes": [{"prize": "the cup", **prize}]}), 409) == "bad_prizes"


def test_groups_are_told_once_they_are_dealt(world: World) -> None:
    cup = Cup(world, format={"format": "round_robin", "groups": 2}, cut={"players": 2})
    assert cup.opened["groups"] == []
    ids = [one["player"] for one in cup.register("A", "B", "C", "D", rating=1_000)]
    groups = cup.do("/start")["groups"]
    assert sorted(player for group in groups for player in group) == sorted(ids)
    ruled(cup, 1)
    tables = cup.get("/rounds/1").json["tables"]
    assert [{one["player"] for one in table["players"]} for table in tables] == [set(group) for group in groups]
    assert len(set(cup.do("/cut")["cut_made"]["players"]) & set(groups[0])) == 1


def test_faults_of_a_cut_are_told_with_the_others(world: World) -> None:
    body = {"game": "panzer_clash", "format": {"format": "knock_out"}, "cut": {"players": 4, "best_of": 2}}
    answer = world.post("/tournaments", {**body, "dry_run": True}, token=world.key("organiser"))
    assert [fault["code"] for fault in answer.json["faults"]] == ["even_match", "no_cut_here"]
