"""No-shows over HTTP: who may declare one, when, and that the record proves it."""

from __future__ import annotations

import pytest

from domain.audit.checks import verify_bytes
from tests.api.world import DUEL, World, code

PATIENT = {"no_show_ms": 600_000}
KEYED = {"Idempotency-Key": "0123456789abcdef"}


def test_a_no_show_concedes_by_the_word_of_the_table_s_ruler(world: World) -> None:
    """Not a moment too soon; sent again it acts once; the record proves it."""
    key = world.key("organiser")
    table = world.opened(token=key, clock=PATIENT)
    world.clock.at += 599_001
    early = table.post("/seats/0/no-show", token=key)
    assert code(early, 409) == "no_show_not_yet"
    assert early.json["detail"] == "Seat 0 is a no-show in 1 seconds at the earliest."
    world.clock.at += 999
    first = table.post("/seats/0/no-show", token=key, headers=KEYED)
    assert (first.status_code, first.json["status"]) == (200, "confirmed")
    assert table.post("/seats/0/no-show", token=key, headers=KEYED).data == first.data
    assert first.json["outcome"]["ended_by"] == "concession"
    entries = [line["entry"] for line in table.get("/entries").json["entries"]]
    (forced,) = [entry for entry in entries if entry["kind"] == "action_forced"]
    assert forced["by"].startswith("organiser:")
    assert (forced["seat"], forced["command"]["tag"], forced["used_ms"]) == (0, "concede", 600_000)
    assert verify_bytes(table.get("/record").data).failed == ()


@pytest.mark.parametrize(
    ("path", "refusal"),
    [("/seats/1/no-show", "not_awaited"), ("/seats/7/no-show", "no_such_seat")],
)
def test_only_whoever_is_awaited_can_be_a_no_show(world: World, path: str, refusal: str) -> None:
    table = world.opened(clock=PATIENT)
    world.clock.at += 600_000
    assert code(table.post(path, token=table.opener), 409) == refusal


def test_no_shows_are_stated_when_the_table_is_opened(world: World) -> None:
    table = world.opened(clock={"move_ms": 600_000})
    world.clock.at += 600_000
    assert code(table.post("/seats/0/no-show", token=table.opener), 409) == "no_show_not_stated"


def test_seats_and_strangers_declare_nothing(world: World) -> None:
    """Whoever opened the table rules over it, and operators."""
    table = world.opened(DUEL, clock=PATIENT)
    world.clock.at += 600_000
    assert code(table.post("/seats/0/no-show", seat=1), 403) == "not_allowed"
    assert code(table.post("/seats/0/no-show"), 401) == "credentials_needed"
    assert code(table.post("/seats/0/no-show", token=world.key("organiser")), 403) == "not_allowed"
    assert table.post("/seats/0/no-show", token=world.key("operator")).status_code == 200
