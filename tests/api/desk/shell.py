"""A shell in which an arbiter works."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from click.testing import CliRunner, Result
from werkzeug.serving import make_server

from api.program.cli import main
from tests.api.desk.calls import Desk


class Shell:
    """A shell in which an arbiter works."""

    def __init__(self, desk: Desk, port: int) -> None:
        self.desk = desk
        self._settings: dict[str, str | None] = {
            "MATCHLEDGER_SERVICE": f"http://127.0.0.1:{port}",
            "MATCHLEDGER_TOKEN": desk.anna,
        }

    def run(self, *typed: str, **variables: str) -> Result:
        """Run a command of the desk."""
        return CliRunner().invoke(
            main, ["desk", *typed], env={"LC_ALL": "C", "LANGUAGE": None, **self._settings, **variables}
        )

    def said(self, *typed: str, **variables: str) -> list[str]:
        """Run a command that must work; return its lines."""
        done = self.run(*typed, **variables)
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()

    def refused(self, *typed: str) -> str:
        """Run a command that must not; return what is said."""
        done = self.run(*typed)
        assert (done.exit_code, done.stdout) == (2, "")
        return str(done.stderr)


@contextmanager
def serving(desk: Desk) -> Iterator[Shell]:
    """Serve the world of a desk by one thread, and give a shell that knows where."""
    server = make_server("127.0.0.1", 0, desk.world.app)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield Shell(desk, server.server_port)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
