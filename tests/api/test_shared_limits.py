"""Budgets that a shared store counts, over HTTP: two services, and a server that speaks the protocol of Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from fakeredis import TcpFakeServer

from tests.api.server import Answer, Server, free_port

PATIENCE = 500  # requests until the store must have been asked, a few milliseconds each


@contextmanager
def counting(port: int) -> Iterator[None]:
    """Serve an empty store at a port while the block runs."""
    server = TcpFakeServer(("127.0.0.1", port), server_type="redis")
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def counted(server: Server) -> Answer:
    """Return the first answer that was counted: that a connection has closed is noticed by a request that needs it."""
    for _ in range(PATIENCE):
        answer = server.call("GET", "/games")
        if "ratelimit" in answer.headers:
            return answer
    pytest.fail(f"the store is not asked again: {server.log.read_text()[-1000:]}")


@pytest.mark.long
def test_two_services_count_in_one_budget_and_go_on_without_its_store(tmp_path: Path) -> None:
    """While the store is away nobody is refused, and the log does not keep it to itself."""
    port = free_port()
    options = ("--limit-store", f"redis://127.0.0.1:{port}", "--limit-address", "10/day")
    with Server(tmp_path / "one.db", *options) as one, Server(tmp_path / "two.db", *options) as two:
        assert [one.call("GET", "/games").status for _ in range(15)] == [200] * 15
        assert "requests are not counted" in one.log.read_text()
        with counting(port):
            answers = [counted(server) for server in (one, two) * 6]
            assert [answer.status for answer in answers] == [200] * 10 + [429] * 2
            left = [answer.headers["ratelimit"].partition(";t=")[0] for answer in answers]
            assert left == [f'"address";r={max(0, number)}' for number in range(9, -3, -1)]
            assert {answer.headers["ratelimit-policy"] for answer in answers} == {'"address";q=10;w=86400'}
            assert answers[-1].body["code"] == "too_many_requests"
        assert [two.call("GET", "/games").status for _ in range(3)] == [200] * 3
        with counting(port):
            assert [counted(server).headers["ratelimit"][:13] for server in (two, one)] == [
                '"address";r=9',
                '"address";r=8',
            ]
