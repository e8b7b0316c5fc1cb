"""What a service prints when it starts: one link, and the port that it found for itself."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from domain.ledger.store import open_store
from tests.api.server import Server, environment, program

pytestmark = pytest.mark.long

DAY_MS = 24 * 60 * 60 * 1000


def test_a_demonstration_prints_one_link_set_apart_and_nothing_else(tmp_path: Path) -> None:
    """The first start says before it what takes so long; another one nothing, though nobody has served for a day.

    The key that nobody saw is worthless.
    """
    database = tmp_path / "x.db"
    for first in ("The first start: bots play some tables, which takes a few seconds.\n", ""):
        with Server(database, "--demo") as server:
            url = server.url.removesuffix("/api/v1")
            assert server.told == f"\nPlay, watch and review in a browser (Ctrl-C ends the service):\n\n  {url}/\n\n"
            assert server.log.read_text() == first
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE heartbeats SET at = at - ?", (DAY_MS,))
    store = open_store(str(database))
    assert [key.revoked is not None for key in store.keys.list()] == [True]
    store.close()


def test_a_demonstration_logs_as_somebody_asks(tmp_path: Path) -> None:
    for options in (("--verbose",), ("--log-level", "info")):
        with Server(tmp_path / "x.db", "--demo", *options) as server:
            assert "INFO" in server.log.read_text()


def test_a_service_that_is_told_to_end_while_it_starts_ends_by_itself(tmp_path: Path) -> None:
    """Its worker is made by then, and serves nobody: nothing has to be waited for or killed."""
    command = program("serve", "--port", "0", "--database", str(tmp_path / "x.db"), "--log-level", "info")
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stderr is not None
        assert any("of the service begin" in line for line in process.stderr)
        process.send_signal(signal.SIGTERM)
        told = process.stderr.read()
        assert process.wait() == 0, told
        assert "all processes of the service have ended" in told
        assert "Traceback" not in told
        assert "is killed" not in told
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("options", [(), ("--demo",)])
def test_a_free_port_is_found_and_told(tmp_path: Path, options: tuple[str, ...]) -> None:
    command = program("serve", "--port", "0", "--database", str(tmp_path / "x.db"), *options)
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )
    try:
        assert process.stdout is not None
        links = (re.search(r"http://127\.0\.0\.1:[1-9]\d*", line) for line in process.stdout)
        link = next(found[0] for found in links if found)
        with urlopen(f"{link}/api/v1/games") as answer:
            assert answer.status == 200, "whoever follows the link at once is answered"
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_service_that_is_told_to_end_before_it_has_processes_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    """Its workers' figures lie in a folder of their own, which is made before they are."""
    command = program("serve", "--port", "0", "--database", str(tmp_path / "x.db"), "--workers", "2")
    folder = tmp_path / "temporary"
    folder.mkdir()
    with subprocess.Popen(
        command,
        env=environment(TMPDIR=str(folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            while not any(folder.glob("matchledger-figures-*")):
                assert process.poll() is None
            process.send_signal(number)
            _, told = process.communicate()
            assert process.returncode == 0, told
            assert "Traceback" not in told
            assert [*folder.iterdir()] == []
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
