"""Matches of several games over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from api.program.stored_tables import tournament_faults
from domain.tournament.log.draws import table_id
from tests.api.tournaments.cup import Cup
from tests.api.world import World, code


def match(cup: Cup) -> Any:
    return cup.get("/rounds/1").json["tables"][0]


@pytest.mark.long
def test_bots_play_a_match_and_each_game_has_its_table(world: World) -> None:
    cup = Cup(world, format={"format": "knock_out"}, best_of=3)
    assert cup.opened["best_of"] == 3
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    played = 0
    while match(cup)["players"][0]["place"] is None:
        played += 1
        game = match(cup)["games"][-1]
        assert (game["game"], game["table"], game["places"]) == (played, table_id(cup.id, 1, 1, played), [])
        opened = world.get(f"/tables/{game['table']}").json
        players = [one["player"] for one in match(cup)["players"]]
        assert [seat["player"] for seat in opened["seats"]] == (players if played % 2 else players[::-1])
        assert (opened["series"]["id"], opened["series"]["number"]) == (cup.id, played)
        cup.play()
        cup.runner.look()
    games = match(cup)["games"]
    assert [game["rests_on"]["table"] for game in games] == [game["table"] for game in games]
    assert played == len(games) >= 2
    assert cup.do("/end")["status"] == "ended"
    assert list(tournament_faults(world.store)) == []


def test_a_ruling_decides_a_game_or_the_whole_match(world: World) -> None:
    cup = Cup(world, format={"format": "swiss", "rounds": 1}, best_of=5)
    cup.register("Ada", "Bob", "Cy", "Di")
    cup.do("/start")
    cup.round(1)
    first = match(cup)["table"]
    said = {"places": [0, 1], "reason": "did not come"}
    cup.do("/rounds/1/tables/1/result", {**said, "game": 1})
    cup.runner.look()
    assert match(cup)["table"] == table_id(cup.id, 1, 1, 2) != first
    assert [game["places"] for game in match(cup)["games"]] == [[0, 1], []]
    assert world.get(f"/tables/{first}").json["status"] == "abandoned"
    cup.do("/rounds/1/tables/1/result", {**said, "places": [1, 2], "game": 1})
    cup.do("/rounds/1/tables/1/result", {"places": [2, 1], "reason": "the hall closes"})
    assert [one["place"] for one in match(cup)["players"]] == [2, 1]
    assert world.get(f"/tables/{match(cup)['table']}").json["status"] == "abandoned"
    cup.do("/rounds/1/tables/2/result", {"places": [2, 1], "reason": "before any game"})
    assert cup.get("/rounds/1").json["status"] == "done"


def test_a_player_is_shown_to_the_table_of_the_game_that_is_due(world: World) -> None:
    cup = Cup(world, format={"format": "knock_out"}, best_of=3)
    ada, _ = cup.register("Ada", "Bob")
    cup.do("/start")
    cup.round(1)
    key = cup.do(f"/players/{ada['player']}/claim", {"code": ada["code"]}, token=None)["key"]
    seats = [cup.get("/seat", token=key).json]
    cup.do("/rounds/1/tables/1/result", {"places": [1, 2], "reason": "x", "game": 1})
    cup.runner.look()
    seats.append(cup.get("/seat", token=key).json)
    assert [seat["table"] for seat in seats] == [table_id(cup.id, 1, 1, game) for game in (1, 2)]
    assert {seat["seat"] for seat in seats} == {0, 1}


def test_a_match_has_an_odd_number_of_games(world: World) -> None:
    answer = world.post(
        "/tournaments",
        {"game": "fightdrome", "format": {"format": "knock_out"}, "best_of": 2},
        token=world.key("organiser"),
    )
    assert code(answer, 422) == "invalid_tournament"
    assert [fault["code"] for fault in answer.json["faults"]] == ["even_match"]


@pytest.mark.parametrize("mode", ["fame_match", "epic_tournament"])
def test_a_match_for_fame_and_an_epic_tournament_are_one_table(world: World, mode: str) -> None:
    """Its places are those of the game's own result, however the winner came by it."""
    cup = Cup(world, format={"format": "swiss", "rounds": 1}, options={"mode": mode})
    cup.bots(2)
    cup.do("/start")
    (table,) = cup.round(1)["tables"]
    cup.play()
    outcome = world.store.table(table["table"]).book.outcome
    assert outcome is not None
    places = {seat: one.place for one in outcome.places for seat in one.seats}
    assert sorted(places.values()) == [1, 2]
    (counted,) = cup.get("/rounds/1").json["tables"]
    assert tuple([one["place"] for one in counted["players"]]) == (places[0], places[1])
