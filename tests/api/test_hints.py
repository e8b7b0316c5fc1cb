"""Hints: what a bot would do, from what a seat knows alone; only against bots, where no clock runs."""

from __future__ import annotations

from typing import Any

import pytest

from api.resources import hints
from domain.audit.checks import verify_bytes
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


def asked_at(world: World, seats: list[dict[str, Any]] = AGAINST_BOTS, **opening: Any) -> tuple[Opened, int]:
    """Return a table at which seat 0 asked for a hint and then gave up, and the entry with which that is told."""
    table = world.opened(seats, **opening)
    n = hint(table).json["n"]
    assert hint(table).json["n"] == n, "asked twice, it is told once"
    assert marks(table, seat=0) == marks(table) == [], "nothing has followed"
    table.act(0, "concede")
    return table, n + 1


def marks(table: Opened, language: str = "en", **who: Any) -> list[tuple[str, str]]:
    """Return where a scene's story tells that somebody asked a bot, and in which words."""
    story = table.get("/scene", headers={"Accept-Language": language}, **who).json["story"]
    return [(one["at"], one["say"]) for one in story if "asked the bot" in one["say"] or "ヒント" in one["say"]]


def test_everybody_is_told_before_which_entry_somebody_asked(world: World) -> None:
    """In the scene, the review and the page without a script, also once the table has ended."""
    table, n = asked_at(world)
    assert marks(table, seat=0) == [(f"{n}", f"Ada (you) asked the bot before entry {n}.")]
    said = f"Ada asked the bot before entry {n}."
    assert marks(table) == marks(table, token=world.key("arbiter")) == [(f"{n}", said)]
    assert marks(table, "ja") == [(f"{n}", f"Adaは記録{n}の前にボットのヒントを求めました。")]
    chunk = table.get("/frames/0?viewer=spectator").json
    first = next(frame for frame in chunk["frames"]["spectator"] if frame["n"] == n)
    place, fact = first["told"][0]
    assert (chunk["pool"]["texts"][place], fact) == (said, None)
    assert chunk["pool"]["texts"].count(said) == 1
    page = world.app.test_client().get(f"/t/{table.id}").text
    assert f"<li><b>{n}</b> {said}</li>" in page


def test_frames_that_were_looked_at_before_go_on_with_the_mark(world: World) -> None:
    """Nothing that was filmed changes: a mark comes with the entry that follows."""
    table = world.opened(AGAINST_BOTS)
    n = hint(table).json["n"]
    before = table.get("/frames/0?viewer=spectator").json["frames"]["spectator"]
    table.act(0, "concede")
    after = table.get("/frames/0?viewer=spectator").json
    assert after["frames"]["spectator"][: len(before)] == before
    assert f"Ada asked the bot before entry {n + 1}." in after["pool"]["texts"]


def test_the_record_knows_nothing_of_hints(world: World) -> None:
    table, _ = asked_at(world)
    record = table.get("/record").data
    assert b"hint" not in record
    assert b"asked" not in record
    assert verify_bytes(record).failed == ()


def test_who_sees_a_table_later_hears_of_a_hint_with_the_entry(world: World) -> None:
    """Byte for byte what there was before it was asked for."""
    table = world.opened(AGAINST_BOTS, delay_entries=1)
    before = table.get("/scene").json
    n = hint(table).json["n"]
    assert {**table.get("/scene").json, "now": before["now"]} == before
    table.act(0, "end_turn")
    assert (marks(table), len(marks(table, seat=0))) == ([], 1)
    table.act(0, "concede")
    assert marks(table) == [(f"{n + 1}", f"Ada asked the bot before entry {n + 1}.")]


def test_a_mark_stays_when_its_author_is_erased(world: World) -> None:
    table, n = asked_at(world)
    holder = world.store.table(table.id).book.holders[0]
    assert holder is not None
    assert world.store.people.erase(holder.player)
    ((at, said),) = marks(table)
    assert at == f"{n}"
    assert "Ada" not in said


def test_no_entry_comes_between_a_hint_and_its_mark(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has acted meanwhile, in another tab, gets no hint and no mark."""
    table = world.opened(AGAINST_BOTS)
    monkeypatch.setattr(hints, "check_hints", lambda _: table.act(0, "concede"))
    assert code(hint(table), 409) == "not_awaited"
    assert world.store.hints.of(table.id) == {}


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
