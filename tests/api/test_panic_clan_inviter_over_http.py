"""Tables of Panic★Clan★Inviter over HTTP: two to five seats, scripts and bots at one table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.matches import Match
from tests.api.server import Server
from tests.standalone.verifiers import copies, sound

pytestmark = pytest.mark.long

OTHERS: dict[int, dict[str, Any]] = {
    2: {"reverse_with_two": "extra_turn", "line_goal": 5},
    3: {"missing_neighbour_line": "mimic_only", "start_player": 2},
    4: {"turn_limit": 40},
    5: {},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("clans") / "x.db") as running:
        yield running


@pytest.mark.parametrize("seats", OTHERS)
def test_a_table_with_bots_is_played_replayed_and_verified(server: Server, seats: int) -> None:
    """Section 12: two scripts, the other seats by bots; every copy shows what the API showed, and proves itself."""
    kinds = ["token", "token", "sensible", "random", "sensible"][:seats]
    match = Match(server, server.open(*kinds, game="panic_clan_inviter", options=OTHERS[seats]))
    match.play(random.Random(seats), "turn_ended")
    text = match.record()
    own = copies(text, seats)
    assert own["all"] == text
    assert len({seen.n for seen in match.seen}) > 1
    match.check_replayed(text, own)
    assert sound(*own.values())
