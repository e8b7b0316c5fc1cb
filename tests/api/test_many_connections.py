"""Nobody stops the service from outside: what holds connections keeps nobody else from acting."""

from __future__ import annotations

import resource
import select
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.api.server import Server, next_move

pytestmark = pytest.mark.long

SLOW = 500  # bodies of which a part has come
WAITS = 2_000
IDLE = 5_000  # or as many as this process may hold
OWN_FILES = 200  # of this process, beside those connections
PATIENCE = ("--idle-seconds", "600", "--body-seconds", "600", "--longest-wait", "300", "--waits-each", "4000")
UNCOUNTED = ("--limit-address", "none", "--limit-caller", "none", "--log-level", "warning")
HEAD = b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{"


@pytest.fixture(scope="module")
def quiet_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("quiet") / "x.db") as server:
        yield server


@contextmanager
def many_files() -> Iterator[int]:
    """Let this process have as many files as it may; give how many idle connections that leaves."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    most = before[1] if before[1] != resource.RLIM_INFINITY else IDLE + SLOW + WAITS + OWN_FILES
    try:
        yield min(IDLE, most - SLOW - WAITS - OWN_FILES)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


class Held:
    """Connections that stay open, each with something begun on it."""

    def __init__(self, port: int, closing: ExitStack) -> None:
        self._port = port
        self._closing = closing

    def hold(self, number: int, text: bytes) -> list[socket.socket]:
        """Open so many, and send this on each."""
        found = []
        for _ in range(number):
            found.append(self._closing.enter_context(socket.create_connection(("127.0.0.1", self._port), timeout=60)))
            found[-1].sendall(text)
        return found


def heard(connections: Sequence[socket.socket]) -> int:
    """Return on how many something has come, the end included."""
    poll = select.poll()
    for one in connections:
        poll.register(one, select.POLLIN)
    return len(poll.poll(0))


def whole(connection: socket.socket) -> bytes:
    """Return everything that comes until the connection ends."""
    pieces = []
    while piece := connection.recv(9999):
        pieces.append(piece)
    return b"".join(pieces)


def test_slow_bodies_idle_connections_and_waits_keep_nobody_from_acting(tmp_path: Path) -> None:
    """While 500 bodies do not come, 5,000 connections ask nothing and 2,000 requests wait, a game goes on."""
    with many_files() as idle, Server(tmp_path / "x.db", *PATIENCE, *UNCOUNTED) as server, ExitStack() as closing:
        opened, watched = server.open("token", "token"), server.open("token", "token")
        held = Held(server.port, closing)
        quiet = held.hold(idle, b"")
        slow = held.hold(SLOW, HEAD % 99)
        path = f"/api/v1/tables/{watched['table']['id']}/view?after={watched['table']['n']}&wait=30"
        waiting = held.hold(WAITS, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        tokens = [seat["token"] for seat in opened["seats"]]
        for number in range(10):
            moves = (next_move(server, opened["table"]["id"], token, wait=0) for token in tokens)
            move = next(move for move in moves if move is not None)
            answer = move.send(server)
            assert answer.status == 200, (number, answer)
        assert [heard(connections) for connections in (quiet, slow, waiting)] == [0, 0, 0], "all were held meanwhile"
        assert idle >= 1_000, "this machine lets a process have too few files for this test"


@pytest.mark.parametrize("path", ["tables", "tables/x/rematch", "tables/x/hint", "games/panzer_clash/decks"])
def test_bodies_of_no_stated_length_that_do_not_come_hold_up_nothing_that_takes_long(tmp_path: Path, path: str) -> None:
    """There are few threads for that, and no body is waited for on one."""
    with Server(tmp_path / "x.db", *PATIENCE, "--threads", "2") as server, ExitStack() as closing:
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        held = Held(server.port, closing)
        slow = held.hold(8, head.encode() + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
        assert server.call("GET", "/tables").status == 200
        assert heard(slow) == 0, "all were held meanwhile"


def test_the_head_of_a_request_has_a_bound(quiet_server: Server) -> None:
    """The parser's own; what is far beyond any client's is not read at all, for reading holds everybody up."""
    for size, status in ((15, b"200"), (40, b"431")):
        with ExitStack() as closing:
            said = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: %s\r\n\r\n" % (
                b"a/b," * size * 256
            )
            (connection,) = Held(quiet_server.port, closing).hold(1, said)
            assert whole(connection).startswith(b"HTTP/1.1 " + status)


def test_a_slow_body_and_an_idle_connection_come_to_an_end(tmp_path: Path) -> None:
    with Server(tmp_path / "x.db", "--idle-seconds", "1", "--body-seconds", "1") as server, ExitStack() as closing:
        held = Held(server.port, closing)
        (quiet,) = held.hold(1, b"")
        (half,) = held.hold(1, b"GET /healthz HTTP/1.1\r\nHost")
        (slow,) = held.hold(1, HEAD % 99)
        (large,) = held.hold(1, HEAD % 9_999_999)
        assert quiet.recv(999) == b""
        for connection, status, code in (
            (half, b"408", b"too_slow"),
            (slow, b"408", b"too_slow"),
            (large, b"413", b"too_large"),
        ):
            answer = whole(connection)
            assert answer.startswith(b"HTTP/1.1 " + status)
            assert b"connection: close\r\n" in answer
            assert b'"code":"' + code in answer


@pytest.mark.parametrize("broken", [b"", b"\r\n", b"XX0\r\n\r\n", b"\r\nzz\r\n"])
def test_a_body_that_breaks_off_is_not_taken_for_a_shorter_one(quiet_server: Server, broken: bytes) -> None:
    """It says no length, and what has come of it is a command that the table would take."""
    opened = quiet_server.open("token", "token", options={"first_player": "seat"})
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    path = f"/api/v1/tables/{table}/actions"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nIf-Match: *\r\n"
    text = b'{"command": {"tag": "end_turn", "body": {}}}'
    chunk = b"%x\r\n%s" % (len(text), text)
    with ExitStack() as closing:
        sent = f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + chunk + broken
        (connection,) = Held(quiet_server.port, closing).hold(1, sent)
        connection.shutdown(socket.SHUT_WR)
        answer = whole(connection)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b'"code":"bad_request"' in answer
    assert quiet_server.call("GET", f"/tables/{table}").body["n"] == opened["table"]["n"]


def test_a_body_of_no_stated_length_is_read_to_its_end(quiet_server: Server) -> None:
    """In chunks, also in none; the service goes on, and so does the connection."""
    text = b'{"game": "chanic_panic", "seats": [{"kind": "token", "name": "Ada"}, {"kind": "open"}]}'
    form = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    whole_text = b"%x\r\n%s\r\n3\r\n   \r\n0\r\n\r\n" % (len(text), text)
    for chunks, status, code in ((whole_text, b"201", b'"opener_token"'), (b"0\r\n\r\n", b"400", b'"malformed_json"')):
        with ExitStack() as closing:
            sent = f"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\n{form}".encode() + chunks
            sent += b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            (connection,) = Held(quiet_server.port, closing).hold(1, sent)
            answers = whole(connection)
        assert answers.startswith(b"HTTP/1.1 " + status)
        assert code in answers
        assert answers.endswith(b'{"status":"alive"}')
