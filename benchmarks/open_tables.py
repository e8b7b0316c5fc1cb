"""Thousands of tables open at once in one process: what it keeps in memory, and what is left for commands.

    python -m benchmarks.open_tables --tables 10000

One JSON document. Every table is dealt and waits for its first player. Memory is that of the service's processes, with
what they share divided among them (`Pss`, Linux).
"""

from __future__ import annotations

import http.client
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from benchmarks.commands import SEED, figures, queue_of
from benchmarks.figures import million_hashes_a_second
from benchmarks.load import client
from benchmarks.rows import Row, rows
from benchmarks.service import HOST, Service, running
from domain.ledger.store import Store, open_store

ROW = "chanic_panic: 2 seats"
OPENERS = 8  # connections that open tables
PLAYED, EACH, RUNS = 16, 150, 3  # tables at once, commands at each, turns


def descendants(process: int) -> Iterator[int]:
    """Yield the processes that this one has started, and theirs."""
    children: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended meanwhile
            children += map(int, (task / "children").read_text().split())
    for child in children:
        yield child
        yield from descendants(child)


def megabytes() -> float:
    """Return what all processes keep in memory that this one has started."""
    kilobytes = 0
    for process in descendants(os.getpid()):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return round(kilobytes / 1024, 1)


def open_tables(service: Service, row: Row, count: int) -> None:
    """Open so many tables over one connection; raises `ClickException` if one is refused."""
    seats = [{"kind": "token", "name": f"Player {seat}"} for seat in range(row.seats)]
    body = msgspec.json.encode({"game": row.game, "seats": seats, "options": dict(row.options)})
    with closing(http.client.HTTPConnection(HOST, service.port, timeout=60)) as connection:
        for _ in range(count):
            connection.request("POST", "/api/v1/tables", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            said = answer.read()
            if answer.status != 201:
                raise click.ClickException(f"a table is not opened: {answer.status} {said[:200]!r}")


def played(service: Service, store: Store, row: Row, seed: int, each: int) -> Any:
    """Return the figures of commands at a few tables, beside all others."""
    sent, speeds = [], []
    for run in range(RUNS):
        queues = [queue_of(service, store, row, seed + PLAYED * run + place, each) for place in range(PLAYED)]
        speeds.append(million_hashes_a_second())
        sent.append(client().send_all(service.port, queues))
    return figures(sent, speeds, {"tables": PLAYED, "commands": PLAYED * each})


def measured(tables: int, each: int = EACH) -> dict[str, Any]:
    """Return memory, pace and size before and after so many tables have been opened."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    with running() as service, closing(open_store(service.database)) as store:
        played(service, store, row, SEED, each)  # a server that has just started is slower
        before = {"megabytes": megabytes(), "commands": played(service, store, row, SEED + 100, each)}
        begun = time.monotonic()
        with ThreadPoolExecutor(OPENERS) as openers:
            parts = [len(range(first, tables, OPENERS)) for first in range(OPENERS)]
            list(openers.map(lambda count: open_tables(service, row, count), parts))
        seconds = time.monotonic() - begun
        after = {"megabytes": megabytes(), "commands": played(service, store, row, SEED + 200, each)}
        return {
            "row": ROW,
            "tables": tables,
            "opened_a_second": round(tables / seconds, 1),
            "before": before,
            "after": after,
            "file_megabytes": round(os.stat(service.database).st_size / 1e6, 1),
        }


@click.command()
@click.option("--tables", default=10_000, show_default=True, type=click.IntRange(1), help="Opened and left standing.")
def main(*, tables: int) -> None:
    """Measure many open tables in one process and print one JSON document."""
    document = {"cores": os.cpu_count(), **measured(tables), "load": round(os.getloadavg()[0], 2)}
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.open_tables")
