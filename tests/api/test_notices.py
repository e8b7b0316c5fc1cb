"""Notices for correspondence players: a stream that tells which tables await a player, whenever that has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.streams import NDJSON, Event, Stream, closing
from tests.api.world import Opened, Player, World, code

NOTICES = "/players/me/stream"
END = {"command": {"tag": "end_turn"}}


@pytest.fixture
def world() -> World:
    return World(longest_stream=600.0)


def duel(world: World, *players: Player) -> Opened:
    """Return a table at which players sit in this order, the first one awaited."""
    table = world.opened([{"kind": "open"}, {"kind": "open"}])
    for seat, player in enumerate(players):
        assert table.post("/seats", {"seat": seat}, token=player.token).status_code == 201
    return table


def end_turn(table: Opened, player: Player) -> None:
    table.world.clock.at += 1_000  # whoever waits longest comes first
    assert table.post("/actions", END, token=player.token, headers={"If-Match": "*"}).status_code == 200


def happen(world: World, monkeypatch: pytest.MonkeyPatch, *things: Callable[[], object]) -> None:
    """Let one thing happen at each wait, then let the service stop."""
    left = list(things)

    def wait(player: str, before: tuple[int, int, int], timeout: float) -> bool:
        assert before == world.store.players.signs(player)
        left.pop(0)() if left else world.store.release()
        return True

    monkeypatch.setattr(world.store, "wait_for_player", wait)


def awaiting(events: list[Event]) -> list[list[str]]:
    """Return the tables of each notice."""
    return [[row["table"] for row in event.said["tables"]] for event in events if event.name == "message"]


def test_a_player_is_told_whenever_other_tables_await_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """First what awaits it now; nothing for what changes nothing; with a mark only what is new."""
    ada, bob = world.player("Ada"), world.player("Bob")
    first, second = duel(world, ada, bob), duel(world, bob, ada)
    with monkeypatch.context() as patch:
        happen(world, patch, lambda: end_turn(second, bob), lambda: duel(world, bob, ada), lambda: end_turn(first, ada))
        events = list(Stream(world, NOTICES, token=ada.token))
    assert events[0].said == {"stream": "notices"}
    assert closing(events) == {"reason": "stopping"}
    assert awaiting(events) == [[first.id], [first.id, second.id], [second.id]]
    row = events[1].said["tables"][0]
    assert (row["game"], row["n"], row["awaited"]["seat"], row["awaited"]["tag"]) == ("chanic_panic", 4, 0, '"4"')
    inbox = world.get("/players/me/tables?awaited=true", token=ada.token).json
    assert events[-2].id == events[-2].said["mark"] == inbox["mark"]
    happen(world, monkeypatch)
    for known in ({"Last_Event_ID": inbox["mark"]}, {}):
        world.serve_again()
        path = NOTICES if known else f"{NOTICES}?mark={inbox['mark']}"
        assert awaiting(list(Stream(world, path, token=ada.token, **known))) == []


def test_a_stream_of_notices_ends_with_its_key(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = world.player("Ada")
    happen(world, monkeypatch, lambda: world.store.keys.revoke(ada.key, at=1))
    events = list(Stream(world, NOTICES, token=ada.token))
    assert awaiting(events) == [[]]
    assert closing(events) == {"reason": "bad_credentials"}


def test_only_players_have_notices(world: World) -> None:
    assert code(world.get(NOTICES), 401) == "credentials_needed"
    assert code(world.get(NOTICES, token=world.key("operator")), 403) == "not_allowed"


def test_notices_come_as_lines_and_by_ticket(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = world.player("Ada")
    happen(world, monkeypatch)
    lines = world.get(NOTICES, token=ada.token, headers={"Accept": NDJSON}).data.splitlines()
    assert lines[0] == b'{"note":{"event":"opened","stream":"notices"}}'
    assert lines[1].startswith(b'{"mark":')
    world.serve_again()
    ticket = world.post("/feed/ticket", token=ada.token).json["ticket"]
    assert awaiting(list(Stream(world, f"{NOTICES}?ticket={ticket}"))) == [[]]
