"""A table that cannot be read keeps nobody from the others: in lists, on pages, in inboxes and feeds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.games import UnknownGameError
from domain.ledger.api_keys import Scope
from domain.ledger.errors import DamagedError
from domain.ledger.store import open_store
from tests.api.streams import Stream
from tests.api.tournaments.cup import Cup
from tests.api.world import Player, World, code

SEATS: list[dict[str, Any]] = [{"kind": "code"}, {"kind": "token", "name": "Bob"}]


class Damaged(NamedTuple):
    """A service with tables of one organiser at which one player sits, some of which are damaged."""

    world: World
    organiser: str
    ada: Player
    wrong: tuple[str, ...]
    delayed: str
    good: tuple[str, ...]


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Damaged]:
    """A table, one that others see later, and a private one are damaged; the first and the last are good."""
    file = str(tmp_path / "x.db")
    with closing(open_store(file)) as store:
        world = World(store)
        ada, organiser = world.player("Ada"), world.key("organiser")
        ways: list[dict[str, Any]] = [{}, {}, {"delay_seconds": 60}, {"visibility": "private"}, {"delay_seconds": 60}]
        tables = [world.opened(SEATS, token=organiser, **way) for way in ways]
        for table in tables:
            world.clock.at += 1  # who waits longer comes first
            invited = {"join_code": table.answer["seats"][0]["join_code"]}
            assert table.post("/seats", invited, token=ada.token).status_code == 201
        first, *wrong, last = [table.id for table in tables]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DROP TRIGGER entries_stay")
        where = "originator_id = ? AND originator_version = 3"
        connection.executemany(f"UPDATE stored_events SET state = x'0700' WHERE {where}", [(name,) for name in wrong])
    with closing(open_store(file)) as store:
        yield Damaged(World(store), organiser, ada, tuple(wrong), wrong[1], (first, last))


def ids(world: World, path: str, token: str | None = None) -> list[str]:
    answer = world.get(path, token=token)
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json["tables"]]


def test_lists_leave_out_what_nobody_can_say_how_they_may_see(damaged: Damaged) -> None:
    """Of a delayed table the row is of then, which nobody can read; another table's says what it says."""
    world, (first, last) = damaged.world, damaged.good
    plain = damaged.wrong[0]
    assert ids(world, "/tables") == [last, plain, first]
    assert ids(world, "/tables?status=running") == [plain, first]
    assert ids(world, "/tables?mine=true", damaged.organiser) == [last, damaged.wrong[2], plain, first]
    assert world.app.test_client().get("/").status_code == 200
    assert code(world.get(f"/tables/{plain}"), 500) == "damaged_table"


def test_an_officer_who_plays_is_not_shown_a_private_table_that_nobody_can_read(damaged: Damaged) -> None:
    """It may be one of a board that it plays."""
    keys, at = damaged.world.store.keys, damaged.world.clock.at
    operator = keys.add("operator", "Ada's", at=at, scope=Scope(player=damaged.ada.id)).text
    assert damaged.wrong[2] not in ids(damaged.world, "/tables", operator)


def test_an_inbox_goes_on_without_it(damaged: Damaged) -> None:
    world, ada = damaged.world, damaged.ada.token
    mine = world.get("/players/me/tables", token=ada).json["tables"]
    assert [(row["id"], len(row["awaited"])) for row in mine] == [
        (table, int(table in damaged.good)) for table in (damaged.good[1], *damaged.wrong[::-1], damaged.good[0])
    ]
    assert ids(world, "/players/me/tables?awaited=true", ada) == [*damaged.good]
    events = list(Stream(world, "/players/me/stream", token=ada))
    assert [row["table"] for row in events[1].said["tables"]] == [*damaged.good]


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_a_feed_goes_on_behind_an_entry_that_is_damaged(damaged: Damaged, limit: int) -> None:
    """It is left out, and its table tells what it is."""
    world, ada = damaged.world, damaged.ada.token
    told: list[tuple[str, int]] = []
    cursor = ""
    for _ in range(30):
        page = world.get(f"/feed?limit={limit}{cursor}", token=ada).json
        told += [(entry["table"], entry["n"]) for entry in page["entries"]]
        cursor = f"&cursor={page['next']}"
    count = {table: [n for of, n in told if of == table] for table in (*damaged.good, *damaged.wrong)}
    assert {tuple(numbers) for table, numbers in count.items() if table in damaged.good} == {(1, 2, 3, 4)}
    assert {tuple(numbers) for table, numbers in count.items() if table in damaged.wrong} == {(1, 2, 4)}
    events = [event.said for event in Stream(world, "/feed/stream", token=ada) if event.name == "message"]
    assert [(entry["table"], entry["n"]) for entry in events] == told


def test_a_game_that_this_release_does_not_know_is_like_damage(
    damaged: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, first = damaged.world, damaged.good[0]
    table = world.store.table

    def unknown(name: str) -> Any:
        if name == first:
            raise UnknownGameError("whist")
        return table(name)

    monkeypatch.setattr(world.store, "table", unknown)
    assert ids(world, "/players/me/tables?awaited=true", damaged.ada.token) == [damaged.good[1]]


@pytest.mark.parametrize(("delay", "status"), [({}, "open"), ({"delay_seconds": 60}, "opening")])
def test_a_round_goes_on_without_it(
    world: World, monkeypatch: pytest.MonkeyPatch, delay: dict[str, Any], status: str
) -> None:
    cup = Cup(world, round_ms=60_000, **delay)
    cup.register("Ada", "Bob", "Cleo", "Dan")
    cup.do("/start")
    first = cup.round(1)["tables"][0]["table"]
    table = world.store.table

    def broken(name: str) -> Any:
        if name == first:
            raise DamagedError(name, 3, "its bytes are others")
        return table(name)

    monkeypatch.setattr(world.store, "table", broken)
    assert [one["status"] for one in cup.get("/rounds/1", token=None).json["tables"]] == [status, "open"]
