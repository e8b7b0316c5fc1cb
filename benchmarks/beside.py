"""Commands beside what takes long: a verification of a long table, and the download of its record, again and again.

    python -m benchmarks.beside --runs 3

One JSON document: commands alone, beside one caller who verifies, and beside one who downloads, in turns.
"""

from __future__ import annotations

import http.client
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import click
import msgspec

from benchmarks.commands import SEED, Opened, figures, opened_table, queue_of, requests_of
from benchmarks.figures import million_hashes_a_second
from benchmarks.load import client
from benchmarks.rows import Row, rows
from benchmarks.service import HOST, Service, running
from benchmarks.wire import Sent
from domain.kernel.chance import QuickChance
from domain.ledger.store import Store, open_store

ROW = "chanic_panic: 2 seats"
ALONE = "alone"
LONG = {"verification": "/verification", "record": "/record"}  # what is asked for beside the commands
SEAT = 0


class Asked(NamedTuple):
    """How often something was answered while commands went on, and the bytes of the last answer."""

    answers: int
    bytes: int


class Asker(threading.Thread):
    """Asks for the same thing again and again, until somebody says stop."""

    def __init__(self, service: Service, table: Opened, path: str) -> None:
        super().__init__()
        self._connection = http.client.HTTPConnection(HOST, service.port, timeout=60)
        self._path = f"/api/v1/tables/{table.table}{path}"
        self._headers = {"Authorization": f"Bearer {table.tokens[SEAT]}"}
        self._stop_asking = threading.Event()
        self.asked = Asked(0, 0)
        self.refused: int | None = None

    def run(self) -> None:
        """Ask."""
        with closing(self._connection):
            while not self._stop_asking.is_set():
                self._connection.request("GET", self._path, headers=self._headers)
                answer = self._connection.getresponse()
                text = answer.read()
                if answer.status != 200:
                    self.refused = answer.status
                    return
                self.asked = Asked(self.asked.answers + 1, len(text))

    def stop(self) -> Asked:
        """Return how often it was answered; raises `ClickException` if it was refused."""
        self._stop_asking.set()
        self.join()
        if self.refused is not None:
            raise click.ClickException(f"{self._path}: {self.refused}")
        return self.asked


@contextmanager
def asking(service: Service, table: Opened, path: str | None) -> Iterator[list[Asked]]:
    """Let somebody ask for something, or nobody; then give how often it was answered."""
    found: list[Asked] = []
    if path is None:
        yield found
        return
    asker = Asker(service, table, path)
    asker.start()
    try:
        yield found
    finally:
        found.append(asker.stop())


def long_table(service: Service, store: Store, row: Row, actions: int) -> tuple[Opened, int]:
    """Play a table for so many actions; return it and how many entries it has."""
    table = opened_table(service, row)
    queue = requests_of(store.table(table.table), table, QuickChance(SEED), actions)
    client().send_all(service.port, [queue])
    return table, store.head(table.table)


def measured(*, runs: int, tables: int, each: int, actions: int) -> dict[str, Any]:
    """Return what commands take alone and beside each of the others, in turns."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    ways: dict[str, str | None] = {ALONE: None, **LONG}
    sent: dict[str, list[Sent]] = {way: [] for way in ways}
    speeds: dict[str, list[float]] = {way: [] for way in ways}
    asked: dict[str, list[Asked]] = {way: [] for way in LONG}
    seeds = iter(range(SEED, SEED + (runs + 1) * len(ways) * tables))
    with running() as service, closing(open_store(service.database)) as store:
        table, entries = long_table(service, store, row, actions)
        for run in range(runs + 1):
            for way, path in ways.items():
                queues = [queue_of(service, store, row, next(seeds), each) for _ in range(tables)]
                speed = million_hashes_a_second()
                with asking(service, table, path) as answered:
                    took = client().send_all(service.port, queues)
                if run:  # the first one warms up
                    sent[way].append(took)
                    speeds[way].append(speed)
                    asked.get(way, []).extend(answered)
    over: dict[str, float | int | str] = {"tables": tables, "commands": tables * each}
    return {
        "row": ROW,
        "entries": entries,
        "commands": {way: figures(sent[way], speeds[way], over) for way in ways},
        "asked": asked,
    }


@click.command()
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1, 99), help="Turns of each.")
@click.option("--tables", default=16, show_default=True, type=click.IntRange(1, 256), help="Played at once.")
@click.option("--each", default=150, show_default=True, type=click.IntRange(1), help="Commands at each table and turn.")
@click.option("--actions", default=2000, show_default=True, type=click.IntRange(1), help="Of the long table.")
def main(*, runs: int, tables: int, each: int, actions: int) -> None:
    """Measure commands beside verifications and downloads and print one JSON document."""
    document = {
        "cores": os.cpu_count(),
        **measured(runs=runs, tables=tables, each=each, actions=actions),
        "load": round(os.getloadavg()[0], 2),
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.beside")
