"""The feed of a key: what happened at all its tables, in order, and nothing of anybody else's."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing as closed
from pathlib import Path
from typing import Any

import pytest

from api.requests import following
from domain.ledger.store import copied, open_store
from tests.api.streams import NDJSON, Event, Stream, closing
from tests.api.world import DUEL, Opened, World, code


@pytest.fixture(autouse=True)
def in_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let waits last as long as they are asked to: `test_taken_back` looks at what happens on the way."""
    monkeypatch.setattr("api.requests.waiting.CREDENTIALS_LOOK", 3600.0)


@pytest.fixture
def world() -> World:
    return World(longest_stream=600.0)


def said(answer: Any) -> list[tuple[str, int]]:
    """Return tables and numbers of a feed's entries."""
    return [(entry["table"], entry["n"]) for entry in answer["entries"]]


def numbered(*tables: Opened) -> list[tuple[str, int]]:
    """Return what the feed says of tables that were opened one after the other."""
    return [(table.id, n) for table in tables for n in range(1, table.world.store.head(table.id) + 1)]


def happen(world: World, monkeypatch: pytest.MonkeyPatch, *things: Callable[[], object]) -> list[float]:
    """Let one thing happen at each wait for the feed, then let the service stop."""
    left, waited = list(things), []

    def wait(owner: object, after: int, timeout: float) -> bool:
        waited.append(timeout)
        left.pop(0)() if left else world.store.release()
        return True

    monkeypatch.setattr(world.store, "wait_for_feed", wait)
    return waited


def test_an_organiser_reads_what_happened_at_its_tables(world: World) -> None:
    """As a spectator does, page by page; others' tables are not there, public or not."""
    key, other = world.key("organiser"), world.key("organiser")
    first = world.opened(token=key)
    world.opened(token=other)
    second = world.opened(token=key, visibility="private")
    first.act(0, "end_turn")
    everything = world.get("/feed", token=key).json
    assert said(everything) == [*numbered(first)[:-1], *numbered(second), numbered(first)[-1]]
    lines = first.get("/entries?viewer=spectator").json["entries"]
    assert [entry["line"] for entry in everything["entries"] if entry["table"] == first.id] == lines
    page = world.get("/feed?limit=3", token=key).json
    rest = world.get(f"/feed?cursor={page['next']}", token=key).json
    assert said(page) + said(rest) == said(everything)
    assert rest["next"] == everything["next"]


def test_a_player_reads_where_it_sits_and_what_it_opened(world: World) -> None:
    ada = world.player("Ada")
    own, sits = world.opened(token=ada.token), world.opened([{"kind": "open"}, {"kind": "open"}])
    world.opened()
    assert world.post(f"{sits.path}/seats", {"seat": 0}, token=ada.token).status_code == 201
    assert said(world.get("/feed", token=ada.token).json) == numbered(own, sits)


def test_a_cursor_of_entries_that_were_lost_is_said(tmp_path: Path) -> None:
    """A backup was put in place: what comes there has places that the reader has passed already."""
    lost, backup = str(tmp_path / "lost.db"), str(tmp_path / "backup.db")
    with closed(open_store(lost)) as store:
        world = World(store)
        key = world.key("organiser")
        world.opened(token=key)
        assert copied(lost, backup, lambda done, in_all: None) == 4
        world.opened(token=key)
        cursor = world.get("/feed", token=key).json["next"]
    with closed(open_store(backup)) as store:
        world = World(store)
        assert code(world.get(f"/feed?cursor={cursor}", token=key), 422) == "invalid_cursor"
        events = list(Stream(world, f"/feed/stream?cursor={cursor}", token=key))
        assert [event.name for event in events] == ["opened", "closed"]
        assert closing(events) == {"reason": "unknown_cursor"}
        again = world.get("/feed?latest=true", token=key).json["next"]
        assert world.get(f"/feed?cursor={again}", token=key).json["entries"] == []


def test_a_cursor_tells_nothing_of_others(world: World) -> None:
    """It stays while they play, cannot be made up, and is nobody else's."""
    key, other = world.key("organiser"), world.key("organiser")
    table = world.opened(token=key)
    page = world.get("/feed?latest=true", token=key).json
    assert page["entries"] == []
    busy = world.opened(token=other)
    busy.act(0, "end_turn")
    assert world.get(f"/feed?cursor={page['next']}", token=key).json == page
    for wrong in (page["next"][:-1] + ("A" if page["next"][-1] != "A" else "Q"), "x", page["next"] + "AAAA", ""):
        answer = world.get(f"/feed?cursor={wrong}", token=key)
        assert (answer.status_code, answer.json["code"]) in ((422, "invalid_cursor"), (422, "invalid_query"))
    assert code(world.get(f"/feed?cursor={page['next']}", token=other), 422) == "invalid_cursor"
    table.act(0, "end_turn")
    assert said(world.get(f"/feed?cursor={page['next']}", token=key).json) == [(table.id, 5)]


@pytest.mark.parametrize("path", ["/feed", "/feed/stream"])
def test_only_players_and_organisers_have_a_feed(world: World, path: str) -> None:
    assert code(world.get(path), 401) == "credentials_needed"
    for token in (world.opened(DUEL).opener, world.key("operator"), world.key("arbiter")):
        assert code(world.get(path, token=token), 403) == "not_allowed"


def test_a_feed_is_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless there is something."""
    key = world.key("organiser")
    table = world.opened(token=key)
    waited = happen(world, monkeypatch, lambda: table.act(0, "end_turn"))
    cursor = world.get("/feed?wait=20", token=key).json["next"]
    assert waited == []
    assert said(world.get(f"/feed?cursor={cursor}&wait=20", token=key).json) == [(table.id, 5)]
    assert waited == [20.0]


def entries(events: list[Event]) -> list[tuple[str, int]]:
    return [(event.said["table"], event.said["n"]) for event in events if event.name == "message"]


def test_a_feed_is_followed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """From any cursor; what arrives is byte for byte what is read later."""
    key = world.key("organiser")
    table = world.opened(token=key)
    monkeypatch.setattr("api.requests.feeding.PAGE", 3)
    with monkeypatch.context() as patch:
        happen(world, patch, lambda: world.opened(token=key), world.opened, lambda: table.act(0, "end_turn"))
        events = list(Stream(world, "/feed/stream", token=key))
    assert events[0].said == {"stream": "feed"}
    assert closing(events) == {"reason": "stopping"}
    later = world.get("/feed", token=key)
    assert entries(events) == said(later.json)
    assert b",".join([event.text for event in events if event.name == "message"]) in later.data
    world.serve_again()
    happen(world, monkeypatch)
    middle = next(event for event in events if event.name == "message").id
    assert middle is not None
    assert entries(list(Stream(world, "/feed/stream", token=key, Last_Event_ID=middle))) == entries(events)[1:]
    world.serve_again()
    lines = world.get(f"/feed/stream?cursor={middle}", token=key, headers={"Accept": NDJSON}).data.splitlines()
    assert lines[-1] == b'{"note":{"event":"closed","reason":"stopping"}}'
    assert b'"cursor":' in lines[1]


def test_a_feed_ends_with_its_key(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = world.store.keys.add("organiser", "", at=0)
    table = world.opened(token=made.text)
    happen(world, monkeypatch, lambda: (world.store.keys.revoke(made.key.id, at=1), table.act(0, "end_turn")))
    events = list(Stream(world, "/feed/stream?latest=true", token=made.text))
    assert [event.name for event in events] == ["opened", "closed"]
    assert closing(events) == {"reason": "bad_credentials"}


def test_who_falls_behind_in_a_feed_is_cut_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    key = world.key("organiser")
    monkeypatch.setattr("api.requests.feeding.BEHIND_AT_MOST", 3)
    happen(world, monkeypatch, lambda: world.opened(token=key))
    assert following.BEHIND_AT_MOST > 3
    assert closing(list(Stream(world, "/feed/stream?latest=true", token=key))) == {"reason": "behind"}


def test_a_ticket_follows_a_feed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the key that asked for it, and no table."""
    key = world.key("organiser")
    table = world.opened(token=key)
    assert code(world.post("/feed/ticket"), 401) == "credentials_needed"
    text = world.post("/feed/ticket", token=key).json["ticket"]
    assert code(table.get(f"/stream?ticket={text}"), 401) == "bad_credentials"
    happen(world, monkeypatch)
    assert entries(list(Stream(world, f"/feed/stream?ticket={text}"))) == numbered(table)
