"""A round that has begun is taken back over HTTP: its tables are given up and do not count, it is paired anew."""

from __future__ import annotations

from typing import Any

from api.program.stored_tables import tournament_faults
from api.running.bots import fresh_chance, play_out
from api.running.tournaments import TournamentRunner
from domain.table.cases import Call, open_case
from domain.table.pausing import pause
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.test_boards import People
from tests.api.world import KEY, World, code

MINUTE = 60_000
AGAIN = {"round": 1, "again": True, "reason": "Two of them were seated by mistake."}


def tables(cup: Cup) -> list[Any]:
    listed: list[Any] = cup.get("/rounds/1").json["tables"]
    return listed


def status(world: World, table: str) -> Any:
    return world.get(f"/tables/{table}").json["status"]


def begun(world: World, *names: str, **said: Any) -> tuple[Cup, list[Any], list[str]]:
    """Return a tournament whose first round is open, its players and its tables."""
    cup = Cup(world, **said)
    players = cup.register(*names)
    cup.do("/start")
    cup.round(1)
    return cup, players, [one["table"] for one in tables(cup)]


def test_its_tables_are_given_up_once_and_players_are_shown_to_the_new_ones(world: World) -> None:
    cup, players, old = begun(world, *"ABCD")
    key = cup.do(f"/players/{players[0]['player']}/claim", {"code": players[0]["code"]}, token=None)["key"]
    assert code(cup.post("/rounds", {"round": 1, "again": True}), 409) == "round_begun"
    header = {"Idempotency-Key": "a-key-of-sixteen-letters"}
    for _ in range(2):
        assert cup.do("/rounds", AGAIN, headers=header)["attempt"] == 2
    assert [status(world, table) for table in old] == ["open", "open"], "they end beside the requests"
    after_a_kill = TournamentRunner(world.store, KEY, world.bots, world.clock)
    for _ in range(2):
        after_a_kill.look()
    assert [status(world, table) for table in old] == ["abandoned", "abandoned"]
    new = [one["table"] for one in tables(cup)]
    assert not set(new) & set(old)
    assert [one["status"] for one in tables(cup)] == ["open", "open"]
    assert cup.get("/seat", token=key).json["table"] in new
    lines = [line["entry"] for line in cup.get("/feed", token=None).json["entries"]]
    kinds = " ".join([entry["kind"] for entry in lines[-5:]])
    assert kinds == "round_paired round_started round_recalled round_paired round_started"
    assert lines[-3]["reason"] == AGAIN["reason"]
    for pairing in (1, 2):
        cup.do(f"/rounds/1/tables/{pairing}/result", {"places": [1, 2], "reason": "By phone."})
    assert code(cup.post("/rounds", AGAIN), 409) == "results_counted"
    assert {status(world, table) for table in new} == {"abandoned"}
    assert list(tournament_faults(world.store)) == []


def test_it_can_be_paired_by_hand_and_published_later(world: World) -> None:
    cup, players, _ = begun(world, *"ABCD")
    ids = [one["player"] for one in players]
    own = {**AGAIN, "tables": [[ids[3], ids[0]], [ids[1], ids[2]]], "publish": False}
    assert cup.do("/rounds", own)["status"] == "paired"
    seen = cup.get("/rounds/1", token=None)
    assert (seen.json["status"], seen.json["attempt"]) == ("paired", 1), "what is not published is the organiser's"
    assert cup.get("/feed", token=None).json["entries"][-1]["entry"]["kind"] == "round_recalled"
    assert cup.do("/rounds", {"round": 1})["attempt"] == 2
    cup.runner.look()
    assert [[one["player"] for one in table["players"]] for table in tables(cup)] == own["tables"]


def test_a_final_result_that_was_not_counted_before_it_does_not_count(world: World) -> None:
    cup = Cup(world)
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    (old,) = [one["table"] for one in tables(cup)]
    play_out(world.store, old, fresh_chance(), world.clock)
    cup.do("/rounds", AGAIN)
    assert len(world.store.tournaments.rows.settled(9)) == 1, "bots wait for nobody: its result is final"
    for _ in range(2):
        cup.runner.look()
    assert status(world, old) == "confirmed"
    (table,) = tables(cup)
    assert table["table"] != old
    assert [one["place"] for one in table["players"]] == [None, None]
    assert world.store.tournaments.rows.settled(9) == (), "it was looked at, once"


def test_whoever_stays_away_from_a_table_that_is_given_up_loses_nothing(world: World) -> None:
    cup, _, old = begun(world, "A", "B", no_show_ms=60_000)
    cup.do("/rounds", AGAIN)
    world.clock.at += 60_001
    assert cup.get("/rounds/1").json["status"] == "playing"
    for _ in range(2):
        cup.runner.look()
    assert status(world, old[0]) == "abandoned"
    (table,) = tables(cup)
    assert (table["status"], [one["place"] for one in table["players"]]) == ("open", [None, None])


def test_a_board_that_is_taken_back_is_dealt_from_another_secret(world: World) -> None:
    """Whoever sat at a table of the old attempt sits down at one of the new: it is another deal."""
    people = People(world)
    cup, old = people.cup, people.tables
    people.sit(0, 0)
    cup.do("/rounds", AGAIN)
    for _ in range(2):
        cup.runner.look()
    shape = cup.get("/rounds/1").json
    people.tables = [one["table"] for one in shape["tables"]]
    people.seated = [[one["player"] for one in table["players"]] for table in shape["tables"]]
    assert people.sit(0, 0).status_code == 201
    assert code(people.sit(1, 0, people.keys[people.seated[0][0]]), 409) == "met_this_deal"
    lines = [line["entry"] for line in cup.get("/feed").json["entries"]]
    boards = [entry["board"] for entry in lines if entry["kind"] == "round_started"]
    dealt = [[world.store.table(table).book.opened.commitments.deal for table in them] for them in (old, people.tables)]
    assert dealt == [[board] * 2 for board in boards]
    assert len(set(boards)) == 2


def test_a_case_at_a_table_that_was_given_up_holds_no_round(world: World) -> None:
    cup = Cup(world, next_round_ms=MINUTE, confirm_ms=0)
    cup.bots(4)
    cup.do("/start")
    cup.round(1)
    old = tables(cup)[0]["table"]
    now = world.store.perform(
        old, lambda table: pause(table, "ruler", reason="break", at=world.clock.at, by="operator")
    )
    call = Call("1", "other")
    world.store.perform(old, lambda table: open_case(table, "c-7", call, at=now.table.book.at, by="seat:0"))
    cup.do("/rounds", AGAIN)
    cup.runner.look()
    assert status(world, old) == "abandoned"
    assert world.store.tournaments.rows.with_open_cases(cup.id) == ((old, 1, 1),)
    for pairing in (1, 2):
        cup.do(f"/rounds/1/tables/{pairing}/result", {"places": [1, 2], "reason": "By phone."})
    world.clock.at += MINUTE
    cup.runner.look()
    assert cup.get().json["round"] == 2
