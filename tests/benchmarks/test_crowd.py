"""Commands are measured while others hold connections."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from itertools import chain

import pytest

from benchmarks.crowd import TABLES, Held, measured, unanswered


@pytest.mark.long
def test_commands_are_measured_in_a_crowd() -> None:
    found = measured(Held(idle=5, slow=5, waiting=5), each=2)
    for how in ("alone", "crowded"):
        assert list(found[how]) == list(TABLES)
        assert all(0 < one["p50"] <= one["p99"] for one in found[how].values())
    assert found["still_held"] == 15


def test_a_connection_that_was_answered_or_ended_is_held_no_more() -> None:
    pairs = [socket.socketpair() for _ in range(3)]
    with ExitStack() as closing:
        for one in chain.from_iterable(pairs):
            closing.enter_context(one)
        ours = [mine for mine, _ in pairs]
        pairs[0][1].sendall(b"HTTP/1.1 503")
        pairs[1][1].close()
        assert unanswered(ours) == 1
