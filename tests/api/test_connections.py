"""Who is connected: shown only where the table was opened so, in no entry, and known to all processes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from api.connections import SPARE_MS
from api.running import connections
from api.running.connections import ConnectionsRunner
from api.service import EXTENSION, Service
from domain.ledger.errors import UnavailableError
from domain.ledger.store import open_store
from tests.api.streams import Stream, happen
from tests.api.world import DUEL, Opened, World

BOT = {"kind": "bot"}
SHOWN: dict[str, Any] = {"connection": "shown"}


def service_of(world: World) -> Service:
    """Return the service behind a world."""
    found: Service = world.app.extensions[EXTENSION]
    return found


def runner_of(world: World) -> ConnectionsRunner:
    """Return what tells other processes."""
    return ConnectionsRunner(service_of(world).connections, world.store, world.settings, world.clock)


def there(table: Opened) -> list[bool]:
    """Return whether each seat is connected, as a stranger reads it."""
    answer = table.get("/connections").json
    assert answer["connection"] == "shown"
    assert [shape["seat"] for shape in answer["seats"]] == list(range(len(answer["seats"])))
    return [shape["connected"] for shape in answer["seats"]]


def test_a_seat_is_connected_while_it_asks_for_something_and_for_a_while_after(world: World) -> None:
    """As long as its longest wait may take, and some seconds to ask again."""
    table = world.opened([*DUEL, BOT], **SHOWN)
    assert there(table) == [False, False, True]
    table.get("/view", seat=1)
    assert there(table) == [False, True, True]
    world.clock.at += int(world.settings.longest_wait * 1000) + SPARE_MS
    assert there(table) == [False, True, True]
    world.clock.at += 1
    assert there(table) == [False, False, True]


def test_a_players_key_is_its_seat_and_others_are_nobody(world: World) -> None:
    ada = world.player("Ada")
    table = world.opened([{"kind": "open"}, {"kind": "open"}], **SHOWN)
    table.post("/seats", {}, token=ada.token)
    table.get("", token=world.key("operator"))
    table.get("", token=table.opener)
    world.clock.at += 60_000
    assert there(table) == [False]
    table.get("/actions", token=ada.token)
    assert there(table) == [True]


def test_a_table_that_hides_it_tells_nothing_and_keeps_nothing(world: World) -> None:
    """The default: every answer is the same, whether a seat is there or not."""
    table = world.opened()
    before = table.get("/connections").json
    table.get("/view", seat=0)
    assert before == table.get("/connections").json == {"table": table.id, "connection": "hidden", "seats": []}
    runner_of(world).tell()
    assert world.store.seats_seen.of(table.id) == {}
    assert "connection" not in table.get("/entries").json["entries"][0]["entry"]


def test_it_stands_in_entry_1_and_nobodys_presence_in_any(world: World) -> None:
    table = world.opened(**SHOWN)
    n = world.store.head(table.id)
    table.get("/view", seat=0)
    assert table.get("").json["connection"] == "shown"
    assert table.get("/entries").json["entries"][0]["entry"]["connection"] == "shown"
    assert world.store.head(table.id) == n


def test_another_process_hears_of_it_and_of_nothing_twice(tmp_path: Path) -> None:
    path = str(tmp_path / "x.db")
    with closing(open_store(path)) as store, closing(open_store(path)) as other:
        here, elsewhere = World(store), World(other)
        table = here.opened(**SHOWN)
        table.get("/view", seat=0)
        twin = Opened(elsewhere, {"table": {"id": table.id}, "opener_token": "", "seats": []})
        assert there(twin) == [False, False]
        runner_of(here).tell()
        assert there(twin) == [True, False]
        assert service_of(here).connections.tell(store, 0) == 0
        for world in (here, elsewhere):
            world.clock.at += 60_000
        runner_of(here).tell()
        assert (there(table), there(twin)) == ([False, False], [False, False])
        table.get("/view", seat=1)
        runner_of(here).tell()
        assert store.seats_seen.of(table.id) == {1: here.clock.at}


def test_what_cannot_be_told_is_told_the_next_time(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By a thread of its own, which ends when it is told to."""
    table = world.opened(**SHOWN)
    table.get("/view", seat=0)

    def fail(*_: object, **__: object) -> None:
        raise UnavailableError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(world.store.seats_seen, "put", fail)
        runner_of(world).tell()
    assert "who is connected cannot be told to the other processes: the disk is full" in caplog.text
    monkeypatch.setattr(connections, "TELL", 0.001)
    runner = runner_of(world)
    runner.start()
    while not world.store.seats_seen.of(table.id):
        runner._telling._thread.join(0.001)
    runner.stop()
    runner_of(world).stop()


def test_whoever_follows_the_table_stays_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream looks again at each of its heartbeats at the latest."""
    world = World(longest_stream=600.0)
    table = world.opened(**SHOWN)
    seen: list[list[bool]] = []

    def a_minute_later() -> None:
        seen.append(there(table))
        world.clock.at += 60_000

    happen(world, monkeypatch, a_minute_later, a_minute_later)
    list(Stream(world, f"{table.path}/stream", token=table.tokens[1]))
    assert seen == [[False, True], [False, True]]
    assert there(table) == [False, True]
    world.clock.at += 60_000
    assert there(table) == [False, False]
