"""A quiet call worked by hand: nobody else hears of it until the end.

Source: issue "The arbiter's desk", section 5: a quiet claim at 30 s, dismissed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.ledger.quietly import call_quietly
from domain.ledger.store import open_store
from domain.table.cases import Call, claim, dismiss, open_case
from tests.api.world import Opened, World
from tests.ledger.desk import decide

S = 1000  # milliseconds
PATHS = ("", "/view", "/scene", "/actions", "/entries", "/record", "/result", "/attempts", "/connections", "/frames/0")
BY_CHANCE = ("x-request-id", "date", "ratelimit", "ratelimit-policy")


def told(table: Opened) -> list[Any]:
    """Return all that the other seat, a spectator and the opener hear of a table: status, headers and body."""
    heard: list[Any] = []
    for path in PATHS:
        for token in (table.tokens[0], None, table.opener):
            answer = table.get(path, token=token)
            headers = sorted(pair for pair in answer.headers.items() if pair[0].lower() not in BY_CHANCE)
            heard.append((path, answer.status_code, headers, answer.data))
    heard.append(table.world.get("/tables").data)
    return heard


def test_a_quiet_call_at_30_seconds_tells_the_others_nothing_until_the_end() -> None:
    """Bodies, ETags, sizes, numbers and times equal those of the world without it."""
    world = World(open_store(":memory:"))
    table = world.opened(clock={"move_ms": 60_000})
    world.clock.at += 30 * S
    before = told(table)
    at = world.clock.at
    call = partial(open_case, case="c7", call=Call("1", "rule"), at=at, by="seat:1")
    for action in (
        call,
        partial(claim, case="c7", at=at, by="arbiter:a"),
        partial(dismiss, case="c7", code="unfounded", at=at, by="arbiter:a"),
    ):
        assert call_quietly(world.store, table.id, "c7", action) is not None
    assert told(table) == before
    world.clock.at += 15 * S
    table.act(0, "end_turn")
    entries = [line["entry"] for line in table.get("/entries").json["entries"]]
    assert entries[-1]["used_ms"] == 45 * S
    assert "case" not in table.get("/entries").text
    table.act(1, "concede")
    ended = [line["entry"] for line in table.get(f"/entries?after={entries[-1]['n']}").json["entries"]]
    kinds = [entry["kind"] for entry in ended]
    assert kinds[-5:] == ["result_confirmed", "case_opened", "case_claimed", "case_dismissed", "secrets_opened"]
    assert (ended[-4]["filed_at"], ended[-4]["at"] - ended[-4]["filed_at"]) == (at, 15 * S)


def test_a_call_after_the_end_is_an_entry_at_once() -> None:
    world = World(open_store(":memory:"))
    table = world.opened()
    table.act(0, "concede")
    call = partial(open_case, case="c7", call=Call("1", "conduct"), at=world.clock.at, by="seat:1")
    decide(world.store, table.id, "c7", call)
    assert table.get("/entries?after=6").json["entries"][-1]["entry"]["kind"] == "case_opened"
