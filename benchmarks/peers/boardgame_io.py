"""boardgame.io from the npm registry, in a temporary folder, for as long as it is measured."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.service import ServiceError
from benchmarks.wire import Sent
from tests.node import NODE, program

VERSION = "0.50.2"
# The newest koa-compose no longer sees what boardgame.io gives koa afterwards, its whole lobby. Its store of files is
# built on node-persist, which it does not bring.
PACKAGES = (f"boardgame.io@{VERSION}", "koa-compose@4.1.0", "node-persist@3.1.3")
HERE = Path(__file__).parent
INSTALL = ("install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--silent")
CLIENT = "one node process, a websocket for each match; it shares the cores"


class BoardgameIo(NamedTuple):
    """A running server of boardgame.io, and how its programs are run."""

    port: int
    environment: dict[str, str]

    def send(self, matches: int, each: int) -> Sent:
        """Make so many moves at each of so many new matches, all at the same time; raises `ServiceError`."""
        numbers = [str(number) for number in (self.port, matches, each)]
        done = subprocess.run(
            [NODE, HERE / "load.cjs", *numbers], env=self.environment, capture_output=True, check=False
        )
        if done.returncode or not done.stdout:
            raise ServiceError(done.stderr.decode(errors="replace").strip() or "boardgame.io has not answered")
        return msgspec.json.decode(done.stdout, type=Sent)


@contextmanager
def installed() -> Iterator[Path]:
    """Install boardgame.io into a temporary folder; raises `ServiceError`."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(program("npm", *INSTALL, *PACKAGES), cwd=folder, capture_output=True, check=False)
        if done.returncode:
            raise ServiceError(f"npm: {done.stderr.decode(errors='replace').strip()}")
        yield Path(folder)


@contextmanager
def boardgame_io(folder: Path, *, files: bool) -> Iterator[BoardgameIo]:
    """Run boardgame.io with the game in `server.cjs`, in memory or with its store of files; raises `ServiceError`."""
    environment = {"NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    command = [NODE, HERE / "server.cjs", *([folder / "files"] if files else [])]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            port = server.stdout.readline()
            if not port:
                raise ServiceError("the server of boardgame.io does not start")
            yield BoardgameIo(int(port), environment)
        finally:
            server.stdin.close()  # then it ends
