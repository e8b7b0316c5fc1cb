"""A sandbox: a whole tournament by bots on a clock that jumps, marked wherever it is seen."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.running.bots import fresh_chance, play_out
from api.running.sandboxes import THINKING_MS
from domain.record.cases import DAY_MS
from domain.tournament.log.check import check
from tests.api.desk.calls import Desk
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import BEGIN, Opened, World, code

FEW_ACTIONS = 5  # fewer than any game has


def played(cup: Cup) -> None:
    """Let the bots play and the runner look until nothing is left to do; no time passes."""
    store, clock = cup.world.store, cup.world.clock
    while cup.runner.look() or store.listings.bots_due():
        for table in store.listings.bots_due():
            play_out(store, table, fresh_chance(), clock)


@pytest.mark.long
def test_a_whole_tournament_is_tried_in_no_time(world: World) -> None:
    """With the same entries, feed and webhooks; the times are those that it would have taken."""
    cup = Cup(world, game="chanic_panic", sandbox=True)
    hooked = Hooked(cup)
    registered = cup.register("Ada", "Bob", "Cid", "Dee")
    assert {one["bot"] for one in registered} == {"sensible"}
    cup.do("/start")
    for number in (1, 2):
        cup.do("/rounds", {"round": number})
        played(cup)
    cup.do("/end")
    assert world.clock.at == BEGIN
    hooked.later(0)
    letters = hooked.inbox.told
    assert {letter["data"]["sandbox"] for letter in letters} == {True}
    assert {headers["webhook-timestamp"] for *_, headers in hooked.inbox.attempts} == {str(BEGIN // 1000)}
    record = cup.get("/record").text.encode().splitlines()
    assert {checked.status for checked in check(record)} == {"passed"}
    entries = [msgspec.json.decode(line)["entry"] for line in record]
    assert [letter["data"]["entry"] for letter in letters] == entries
    assert entries[0]["sandbox"] is True
    assert entries[-1]["at"] >= BEGIN + 2 * FEW_ACTIONS * THINKING_MS
    assert [entry["kind"] for entry in entries].count("result_counted") == 4


@pytest.fixture
def cup(world: World) -> Cup:
    """A sandbox with one table in its first round."""
    cup = Cup(world, sandbox=True, label="Open")
    cup.register("Ada", "Bob")
    cup.do("/start")
    cup.round(1)
    return cup


def table_of(cup: Cup) -> Any:
    (listed,) = cup.world.get(f"/tables?series={cup.id}").json["tables"]
    return listed


def test_it_is_marked_wherever_it_is_seen(cup: Cup) -> None:
    """In the list, the tournament, its record and standings, the names of its sheets, and at its tables."""
    (row,) = cup.world.get("/tournaments").json["tournaments"]
    assert (row["sandbox"], cup.get().json["sandbox"], cup.get("/standings").json["sandbox"]) == (True, True, True)
    assert cup.get("/feed").json["entries"][0]["entry"]["sandbox"] is True
    assert "-sandbox-players.csv" in cup.get("/sheets/players.csv").headers["Content-Disposition"]
    pages = [cup.world.app.test_client().get(path).text for path in ("/tournaments", cup.path)]
    assert ["Sandbox: Open" in page for page in pages] == [True, True]
    table = table_of(cup)
    assert table["label"] == "SANDBOX Open"
    (opened, *_) = cup.world.store.entries(table["id"])
    assert msgspec.json.decode(opened.public)["tournament"]["sandbox"] is True


def test_a_real_one_is_no_sandbox_and_never_becomes_one(world: World) -> None:
    """Only the first entry says it, by a word of who opens it."""
    cup = Cup(world, label="Open")
    (ada, _) = cup.register("Ada", "Bob")
    assert (ada["bot"], cup.get().json["sandbox"]) == (None, False)
    assert "sandbox" not in cup.get("/record").text
    for path in ("/start", "/cancel"):
        assert code(cup.post(path, {"sandbox": True}), 422) == "invalid_body"
    cup.do("/start")
    cup.round(1)
    assert table_of(cup)["label"] == "Open"


def test_in_a_real_one_bots_act_now(world: World) -> None:
    cup = Cup(world)
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    for table in world.store.listings.bots_due():
        play_out(world.store, table, fresh_chance(), world.clock)
        assert world.store.table(table).book.at == BEGIN


def test_bots_stay_within_their_clocks(world: World) -> None:
    cup = Cup(world, sandbox=True, clock={"bank_ms": 3_000})
    cup.register("Ada", "Bob")
    cup.do("/start")
    cup.round(1)
    (table,) = world.store.listings.bots_due()
    play_out(world.store, table, fresh_chance(), world.clock)
    assert world.store.table(table).book.at > BEGIN
    assert "action_forced" not in [entry.kind for entry in world.store.entries(table)]


def test_nobody_but_bots_plays_there(world: World) -> None:
    """Whoever registers by the code is played by one too."""
    cup = Cup(world, sandbox=True, registration="code")
    eve = cup.do("/registration", {"code": cup.opened["registration_code"], "name": "Eve"}, token=None)
    assert cup.get(f"/players/{eve['player']}").json["bot"] == "sensible"
    assert cup.register("Rob", bot="random")[0]["bot"] == "random"


def test_what_is_only_waited_for_comes_at_once(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that was dismissed can be appealed for a day; a fault at another table does not hold it up."""
    world, table = cup.world, table_of(cup)["id"]
    desk = Desk(world, Opened(world, {"table": {"id": table}, "opener_token": "", "seats": []}))
    operator = world.key("operator")
    paused = world.post(f"/tables/{table}/pause", {"reason": "dispute"}, token=operator)
    assert paused.status_code == 200, paused.text
    case = world.post(f"/tables/{table}/cases", {"about": "rule"}, token=operator).json["case"]
    desk.done(case, "claim")
    desk.done(case, "dismiss", {"code": "unfounded"})
    assert world.post(f"/tables/{table}/resume", token=operator).status_code == 200
    play_out(world.store, table, fresh_chance(), world.clock)
    rows = world.store.tournaments.rows
    ((waiting, due),) = rows.waiting_in_sandboxes(9)
    assert (waiting, due > BEGIN + DAY_MS) == (table, True)
    monkeypatch.setattr(rows, "waiting_in_sandboxes", lambda most: (("none", 1), (table, due)))
    cup.runner.look()
    monkeypatch.undo()
    assert rows.waiting_in_sandboxes(9) == ()
    assert cup.get("/rounds/1").json["tables"][0]["rests_on"] is not None
    assert world.clock.at == BEGIN


def test_boards_are_tried_by_bots_of_two_strengths_in_turn(world: World) -> None:
    """Bots of one strength would play the same deal alike; whoever is named a bot keeps it."""
    cup = Cup(world, game="chanic_panic", sandbox=True, same_deal=True)
    first, others = cup.register("Ada", "Bob", "Cid"), cup.register("Dee")
    assert [one["bot"] for one in (*first, *others)] == ["sensible", "random", "sensible", "random"]
    named = cup.do("/players", {"players": [{"name": "Eva", "bot": "random"}]})
    assert named["players"][0]["bot"] == "random"
