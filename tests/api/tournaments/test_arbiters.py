"""Arbiters who play: they decide nothing about the tournament that they have entered, nor at any table of it."""

from __future__ import annotations

from tests.api.desk.calls import Desk
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.test_life import sit_down
from tests.api.world import Opened, World, code


def test_an_arbiter_decides_nothing_in_a_tournament_that_they_have_entered(world: World) -> None:
    """Section 2, "nor at any table of a tournament in which they play": also who has sat nowhere yet."""
    cup = Cup(world, visibility="public")
    cup.register("Ada", "Ben")
    cup.do("/start")
    (table,) = cup.round(1, publish=True)["tables"]
    keys = sit_down(cup, table)
    there = {"table": {"id": table["table"]}, "opener_token": "", "seats": [{"token": key} for key in keys]}
    desk = Desk(world, Opened(world, there))
    (bea,) = cup.register("Bea")  # late: her first round is the next one
    plays = desk.arbiter("Bea", bea["player"])
    case = desk.call()
    for token, listed in ((plays, []), (desk.anna, [case])):
        assert [row["case"] for row in world.get("/cases", token=token).json["cases"]] == listed
    assert code(desk.read(case, plays), 404) == "unknown_case"
    assert code(desk.table.post("/pause", {"reason": "break"}, token=plays), 409) == "conflict_of_interest"
    assert code(desk.table.get("/view?viewer=all", token=plays), 403) == "not_allowed"
    desk.done(case, "claim")
    assert desk.table.post("/pause", {"reason": "dispute", "case": case}, token=desk.anna).status_code == 200
    desk.done(case, "release")
    assert code(desk.do(case, "claim", key=plays), 409) == "conflict_of_interest"
    assert (
        code(cup.post(f"/players/{bea['player']}/disqualify", {"reason": "conduct"}, token=plays), 403) == "not_allowed"
    )
