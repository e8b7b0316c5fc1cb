"""What players say themselves over HTTP: draws, concessions, byes."""

from __future__ import annotations

from typing import Any

from domain.tournament.log.check import check
from tests.api.tournaments.cup import Cup
from tests.api.world import World, code


def key(cup: Cup, player: Any) -> str:
    claimed = cup.do(f"/players/{player['player']}/claim", {"code": player["code"]}, token=None)["key"]
    return str(claimed)


def sit(cup: Cup, token: str) -> None:
    """Let somebody take its seat."""
    seat = cup.get("/seat", token=token).json
    taken = cup.world.post(f"/tables/{seat['table']}/seats", {"join_code": seat["join_code"]}, token=token)
    assert taken.status_code in (200, 201), taken.text


def table(cup: Cup) -> Any:
    return cup.get("/rounds/1").json["tables"][0]


def begun(cup: Cup) -> list[tuple[str, str]]:
    """Let two people come and the first round begin; return their ids and keys."""
    people = [(one["player"], key(cup, one)) for one in cup.register("Ada", "Bob")]
    cup.do("/start")
    cup.round(1)
    return people


def test_two_agree_on_a_draw_before_their_game(world: World) -> None:
    cup = Cup(world, draw_by_agreement="before_start")
    (ada, adas), (bob, bobs) = begun(cup)
    assert code(cup.post(f"/players/{ada}/draw", {"round": 1}), 403) == "not_allowed", "nor does the organiser say it"
    assert code(cup.post(f"/players/{ada}/draw", {"round": 1}, token=bobs), 403) == "not_allowed"
    assert code(cup.post(f"/players/{ada}/draw", {"round": 2}, token=adas), 409) == "not_their_table"
    offered = cup.do(f"/players/{ada}/draw", {"round": 1}, token=adas)
    assert {one["player"]: one["offers_draw"] for one in offered["tables"][0]["players"]} == {ada: True, bob: False}
    cup.do(f"/players/{ada}/draw", {"round": 1, "stands": False}, token=adas)
    cup.do(f"/players/{bob}/draw", {"round": 1}, token=bobs)
    assert table(cup)["players"][0]["place"] is None
    header = {"Idempotency-Key": "a-key-of-sixteen-letters"}
    for _ in range(2):
        cup.do(f"/players/{ada}/draw", {"round": 1}, token=adas, headers=header)
    assert [one["points"] for one in table(cup)["players"]] == ["1/2", "1/2"]
    assert table(cup)["rests_on"]["kind"] == "table_abandoned"
    assert world.get(f"/tables/{table(cup)['table']}").json["status"] == "abandoned"
    assert code(cup.post(f"/players/{ada}/draw", {"round": 1}, token=adas), 409) == "too_late_to_draw"


def test_once_the_game_runs_only_any_time_is_in_time(world: World) -> None:
    for allowed, answer in (("before_start", "too_late_to_draw"), ("never", "no_draws"), ("any_time", None)):
        cup = Cup(world, draw_by_agreement=allowed)
        (ada, adas), (bob, bobs) = begun(cup)
        for token in (adas, bobs):
            sit(cup, token)
        assert world.get(f"/tables/{table(cup)['table']}").json["status"] == "running"
        answered = cup.post(f"/players/{ada}/draw", {"round": 1}, token=adas)
        assert (None if answered.status_code == 200 else code(answered, 409)) == answer
        if answer is None:
            cup.do(f"/players/{bob}/draw", {"round": 1}, token=bobs)
            assert cup.get("/rounds/1").json["status"] == "done"


def test_nobody_concedes_a_game_that_has_not_ended(world: World) -> None:
    cup = Cup(world)
    (ada, adas), _ = begun(cup)
    assert code(cup.post(f"/players/{ada}/concede", {"round": 1}, token=adas), 409) == "nothing_to_concede"


def test_a_conceded_game_counts_so_and_its_table_stays(world: World) -> None:
    cup = Cup(world, format={"format": "swiss", "rounds": 1})
    (ada, adas), (bob, bobs) = begun(cup)
    for token in (adas, bobs):
        sit(cup, token)
    path = f"/tables/{table(cup)['table']}"
    given_up = world.post(f"{path}/actions", {"command": {"tag": "concede"}}, token=adas)
    assert given_up.status_code == 200, given_up.text
    assert world.get(path).json["status"] == "finished"
    header = {"Idempotency-Key": "a-key-of-sixteen-letters"}
    for _ in range(2):
        cup.do(f"/players/{bob}/concede", {"round": 1}, token=bobs, headers=header)
    assert [one["player"] for one in table(cup)["players"] if one["concedes"]] == [bob]
    cup.play()
    assert {one["player"]: one["place"] for one in table(cup)["players"]} == {ada: 1, bob: 2}
    won = world.store.table(table(cup)["table"]).book.outcome
    assert won is not None
    assert table(cup)["players"][won.places[0].seats[0]]["player"] == bob, "its own record says who won"
    assert table(cup)["rests_on"]["kind"] == "result_confirmed"
    cup.do("/end")
    assert {checked.status for checked in check(cup.get("/record").data.splitlines())} == {"passed"}


def test_players_ask_for_the_byes_that_the_tournament_grants(world: World) -> None:
    cup = Cup(world, own_byes={"half": 1})
    assert cup.opened["own_byes"] == {"half": 1}
    ada, bob, _ = cup.register("Ada", "Bob", "Cy")
    path, token = f"/players/{ada['player']}/bye", key(cup, ada)
    assert code(cup.post(path, {"round": 1, "bye": "full"}, token=token), 409) == "no_own_byes"
    assert code(cup.post(path, {"round": 1, "bye": "half"}, token=key(cup, bob)), 403) == "not_allowed"
    cup.do(path, {"round": 1, "bye": "half"}, token=token)
    assert code(cup.post(path, {"round": 2, "bye": "half"}, token=token), 409) == "byes_used"
    cup.do(path, {"round": 2, "bye": "half"})
    cup.do("/start")
    assert cup.round(1)["byes"][0]["player"] == ada["player"]
