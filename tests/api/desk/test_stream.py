"""Being told of cases: the first page of the list, whenever it has changed, and what is overdue by time alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.requests.desk_list import LOOKS_EVERY
from domain.ledger.api_keys import key_id
from domain.ledger.desk.cases import CaseSigns
from tests.api.desk.calls import Desk
from tests.api.streams import Event, Stream, closing
from tests.api.world import World, code

STREAM = "/cases/stream"


@pytest.fixture
def world() -> World:
    return World(longest_stream=600.0)


def happen(world: World, monkeypatch: pytest.MonkeyPatch, *things: Callable[[], object]) -> None:
    """Let one thing happen at each wait, then let the service stop."""
    left = list(things)

    def wait(before: CaseSigns, timeout: float) -> bool:
        assert before == world.store.desk.cases.signs()
        assert timeout <= LOOKS_EVERY
        left.pop(0)() if left else world.store.release()
        return True

    monkeypatch.setattr(world.store.desk, "wait", wait)


def told(events: list[Event]) -> list[list[tuple[str, bool]]]:
    """Return the state of each case of each notice, and whether it is overdue."""
    pages = [event.said["cases"] for event in events if event.name == "message"]
    return [[(row["state"], row["overdue"]) for row in page] for page in pages]


def test_officers_are_told_of_calls_claims_and_what_is_overdue(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(world)

    def later() -> None:
        world.clock.at += 15 * 60_000

    def claim() -> None:
        (row,) = world.get("/cases", token=desk.anna).json["cases"]
        desk.done(row["case"], "claim")

    happen(world, monkeypatch, desk.call, lambda: desk.table.act(0, "end_turn"), later, claim)
    events = list(Stream(world, STREAM, token=desk.otto))
    assert events[0].said == {"stream": "desk"}
    assert told(events) == [[], [("open", False)], [("open", True)], [("claimed", False)]]
    assert closing(events) == {"reason": "stopping"}
    page = world.get("/cases", token=desk.otto).json
    assert events[-2].said == {"mark": events[-2].id, **page}
    happen(world, monkeypatch)
    for path, headers in ((STREAM, {"Last_Event_ID": str(events[-2].id)}), (f"{STREAM}?mark={events[-2].id}", {})):
        world.serve_again()
        assert told(list(Stream(world, path, token=desk.otto, **headers))) == []


def test_the_stream_ends_with_its_key(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(world)
    happen(world, monkeypatch, lambda: world.store.keys.revoke(str(key_id(desk.anna)), at=1))
    assert closing(list(Stream(world, STREAM, token=desk.anna))) == {"reason": "bad_credentials"}


def test_nobody_else_is_told(world: World) -> None:
    assert code(world.get(STREAM), 401) == "credentials_needed"
    assert code(world.get(STREAM, token=world.key("organiser")), 403) == "not_allowed"
