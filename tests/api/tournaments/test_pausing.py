"""Pauses, rounds that begin by themselves, and how long a round is, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from api.running.heartbeats import Heartbeat
from domain.record.entries import Clock
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.test_words import begun, sit
from tests.api.world import World, code

MINUTE = 60_000


def table(cup: Cup) -> Any:
    return cup.get("/rounds/1").json["tables"][0]


def ruled(cup: Cup, number: int) -> None:
    """Give every table of a round a result by ruling."""
    for one in cup.get(f"/rounds/{number}").json["tables"]:
        cup.do(f"/rounds/{number}/tables/{one['pairing']}/result", {"places": [1, 2], "reason": "by hand"})


def test_nobody_loses_by_staying_away_while_it_is_paused(world: World) -> None:
    cup = Cup(world, no_show_ms=10 * MINUTE)
    begun(cup)
    world.clock.at += 9 * MINUTE
    paused = cup.do("/pause", {"reason": "fire alarm"})
    assert (paused["status"], paused["paused_at"] is None, paused["reason"]) == ("paused", False, "fire alarm")
    assert [one["id"] for one in world.get("/tournaments?status=paused").json["tournaments"]] == [cup.id]
    assert code(cup.post("/rounds", {"round": 2}), 409) == "tournament_paused"
    world.clock.at += 30 * MINUTE
    cup.runner.look()
    assert cup.get("/rounds/1").json["status"] == "playing"
    header = {"Idempotency-Key": "a-key-of-sixteen-letters"}
    for _ in range(2):
        resumed = cup.do("/resume", headers=header)
        assert (resumed["status"], resumed["reason"]) == ("running", None)
    world.clock.at += MINUTE // 2
    cup.runner.look()
    assert cup.get("/rounds/1").json["status"] == "playing"
    world.clock.at += MINUTE
    cup.runner.look()
    assert [one["place"] for one in table(cup)["players"]] == [0, 0]


def test_nobody_loses_by_staying_away_while_nobody_served(world: World) -> None:
    """An outage in a pause is a part of it, and is given back once."""
    cup, stopped = Cup(world, no_show_ms=10 * MINUTE), Cup(world, no_show_ms=10 * MINUTE)
    begun(cup)
    begun(stopped)
    stopped.do("/pause", {"reason": "fire alarm"})
    world.clock.at += 9 * MINUTE
    world.store.heartbeats.beat("gone", world.clock.at)
    world.clock.at += 30 * MINUTE
    cup.runner.look()  # of a process whose first beat is yet to come
    for _ in range(2):
        process = Heartbeat(world.store, world.clock)
        process.start()
        process.stop()
        cup.runner.look()
    assert cup.get("/rounds/1").json["status"] == "playing"
    stopped.do("/resume")

    def beat_for(ms: int) -> None:
        for _ in range(ms // 1_000):
            world.clock.at += 1_000
            process.beat()
        cup.runner.look()

    beat_for(MINUTE - 1_000)
    assert cup.get("/rounds/1").json["status"] == "playing"
    beat_for(1_000)
    assert [one["place"] for one in table(cup)["players"]] == [0, 0]
    beat_for(9 * MINUTE - 1_000)
    assert stopped.get("/rounds/1").json["status"] == "playing"
    beat_for(1_000)
    assert [one["place"] for one in table(stopped)["players"]] == [0, 0]


def test_tables_that_were_not_open_yet_wait_for_the_end_of_a_pause(world: World) -> None:
    cup = Cup(world)
    cup.register("Ada", "Bob")
    cup.do("/start")
    cup.do("/rounds", {"round": 1})
    cup.do("/pause", {"reason": "fire alarm"})
    cup.runner.look()
    assert table(cup)["status"] == "opening"
    cup.do("/resume")
    cup.runner.look()
    assert table(cup)["status"] == "open"


def test_the_next_round_begins_by_itself(world: World) -> None:
    cup = Cup(world, next_round_ms=5 * MINUTE)
    cup.register(*"ABCD")
    cup.do("/start")
    cup.runner.look()
    assert cup.get("/rounds").json["rounds"] == [], "the first one begins by word"
    cup.round(1)
    assert cup.get().json["next_round_at"] is None
    ruled(cup, 1)
    assert cup.get().json["next_round_at"] is not None
    world.clock.at += 4 * MINUTE
    cup.runner.look()
    assert len(cup.get("/rounds").json["rounds"]) == 1
    world.clock.at += MINUTE
    for _ in range(3):
        cup.runner.look()
    assert [one["status"] for one in cup.get("/rounds").json["rounds"]] == ["done", "playing"]
    assert cup.get("/rounds/2").json["tables"][0]["status"] == "open"
    ruled(cup, 2)
    world.clock.at += 10 * MINUTE
    cup.runner.look()
    assert len(cup.get("/rounds").json["rounds"]) == 2
    assert world.store.tournaments.rows.due() == (), "after the last round nothing is looked for"


def test_nobody_waits_for_the_next_round_of_a_sandbox(world: World) -> None:
    cup = Cup(world, sandbox=True, next_round_ms=10 * 24 * 60 * MINUTE)
    cup.bots(2 * 2)
    cup.do("/start")
    cup.round(1)
    ruled(cup, 1)
    for _ in range(2):
        cup.runner.look()
    assert [one["status"] for one in cup.get("/rounds").json["rounds"]] == ["done", "playing"]


def test_a_round_waits_for_cases_and_what_cannot_be_paired_for_the_organiser(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    cup = Cup(world, next_round_ms=0, confirm_ms=0)
    (_, adas), (_, bobs) = begun(cup)
    for token in (adas, bobs):
        sit(cup, token)
    arbiter = world.key("arbiter")
    case = world.case(table(cup)["table"], arbiter)
    ruled(cup, 1)
    cup.runner.look()
    cup.runner.look()
    assert world.store.tournaments.rows.due() == (cup.id,), "it looks again"
    assert len(cup.get("/rounds").json["rounds"]) == 1
    dismissed = world.post(f"/cases/{case}/dismiss", {"code": "unfounded"}, token=arbiter)
    assert dismissed.status_code == 200, dismissed.text
    cup.runner.look()
    assert world.store.tournaments.rows.due() == (), "the two have met: its organiser has to say more"
    assert "waits for its organiser" in caplog.text


def test_tables_tell_until_when_they_should_have_played(world: World) -> None:
    cup = Cup(world, round_ms=50 * MINUTE)
    (_, adas), (_, bobs) = begun(cup)
    for token in (adas, bobs):
        sit(cup, token)
    id = table(cup)["table"]
    first = table(cup)
    assert (first["overdue"], first["until"]) == (False, first["until"])
    world.clock.at += 10 * MINUTE
    operator = world.key("operator")
    stopped = world.post(f"/tables/{id}/pause", {"reason": "break"}, token=operator)
    assert stopped.status_code == 200, stopped.text
    world.clock.at += 20 * MINUTE
    assert table(cup)["until"] > first["until"]
    assert world.post(f"/tables/{id}/resume", {}, token=operator).status_code == 200
    world.clock.at += 39 * MINUTE
    assert not table(cup)["overdue"]
    cup.do("/pause", {"reason": "fire alarm"})
    world.clock.at += 5 * MINUTE
    assert not table(cup)["overdue"]
    cup.do("/resume")
    world.clock.at += 2 * MINUTE
    assert table(cup)["overdue"], "50 minutes, and the 25 in which it stood"
    ruled(cup, 1)
    assert (table(cup)["until"], table(cup)["overdue"]) == (None, False)


def test_a_time_zone_is_one_of_the_iana(world: World) -> None:
    assert Cup(world, time_zone="Asia/Tokyo").opened["time_zone"] == "Asia/Tokyo"
    body = {"game": "fightdrome", "format": {"format": "swiss", "rounds": 2}}
    for zone in ("Mars/Olympus", "localtime"):
        answer = world.post("/tournaments", {**body, "time_zone": zone}, token=world.key("organiser"))
        assert [fault["code"] for fault in answer.json["faults"]] == ["unknown_time_zone"]


def test_a_round_may_have_options_a_clock_and_matches_of_its_own(world: World) -> None:
    otherwise = {"first": 2, "options": {"fame_target": 90}, "clock": {"move_ms": MINUTE}, "best_of": 3}
    cup = Cup(world, options={"mode": "fame_match", "fame_target": 60}, at_rounds=[otherwise])
    assert cup.opened["at_rounds"][0]["best_of"] == 3
    cup.register(*"ABCD")
    cup.do("/start")
    opened = []
    for number in (1, 2):
        first = cup.round(number)["tables"][0]
        entry = world.store.table(first["table"]).book.opened
        opened.append((entry.options["mode"], entry.options["fame_target"], entry.clock, len(first["games"])))
        ruled(cup, number)
    assert opened == [("fame_match", 60, None, 0), ("fame_match", 90, Clock(move_ms=MINUTE), 1)]


@pytest.mark.parametrize(
    ("otherwise", "faults"),
    [
        ([{"first": 2}, {"first": 3}], ["rounds_twice"]),
        ([{"first": 2, "options": {"no_such": 1}}], ["invalid_option"]),
        ([{"first": 2, "data": "A" * 43}], ["invalid_option"]),
    ],
)
def test_faults_of_single_rounds_are_told(world: World, otherwise: list[Any], faults: list[str]) -> None:
    body = {"game": "fightdrome", "format": {"format": "swiss", "rounds": 4}, "at_rounds": otherwise, "dry_run": True}
    answer = world.post("/tournaments", body, token=world.key("organiser"))
    assert [fault["code"] for fault in answer.json["faults"]] == faults
