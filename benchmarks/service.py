"""The real server as a process on the loopback interface, with a fresh database, for as long as a measurement lasts."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

HOST = "127.0.0.1"
STARTING = 120.0  # seconds until it must answer, on a loaded machine
STOPPING = 60.0  # seconds until it must be gone
COUNTED = {  # what is asked for is counted as ever, but never too much; older revisions know no such variables
    f"MATCHLEDGER_LIMIT_{budget}": "1000000000/minute" for budget in ("ADDRESS", "CALLER", "OPENING", "GUESSES")
}
LOOK = 0.05  # seconds between looks


class ServiceError(RuntimeError):
    """The server does not come up, or answers otherwise than it should."""


class Service(NamedTuple):
    """Where a running server listens, and the database it keeps everything in."""

    port: int
    database: str

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Make one request and return the JSON of its answer; raises `ServiceError` for an error status."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=STARTING)
        try:
            text = None if body is None else msgspec.json.encode(body)
            own = {} if token is None else {"Authorization": f"Bearer {token}"}
            connection.request(method, f"/api/v1{path}", text, {"Content-Type": "application/json", **own})
            answer = connection.getresponse()
            said = answer.read()
        finally:
            connection.close()
        if answer.status >= 400:
            raise ServiceError(f"{method} {path}: {answer.status} {said[:200]!r}")
        return msgspec.json.decode(said)


@contextmanager
def running(
    *,
    workers: int = 1,
    database: str | None = None,
    key: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Service]:
    """Run `matchledger serve` on a free port; it is stopped at the end, whatever happens.

    It works with a new file unless a database is named, whose tables must have been made, and with a server key of its
    own unless a file is named, which several may share. `settings` are variables of the service's environment without
    their prefix.
    """
    with tempfile.TemporaryDirectory() as folder:
        service = Service(_free_port(), database or str(Path(folder) / "bench.db"))
        program = [sys.executable, "-c", "from api.program.cli import main; main()", "serve"]
        options = {
            "--port": service.port,
            "--database": service.database,
            "--server-key-file": str(key or Path(folder) / "bench.key"),
            "--workers": workers,
        }
        arguments = [str(word) for pair in options.items() for word in pair]
        process = subprocess.Popen(
            [*program, *arguments, "--log-level", "warning"],
            env={**os.environ, **COUNTED, **{f"MATCHLEDGER_{name}": text for name, text in (settings or {}).items()}},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(service, process)
            yield service
        finally:
            process.terminate()
            try:
                process.wait(STOPPING)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        port: int = listening.getsockname()[1]
        return port


def _wait_for(service: Service, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        if process.poll() is not None:
            raise ServiceError(f"the server ended with {process.returncode}")
        try:
            service.call("GET", "/games")
            return
        except OSError:
            time.sleep(LOOK)
    raise ServiceError(f"the server does not answer after {STARTING} s")
