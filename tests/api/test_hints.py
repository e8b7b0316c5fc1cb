"""Hints: what a bot would do, from what a seat knows alone; only against bots, where no clock runs."""

from __future__ import annotations

from typing import Any

from tests.api.world import Answer, Opened, World, code

AGAINST_BOTS: list[dict[str, Any]] = [{"kind": "token", "name": "Ada"}, {"kind": "bot", "bot": "sensible"}]


def hint(table: Opened, seat: int | None = 0) -> Answer:
    """Ask for a hint, with the credentials of a seat."""
    return table.post("/hint", {}, seat=seat)


def test_a_hint_is_a_legal_command_as_a_sentence_and_stays_the_same(world: World) -> None:
    table = world.opened(AGAINST_BOTS)
    told = hint(table)
    assert told.status_code == 200, told.text
    scene = table.get("/scene", seat=0).json
    assert scene["hints"] is True
    assert (told.json["n"], told.json["table"]) == (scene["n"], table.id)
    commands = [({"tag": one["tag"], "body": one["body"]}, one["say"]) for one in scene["commands"]]
    assert (told.json["command"], told.json["say"]) in commands
    assert hint(table).json == told.json
    assert table.get("/scene", seat=0).json["n"] == scene["n"], "it leaves nothing in the record"


def test_a_hint_speaks_the_callers_language(world: World) -> None:
    table = world.opened(AGAINST_BOTS)
    said = table.post("/hint", {}, seat=0, headers={"Accept-Language": "ja"})
    assert said.headers["Content-Language"] == "ja"
    assert said.json["say"] != hint(table).json["say"]


def test_no_hint_against_people_nor_for_those_who_do_not_sit_there(world: World) -> None:
    table = world.opened()
    assert table.get("/scene", seat=0).json["hints"] is False
    assert code(hint(table), 403) == "not_allowed"
    assert code(hint(table, seat=None), 401) == "credentials_needed"
    other = world.opened(AGAINST_BOTS)
    assert code(other.post("/hint", {}, token=table.tokens[0]), 403) == "no_seat"


def test_no_hint_where_a_clock_runs_or_nothing_is_asked(world: World) -> None:
    clocked = world.opened(AGAINST_BOTS, clock={"move_ms": 60_000})
    assert code(hint(clocked), 409) == "no_hints"
    table = world.opened(AGAINST_BOTS)
    table.act(0, "concede")
    assert code(hint(table), 409) == "not_awaited"


def test_hints_are_counted_by_seat() -> None:
    world = World(limit_hints="2/hour")
    table = world.opened(AGAINST_BOTS)
    assert [hint(table).status_code for _ in range(3)] == [200, 200, 429]
    assert hint(world.opened(AGAINST_BOTS)).status_code == 200
