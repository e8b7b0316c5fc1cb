"""A service for the programs of an arbiter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.desk.calls import Desk
from tests.api.desk.shell import Shell, serving
from tests.api.world import World


@pytest.fixture
def shell(world: World) -> Iterator[Shell]:
    """Return a shell, and a service of one thread with a table at which seat 0 has acted."""
    desk = Desk(world)
    desk.table.act(0, "end_turn")
    with serving(desk) as found:
        yield found
