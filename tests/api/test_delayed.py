"""Delayed viewing: who has no seat sees a table as it was, in every answer, until time or entries bring more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.streams import Stream, closing, entries_of, happen
from tests.api.world import DUEL, Opened, World, code

DEALT = 4  # entries of a table for two until the deal; the deal is the last


@pytest.fixture
def world() -> World:
    return World(longest_stream=600.0)


def delayed(world: World, *, token: str | None = None, **delay: Any) -> Opened:
    """Open a table that is dealt, and play three turns, ten seconds for each."""
    table = world.opened(DUEL, token=token, **delay)
    for turn in range(3):
        world.clock.at += 10_000
        table.act(turn % 2, "end_turn")
    return table


def seen(table: Opened, **who: Any) -> int:
    """Return the last entry that a caller hears of, the same in every answer."""
    n: int = table.get("/view", **who).json["n"]
    assert table.get(**who).json["n"] == n
    assert table.get("/entries", **who).json["last"] == n
    assert table.get("/verification", **who).json["n"] == n
    assert len(table.get("/record", **who).data.splitlines()) == n + 1
    return n


@pytest.mark.parametrize(
    ("delay", "n"),
    [
        ({}, 7),
        ({"delay_entries": 1}, 6),
        ({"delay_entries": 2}, 5),
        ({"delay_entries": 100}, DEALT - 1),
        ({"delay_seconds": 1}, 6),
        ({"delay_seconds": 10}, 6),
        ({"delay_seconds": 11}, 5),
        ({"delay_seconds": 1000}, DEALT - 1),
        ({"delay_seconds": 1, "delay_entries": 2}, 5),
        ({"delay_seconds": 11, "delay_entries": 1}, 5),
    ],
)
def test_who_has_no_seat_sees_what_was(world: World, delay: dict[str, Any], n: int) -> None:
    """So many entries ago, so many seconds ago, and the later of both; never less than there was before the deal."""
    table = delayed(world, **delay)
    assert seen(table) == n
    assert seen(table, token=table.opener) == seen(table, token=world.key("operator")) == n
    assert seen(table, seat=0) == 7
    (row,) = world.get("/tables").json["tables"]
    assert row["n"] == n
    said = table.get().json
    assert (said["delay_entries"], said["delay_seconds"]) == (delay.get("delay_entries"), delay.get("delay_seconds"))


def test_everything_is_there_before_the_deal(world: World) -> None:
    """Seats have to be found."""
    table = world.opened([{"kind": "open"}, {"kind": "open"}], delay_entries=100, delay_seconds=1000)
    assert world.post(f"{table.path}/seats", {"name": "Eve"}).status_code == 201
    assert seen(table) == 2


def test_a_look_at_what_is_hidden_sees_the_present(world: World) -> None:
    """An arbiter decides about now."""
    table = delayed(world, delay_seconds=1000)
    arbiter = world.key("arbiter")
    case = world.case(table.id, arbiter)
    assert table.get(f"/view?viewer=all&case={case}", token=arbiter).json["n"] == 7
    assert seen(table) == DEALT - 1


def test_the_end_is_delayed_too(world: World) -> None:
    """Result, secrets and all, with the status in lists; no entries follow that could bring the last ones."""
    table = delayed(world, delay_seconds=60, delay_entries=50)
    table.act(1, "concede")
    head = world.store.head(table.id)
    for now, status in ((0, "open"), (59_999, "running"), (60_000, "confirmed")):
        world.clock.at += now
        ended = status == "confirmed"
        assert table.get().json["status"] == status
        assert (table.get("/result").status_code == 200) is ended
        assert table.get("/view").json["viewer"] == ("all" if ended else "spectator")
        for asked in ("running", "confirmed", "open"):
            found = world.get(f"/tables?status={asked}").json["tables"]
            assert [row["status"] for row in found] == ([status] if asked == status else [])
        if now == 59_999:
            world.clock.at -= now
    assert seen(table) == head
    assert seen(table, seat=0) == head


def test_a_player_who_sits_there_finds_the_present_in_lists(world: World) -> None:
    ada = world.player("Ada")
    table = world.opened([{"kind": "open"}, {"kind": "token", "name": "Bob"}], delay_seconds=60)
    assert world.post(f"{table.path}/seats", {"seat": 0}, token=ada.token).status_code == 201
    for path in ("/tables?status=running", "/players/me/tables?status=running"):
        assert [row["n"] for row in world.get(path, token=ada.token).json["tables"]] == [4]
    assert world.get("/tables?status=running").json["tables"] == []
    assert [row["n"] for row in world.get("/tables?status=open").json["tables"]] == [3]


def test_who_is_connected_is_not_for_who_sees_later(world: World) -> None:
    """It tells of now."""
    table = delayed(world, delay_seconds=60, connection="shown")
    assert len(table.get("/connections", seat=0).json["seats"]) == 2
    assert table.get("/connections").json == {"table": table.id, "connection": "hidden", "seats": []}


def test_a_feed_leaves_out_delayed_tables_of_others(world: World) -> None:
    """Their entries would come out of the order of its cursors."""
    key, ada = world.key("organiser"), world.player("Ada")
    for delay in ({"delay_seconds": 60}, {"delay_entries": 2}, {"delay_seconds": 1, "delay_entries": 1}):
        delayed(world, token=key, **delay)
    assert world.get("/feed", token=key).json["entries"] == [], "whoever opened a table has no seat by that"
    world.clock.at += 1_000_000
    assert world.get("/feed", token=key).json["entries"] == []
    table = world.opened([{"kind": "open"}, {"kind": "token", "name": "Bob"}], token=key, delay_seconds=60)
    assert world.post(f"{table.path}/seats", {"seat": 0}, token=ada.token).status_code == 201
    assert world.get("/feed", token=key).json["entries"] == []
    sat = world.get("/feed", token=ada.token).json["entries"]
    assert [entry["n"] for entry in sat] == [*range(1, world.store.head(table.id) + 1)]


Happens = Callable[[], object]


def test_time_wakes_who_waits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as the next entry may be seen, and no entry that may not be seen wakes anybody."""
    table = delayed(world, delay_seconds=15)

    def passes() -> None:
        world.clock.at += 5_000

    waited = happen(world, monkeypatch, lambda: table.act(1, "end_turn"), passes)
    answer = table.get("/entries?after=5&wait=30").json
    assert ([entry["entry"]["n"] for entry in answer["entries"]], answer["last"]) == ([6], 6)
    assert waited == [5.0, 5.0]


def test_time_wakes_streams(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which send then what the viewer reads then, and end when the secrets are open to it."""
    table = delayed(world, delay_seconds=15)

    def passes() -> None:
        world.clock.at += 15_000

    waited = happen(world, monkeypatch, passes, lambda: table.act(1, "concede"), passes)
    events = list(Stream(world, f"{table.path}/stream"))
    assert events[0].said["n"] == 5
    assert closing(events) == {"reason": "viewer_changed", "viewer": "all"}
    lines = table.get("/entries?viewer=spectator", headers={"Accept": "application/x-ndjson"}).data.splitlines()
    assert entries_of(events) == lines
    assert len(lines) == world.store.head(table.id) == 11
    assert len(waited) == 3


def test_entries_wake_streams(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One comes in, one comes out; an entry that brings nothing to see sends nothing."""
    table = delayed(world, delay_entries=2)
    happen(world, monkeypatch, lambda: table.act(1, "end_turn"), lambda: table.act(0, "end_turn"))
    events = list(Stream(world, f"{table.path}/stream?after=5"))
    assert [event.id for event in events if event.name == "message"] == ["6", "7"]
    assert [event.name for event in events] == ["opened", "message", "message", "closed"]


def test_a_cursor_of_what_is_not_seen_yet_is_unknown(world: World) -> None:
    """As it was when there was no such entry."""
    table = delayed(world, delay_entries=2)
    assert closing(list(Stream(world, f"{table.path}/stream?after=6"))) == {"reason": "unknown_cursor", "n": 5}


def test_a_rematch_is_delayed_alike(world: World) -> None:
    table = delayed(world, delay_seconds=7, delay_entries=3)
    table.act(1, "concede")
    table.post("/rematch", {}, seat=0)
    answer = table.post("/rematch", {}, seat=1)
    following = world.get(f"/tables/{answer.json['next']['table']}").json
    assert (following["delay_seconds"], following["delay_entries"]) == (7, 3)


@pytest.mark.parametrize("wrong", [{"delay_entries": 0}, {"delay_seconds": 10**9}, {"delay_seconds": "1"}])
def test_a_delay_is_a_number_of_some_size(world: World, wrong: dict[str, Any]) -> None:
    body = {"game": "chanic_panic", "seats": DUEL, **wrong}
    assert code(world.post("/tables", body), 422) == "invalid_body"


def test_nobody_is_woken_for_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time alone brings nothing where entries are missing."""
    table = delayed(world, delay_entries=100, delay_seconds=1)
    waited = happen(world, monkeypatch)
    assert table.get("/entries?after=3&wait=30").json["entries"] == []
    assert waited == [30.0]


def test_a_stranger_who_wants_a_seat_hears_nothing_of_now(world: World) -> None:
    """The seat is taken, before the deal, after it, and at the end."""
    table = world.opened([{"kind": "open"}, {"kind": "token", "name": "Bob"}], start="word", delay_seconds=60)
    joined = table.post("/seats", {"name": "Ada"})
    heard = []
    for step in ("waits", "runs", "has ended"):
        if step == "runs":
            assert table.post("/start", token=table.opener).status_code == 200
        if step == "has ended":
            assert table.say(1, "concede").status_code == 200
        heard.append((step, code(table.post("/seats", {"name": "Eve", "seat": 0}), 409)))
    assert joined.status_code == 201
    assert {refused for _, refused in heard} == {"seat_taken"}


def test_a_ruler_who_sees_later_hears_in_a_refusal_nothing_of_now(world: World) -> None:
    """Whether a seat is awaited, since when, and whether the game has ended."""
    table = delayed(world, delay_entries=50, clock={"no_show_ms": 60_000})

    def said() -> list[Any]:
        paths = ["/seats/0/no-show", "/seats/1/no-show", "/cancel"]
        answers = [
            table.post(path, {"reason": "emergency"} if path == "/cancel" else {}, token=table.opener) for path in paths
        ]
        return [(answer.status_code, answer.json["code"], answer.json["detail"]) for answer in answers]

    before = said()
    assert [code for _, code, _ in before] == ["no_show_not_yet", "no_show_not_yet", "not_allowed"]
    world.clock.at += 10_000
    table.act(1, "end_turn")
    assert said() == before
    table.act(0, "concede")
    assert said() == before
    assert code(table.post("/seats/7/no-show", token=table.opener), 409) == "no_such_seat"
    assert code(table.post("/seats/0/no-show", token=world.key("operator")), 409) == "no_show_not_yet"


def test_a_look_at_nothing_is_none(world: World) -> None:
    """It leaves no entry, and so tells no more than one without."""
    table = delayed(world, delay_entries=50)
    arbiter = world.key("arbiter")
    before = world.store.head(table.id)
    answer = table.get("/entries?after=99999&viewer=all", token=arbiter).json
    assert answer == table.get("/entries?after=99999", token=arbiter).json | {"viewer": "all"}
    assert answer["last"] < before == world.store.head(table.id)
