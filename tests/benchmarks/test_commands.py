"""Commands reach the real server: played ahead, sent, and found in its store."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import pytest

from benchmarks import wire
from benchmarks.commands import commands
from benchmarks.load import client
from benchmarks.rows import rows
from benchmarks.service import HOST, ServiceError
from benchmarks.wire import Sent, post
from domain.games import names
from domain.ledger.store import open_store
from tests.ledger.postgres import Postgres

SendAll = Callable[[int, Sequence[Sequence[bytes]]], Sent]

GAME = next(name for name in names() if rows(f"{name}: "))


class _Answers(http.server.BaseHTTPRequestHandler):
    """Answers 200 to a body that says so, else 409."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200 if body == b"yes" else 409)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with http.server.ThreadingHTTPServer((HOST, 0), _Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def _request(body: bytes) -> bytes:
    return post("/tables/t/actions", "token", '"3"', body, key="k")


@pytest.fixture(params=[wire.send_all, client().send_all], ids=["python", "best"])
def send_all(request: pytest.FixtureRequest) -> SendAll:
    """Give each client, the compiled one where there is a compiler."""
    found: SendAll = request.param
    return found


def test_every_queue_is_sent_to_its_end(port: int, send_all: SendAll) -> None:
    sent = send_all(port, [[_request(b"yes")] * 3, [], [_request(b"yes")]])
    assert len(sent.each) == 4
    assert all(0 < took <= sent.elapsed for took in sent.each)


@pytest.mark.long
def test_an_answer_other_than_200_ends_the_measurement(port: int, send_all: SendAll) -> None:
    with pytest.raises(ServiceError, match="409"):
        send_all(port, [[_request(b"yes"), _request(b"no")]])


@pytest.mark.long
def test_the_server_plays_what_was_played_ahead() -> None:
    """A refused command or a stale decision would raise: 6 commands were accepted as they were predicted."""
    found = commands(rows(f"{GAME}: ")[0], runs=1, tables=2, each=3)
    assert found.rate.over["commands"] == 6
    assert 0 < found.p50.median <= found.p99.median


@pytest.mark.long
def test_commands_are_measured_in_postgresql(postgres: Postgres) -> None:
    """In the database that is named, which keeps the tables."""
    found = commands(rows(f"{GAME}: ")[0], runs=1, tables=2, each=3, database=postgres.service)
    assert found.rate.over["commands"] == 6
    with closing(open_store(postgres.service)) as store:
        assert store.listings.count() >= 2
