"""`matchledger simulate chanic_panic` for 2 to 10 seats with any options: every viewer's copy before every verifier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.audit.checks import verify_bytes
from domain.games.chanic_panic.rules import RULES
from domain.kernel.chance import QuickChance
from tests.games.chanic_panic.random_tables import random_options
from tests.standalone.test_simulated import record
from tests.standalone.verifiers import copies, each_kind, sound

pytestmark = pytest.mark.long

SHORT = {"round_limit": 10, "turn_action_limit": 50}
EVERYTHING = {
    "panic": True,
    "specials": 3,
    "specials_extra": 1,
    "club_member": True,
    "presence": True,
    "stack": True,
    "shop": True,
    "lives": 2,
    **SHORT,
}
CHANGED: dict[str, dict[str, Any]] = {  # each option but its default, beside what it needs; four seats
    "first_player": {"first_player": "first_eliminated"},
    "first_seat": {"first_player": "seat", "first_seat": 3},
    "previous_first_out": {"first_player": "first_eliminated", "previous_first_out": 2},
    "trader": {"trader": False},
    "panic": {"panic": True},
    "ally": {"team_count": 2, "ally": False},
    "team_count": {"team_count": 2},
    "specials": {"specials": 3},
    "specials_extra": {"specials": 1, "specials_extra": 2},
    "club_member": {"specials": 3, "specials_extra": 2, "club_member": True},
    "presence": {"presence": True},
    "presence_target": {"presence": True, "presence_target": 50},
    "stack": {"stack": True},
    "shop": {"shop": True},
    "lives": {"lives": 2},
    "round_limit": {"round_limit": 20},
    "turn_action_limit": {"turn_action_limit": 50},
}


TABLES = (2, 5, 8, 10)  # seats: the fewest, an odd number without teams, the most with another special, and the most
SEATS = [seats if seats in TABLES else pytest.param(seats, marks=pytest.mark.soak) for seats in RULES.seat_counts]


def test_no_option_is_left_out() -> None:
    assert list(CHANGED) == list(msgspec.json.schema(RULES.options)["$defs"]["ChanicOptions"]["properties"])


@pytest.mark.parametrize("seats", SEATS)
def test_every_copy_verifies_with_every_verifier(seats: int, tmp_path: Path) -> None:
    """The base game, and everything that the number of seats allows at once.

    The strangers' programs, and ours of the base game, read a copy of each kind; those of every seat are for the soak.
    """
    teams = {"team_count": 2} if seats >= 4 and seats % 2 == 0 else {}
    everything = {**EVERYTHING, "specials_extra": 0 if seats > 8 else 1, **teams}
    made = [copies(record(tmp_path, "chanic_panic", seats, options), seats) for options in ({}, everything)]
    assert sound(*[copy for table in made for copy in each_kind(table)])
    assert not any(verify_bytes(copy).failed for copy in made[1].values())


@pytest.mark.parametrize("option", CHANGED)
def test_every_copy_of_a_table_with_one_option_changed_verifies(option: str, tmp_path: Path) -> None:
    for copy in copies(record(tmp_path, "chanic_panic", 4, SHORT | CHANGED[option]), 4).values():
        assert verify_bytes(copy).failed == ()


@pytest.mark.parametrize("seats", RULES.seat_counts)
def test_sensible_bots_play_everything_to_its_end(seats: int, tmp_path: Path) -> None:
    options = random_options(seats, QuickChance(seats))
    assert verify_bytes(record(tmp_path, "chanic_panic", seats, options, bot="sensible")).failed == ()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300))
def test_every_copy_of_a_table_with_any_options_verifies(seed: int, tmp_path: Path) -> None:
    chance = QuickChance(seed)
    seats = chance.choice(sorted(RULES.seat_counts))
    assert sound(*copies(record(tmp_path, "chanic_panic", seats, random_options(seats, chance)), seats).values())
