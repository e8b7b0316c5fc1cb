"""A service for the programs of an arbiter."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest
from werkzeug.serving import make_server

from tests.api.desk.calls import Desk
from tests.api.desk.shell import Shell
from tests.api.world import World


@pytest.fixture
def shell(world: World) -> Iterator[Shell]:
    """Return a shell, and a service of one thread with a table at which seat 0 has acted."""
    desk = Desk(world)
    desk.table.act(0, "end_turn")
    server = make_server("127.0.0.1", 0, world.app)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Shell(desk, server.server_port)
    server.shutdown()
    thread.join()
    server.server_close()
