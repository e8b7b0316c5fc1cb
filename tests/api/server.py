"""The real service as a process in a group of its own, and the requests that tests send it."""

from __future__ import annotations

import http.client
import os
import re
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 120.0  # a loaded machine imports slowly
PORTS = range(10_000, 32_000)  # below all that systems give out by themselves
SAID_AT_ONCE = 65_536  # bytes that a pipe takes in one piece: the service says all at once
TOLD = re.compile(r"^(?:Serving |提供中：|  )https?://.*\n", re.MULTILINE)  # what comes once it can be reached


class Answer(NamedTuple):
    """Status, headers with small names, body."""

    status: int
    headers: dict[str, str]
    body: Any


def free_port() -> int:
    """Return a port that nobody listens at, and that the system gives to nobody who connects or asks for any.

    A test leaves it alone for a while, until a service is started there, or again.
    """
    while True:
        port = secrets.choice(PORTS)
        with suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port


def program(*arguments: str) -> list[str]:
    """Return the command that runs our program with this interpreter."""
    return [sys.executable, "-c", "from api.program.cli import main; main()", *arguments]


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which the program finds itself and no setting of the machine's."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("MATCHLEDGER_")}
    return {**own, "PYTHONPATH": str(ROOT), **more}


class Server:
    """A service on a database file; leaving the block stops it, whatever happened."""

    def __init__(
        self,
        database: Path,
        *options: str,
        port: int | None = None,
        command: Callable[[int], list[str]] | None = None,
        **variables: str,
    ) -> None:
        """`command` says what serves at a port; by default our program, with these options."""
        self.port = port or free_port()
        self.told = ""  # on stdout, once it could be reached
        self.log = database.with_suffix(f".{self.port}.log")  # its stderr
        serve = program("serve", "--port", str(self.port), "--database", str(database), *options)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                serve if command is None else command(self.port),
                cwd=database.parent,
                env=environment(**variables),
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )

    @property
    def url(self) -> str:
        """The address of the API."""
        return f"http://127.0.0.1:{self.port}/api/v1"

    def __enter__(self) -> Server:
        try:
            self._hear()
            assert self.call("GET", "/games").status == 200
        except BaseException:
            self.kill()
            raise
        return self

    def _hear(self) -> None:
        """Wait until it says that it can be reached."""
        assert self.process.stdout is not None
        end = time.monotonic() + START_SECONDS
        while not TOLD.search(self.told):
            spoken, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), SAID_AT_ONCE) if spoken else b""
            assert piece, f"the service does not start:\n{self.told}\n{self.log.read_text()}"
            self.told += piece.decode()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """End every process of the service at once, as a failing machine would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    @contextmanager
    def connection(self, timeout: float = 60.0) -> Iterator[http.client.HTTPConnection]:
        """Open a connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            yield connection
        finally:
            connection.close()

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send one request; JSON in, JSON or text out."""
        sent = dict(headers or {})
        content = None
        if body is not None:
            content = msgspec.json.encode(body)
            sent["Content-Type"] = "application/json"
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        with self.connection() as connection:
            connection.request(method, f"/api/v1{path}", content, sent)
            answer = connection.getresponse()
            text = answer.read()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        is_json = "json" in fields.get("content-type", "") and "ndjson" not in fields["content-type"]
        return Answer(answer.status, fields, msgspec.json.decode(text) if is_json and text else text)

    def open(self, *kinds: str, game: str = "chanic_panic", **more: Any) -> dict[str, Any]:
        """Open a table with a person (`token`) or a bot (its name) at each seat."""
        seats = [
            {"kind": "token", "name": f"P{seat}"} if kind == "token" else {"kind": "bot", "bot": kind}
            for seat, kind in enumerate(kinds)
        ]
        answer = self.call("POST", "/tables", {"game": game, "seats": seats, **more})
        assert answer.status == 201, answer
        opened: dict[str, Any] = answer.body
        return opened


class Move(NamedTuple):
    """A request that acts, ready to be sent again."""

    table: str
    token: str
    body: dict[str, Any]
    headers: dict[str, str]

    def send(self, server: Server) -> Answer:
        """Send it."""
        return server.call("POST", f"/tables/{self.table}/actions", self.body, token=self.token, headers=self.headers)


def next_move(server: Server, table: str, token: str, *, wait: int = 20) -> Move | None:
    """Return a legal move for a seat, once it is awaited; nothing when the game is over or the wait was in vain."""
    answer = server.call("GET", f"/tables/{table}/actions?expand=true&wait={wait}", token=token)
    assert answer.status == 200, answer
    if answer.body["awaited"] is None:
        return None
    said = {"command": answer.body["actions"][0], "seen": answer.body["n"]}
    headers = {"If-Match": answer.headers["etag"], "Idempotency-Key": uuid.uuid4().hex}
    return Move(table, token, said, headers)


def head(server: Server, table: str) -> int:
    """Return the number of a table's last entry."""
    n: int = server.call("GET", f"/tables/{table}").body["n"]
    return n


def lines(server: Server, table: str, token: str | None = None) -> list[dict[str, Any]]:
    """Return the lines of all of a table's entries: the service gives a page at a time."""
    found: list[dict[str, Any]] = []
    while True:
        path = f"/tables/{table}/entries?after={len(found)}"
        answer = server.call("GET", path, token=token, headers={"Accept": "application/x-ndjson"})
        assert answer.status == 200, answer
        page = answer.body.splitlines()
        if not page:
            return found
        found += [msgspec.json.decode(line) for line in page]
