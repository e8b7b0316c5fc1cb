"""Two processes on one database: how long after its acknowledgement an entry is at a stream of the other process.

    python -m benchmarks.arrivals --commands 300

One JSON document. A client acts at the first process; a reader follows the table at the second one. Commands come at
uneven times, so that none keeps step with the moments in which a process asks for news.
"""

from __future__ import annotations

import os
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from benchmarks.figures import million_hashes_a_second, percentile
from benchmarks.service import HOST, Service, running
from benchmarks.spectators import ENTRY, Player

SEED = 2026
PAUSES = (0.01, 0.1)  # seconds between two commands, at least and at most
PATIENCE = 60.0  # seconds in which the last entry must have come, on a loaded machine


class Reader(threading.Thread):
    """Follows a table at one process and notes when each entry came."""

    def __init__(self, service: Service, table: str) -> None:
        super().__init__(daemon=True)
        self._connection = socket.create_connection((HOST, service.port), timeout=PATIENCE)
        head = f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n"
        self._connection.sendall(head.encode())
        self._news = threading.Condition()
        self._came: dict[int, float] = {}

    def run(self) -> None:
        """Read until the connection ends."""
        left = b""
        with closing(self._connection):
            while text := self._piece():
                now = time.monotonic()
                *lines, left = (left + text).split(b"\n")
                with self._news:
                    self._came.update({int(found): now for line in lines for found in ENTRY.findall(line + b"\n")})
                    self._news.notify_all()

    def _piece(self) -> bytes:
        try:
            return self._connection.recv(1 << 16)
        except OSError:  # nothing for so long, or closed from our side
            return b""

    def wait(self, n: int) -> None:
        """Wait for an entry; raises `ClickException` if it does not come."""
        with self._news:
            if not self._news.wait_for(lambda: n in self._came, PATIENCE):
                raise click.ClickException(f"entry {n} does not arrive")

    def stop(self) -> dict[int, float]:
        """End the connection and return when each entry came."""
        self._connection.shutdown(socket.SHUT_RDWR)
        self.join()
        return self._came


def followed(ours: Service, theirs: Service, commands: int) -> list[float]:
    """Return seconds from the acknowledgement by one process to the arrival at a stream of the other, in order."""
    chance, acknowledged = random.Random(SEED), dict[int, float]()
    with closing(Player(ours)) as player:
        reader = Reader(theirs, player.table)
        reader.start()
        reader.wait(1)
        while len(acknowledged) < commands:
            time.sleep(chance.uniform(*PAUSES))
            n = player.act()
            if n is None:
                raise click.ClickException(f"the game was over after {len(acknowledged)} commands")
            acknowledged[n] = time.monotonic()
        reader.wait(max(acknowledged))
    came = reader.stop()
    return [came[n] - at for n, at in acknowledged.items()]


@contextmanager
def pair(database: str | None) -> Iterator[tuple[Service, Service]]:
    """Run two processes on one database with one server key."""
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder) / "pair.key"
        with (
            running(database=database, key=key) as ours,
            running(database=ours.database, key=key) as theirs,
        ):
            yield ours, theirs


def measured(database: str | None, commands: int) -> dict[str, Any]:
    """Return how late entries are at the same process and at the other one, in milliseconds."""
    with pair(database) as (ours, theirs):
        followed(ours, theirs, min(commands, 20))  # a process that has just started is slower
        ways = {"same": (ours, ours), "other": (ours, theirs)}
        late = {name: followed(*way, commands) for name, way in ways.items()}
    return {name: told(times) for name, times in late.items()}


def told(times: list[float]) -> dict[str, float]:
    """Return median, slowest of a hundred and slowest of all. Less than nothing: it came before the client was told."""
    shares = {"p50": 0.5, "p99": 0.99, "most": 1.0}
    return {name: round(1000 * percentile(times, share), 1) for name, share in shares.items()}


@click.command()
@click.option("--database", help="PostgreSQL by URL, its tables made; by default a new SQLite file.")
@click.option("--commands", default=300, show_default=True, type=click.IntRange(1, 500), help="Acknowledged, each way.")
def main(*, database: str | None, commands: int) -> None:
    """Measure entries on their way to another process and print one JSON document."""
    late = measured(database, commands)
    document = {
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "million_hashes_a_second": round(million_hashes_a_second(), 3),
        "database": "sqlite" if database is None else database.partition(":")[0],
        "commands": commands,
        "milliseconds": late,
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.arrivals")
