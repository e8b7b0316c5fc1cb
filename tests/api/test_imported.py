"""Tables from an archive over HTTP: listed, shown, verified, their record given; every command is refused."""

from __future__ import annotations

from typing import Any

import pytest

from api.wire.operations import OPERATIONS, is_command
from domain.audit.opened import read_record
from domain.audit.whole import whole
from domain.kernel.seats import ARBITER, SPECTATOR
from tests.api.world import API, World, code
from tests.audit.tables import OTHERS, Game, Played, duel, given_up, ruled, went_back

pytestmark = pytest.mark.long

BODIES: dict[str, Any] = {
    "act": {"command": {"tag": "concede"}},
    "cancelTable": {"reason": "It rains."},
    "takeSeat": {"name": "Eve", "seat": 0},
    "askForCaster": {"name": "Eve", "seats": [0]},
    "askForRematch": {"name": "Eve"},
}


def taken_in(world: World, played: Played, *, full: bool) -> str:
    """Take a table in from a full copy or a spectator's; return its address."""
    table = world.store.take_in(whole(read_record(played.record(ARBITER if full else SPECTATOR))))
    return f"/tables/{table.id}"


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("played", [duel, *OTHERS])
def test_it_is_listed_shown_verified_and_its_record_given(world: World, played: Any, full: bool) -> None:
    """The record is the copy that came, byte for byte; who asks with a key sees no more than it holds."""
    address = taken_in(world, played(), full=full)
    viewer = ARBITER if full else SPECTATOR
    listed = world.get("/tables").json["tables"]
    assert [(row["id"], row["imported"], row["status"]) for row in listed] == [(address[8:], True, "confirmed")]
    assert world.get(address).json["imported"] is True
    for token in (None, world.key("operator"), world.key("arbiter")):
        assert world.get(f"{address}/record", token=token).data == played().record(viewer)
        report = world.get(f"{address}/verification", token=token).json
        assert (report["failed"], report["viewer"]) == (False, str(viewer))
        shown = world.get(f"{address}/view", token=token).json
        assert (shown["viewer"], shown["status"]) == (str(viewer), "confirmed")
        assert world.get(f"{address}/entries", token=token).json["last"] == shown["n"]
    assert world.get(f"{address}/result").json["confirmed"] is True


def test_what_it_hides_is_shown_to_nobody(world: World) -> None:
    """Nobody can have looked either: no entry is written."""
    address = taken_in(world, given_up(), full=False)
    before = world.get(address).json["n"]
    for path in ("/view?viewer=all", "/record?viewer=seat:0", "/attempts"):
        assert code(world.get(address + path, token=world.key("operator")), 403) == "not_allowed"
    assert world.get(address).json["n"] == before


def test_every_command_is_refused_with_a_code_of_its_own(world: World) -> None:
    """By an operator, who may do everything else; the entries stay what they are."""
    operator, refused = world.key("operator"), 0
    for played, full in ((went_back(), True), (given_up(), False)):
        address = taken_in(world, played, full=full)
        before = world.get(address).json
        for rule in world.app.url_map.iter_rules():
            described = OPERATIONS.get(world.app.view_functions[rule.endpoint])
            if described is None or not is_command(described) or "<case>" in rule.rule:
                continue
            method = min((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})
            path = rule.rule.removeprefix(API)
            for name, value in (("<table>", address[8:]), ("<seat:seat>", "0"), ("<seat:caster>", "1")):
                path = path.replace(name, value)
            body = None if described.body is None else BODIES.get(described.id, {})
            assert code(world.call(method, path, body, token=operator), 409) == "imported_table", described.id
            refused += 1
        assert world.get(address).json == before
    assert refused >= 26


def test_its_cases_are_read_with_it_and_decided_nowhere(world: World) -> None:
    address = taken_in(world, ruled(), full=True)
    cases = [case["case"] for case in world.get(f"{address}/cases").json["cases"]]
    operator = world.key("operator")
    assert cases
    assert world.get("/cases?closed=true", token=operator).json["cases"] == []
    for case in cases:
        assert code(world.post(f"/cases/{case}/claim", {}, token=operator), 404) == "unknown_case"


def test_a_private_one_is_known_to_its_operator_only(world: World) -> None:
    played = Game("chanic_panic", 2, table="secret", visibility="private").start().abandon().done()
    address = taken_in(world, played, full=True)
    assert code(world.get(address), 404) == "unknown_table"
    assert code(world.post(f"{address}/seats", BODIES["takeSeat"]), 404) == "unknown_table"
    assert world.get("/tables").json["tables"] == []
    assert world.get(f"{address}/record", token=world.key("operator")).data == played.record(ARBITER)
