"""boardgame.io and this service, in turns on one machine: moves a second, and how long one takes.

    python -m benchmarks.peers --runs 5

One JSON document. boardgame.io has a small card game with hidden hands, the credentials of its lobby, and its own
socket.io transport, over which one client of a match hears the new state: once with everything in memory, where it is
forgotten at the end, and once with its own store of files, which are written after the answer and without `fsync`. This
service does what `make run` does: HTTP, tokens, If-Match, Idempotency-Key, limits, a real game, sealed and chained
entries, and an answer once they are on the disk. Each has one process (`--workers` gives this service more, which its
database lets it have), as many tables, one connection for each, and the next move is sent when the one before is
answered.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any, NamedTuple

import click
import msgspec

from benchmarks.commands import SEED, figures, queue_of
from benchmarks.figures import million_hashes_a_second
from benchmarks.load import client
from benchmarks.peers.boardgame_io import CLIENT, VERSION, boardgame_io, installed
from benchmarks.rows import rows
from benchmarks.service import ServiceError, running
from benchmarks.wire import Sent
from domain.ledger.store import open_store
from replay.interpreter import interpreter
from tests.node import NODE

ROW = "chanic_panic: 2 seats"


Send = Callable[[], Sent]
IN_MEMORY, IN_FILES, OURS = "boardgame.io in memory", "boardgame.io in files", "matchledger"


class Turns(NamedTuple):
    """What came of one side, and the machine's speed beside each of its turns."""

    sent: list[Sent]
    speeds: list[float]

    def take(self, send: Send) -> None:
        """Measure once."""
        self.speeds.append(million_hashes_a_second())
        self.sent.append(send())

    def rates(self) -> list[float]:
        """Return the moves a second of each turn."""
        return [len(run.each) / run.elapsed for run in self.sent]


def in_turns(sides: Mapping[str, Send], runs: int) -> dict[str, Turns]:
    """Measure sides so many times, one after the other, after a turn of each that does not count."""
    found = {name: Turns([], []) for name in sides}
    for run in range(runs + 1):
        for name, send in sides.items():
            if run:
                found[name].take(send)
            else:
                send()
    return found


def times(theirs: Turns, ours: Turns) -> dict[str, Any]:
    """Return how many times as fast we are, of each pair of turns."""
    ratios = [round(mine / other, 3) for other, mine in zip(theirs.rates(), ours.rates(), strict=True)]
    return {"median": statistics.median(ratios), "best": max(ratios), "runs": ratios}


def measured(*, runs: int, tables: int, each: int, workers: int, database: str | None) -> dict[str, Any]:
    """Return the figures of all sides, and how many times as fast as each other one we are, turn by turn."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    seeds = iter(range(SEED, SEED + tables * (runs + 1)))
    with (
        installed() as folder,
        boardgame_io(folder, files=False) as in_memory,
        boardgame_io(folder, files=True) as in_files,
        running(workers=workers, database=database) as service,
        closing(open_store(service.database)) as store,
    ):

        def ours() -> Sent:
            queues = [queue_of(service, store, row, next(seeds), each) for _ in range(tables)]
            return client().send_all(service.port, queues)

        found = in_turns(
            {
                IN_MEMORY: lambda: in_memory.send(tables, each),
                IN_FILES: lambda: in_files.send(tables, each),
                OURS: ours,
            },
            runs,
        )
    clients = {IN_MEMORY: CLIENT, IN_FILES: CLIENT, OURS: client().name}
    return {
        "sides": {
            name: figures(
                turns.sent, turns.speeds, {"tables": tables, "commands": tables * each, "client": clients[name]}
            )
            for name, turns in found.items()
        },
        "times_as_fast_as": {name: times(found[name], found[OURS]) for name in (IN_MEMORY, IN_FILES)},
    }


@click.command()
@click.option("--runs", default=5, show_default=True, type=click.IntRange(1, 99), help="Turns of each side.")
@click.option("--tables", default=16, show_default=True, type=click.IntRange(1, 256), help="Played at once.")
@click.option("--each", default=150, show_default=True, type=click.IntRange(1), help="Moves at each table and turn.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes of this service.")
@click.option("--database", help="PostgreSQL by URL for this service; by default a new SQLite file.")
def main(*, runs: int, tables: int, each: int, workers: int, database: str | None) -> None:
    """Measure boardgame.io and this service in turns and print one JSON document."""
    before = os.getloadavg()
    try:
        found = measured(runs=runs, tables=tables, each=each, workers=workers, database=database)
    except ServiceError as error:
        raise click.ClickException(str(error)) from None
    document = {
        "python": interpreter(),
        "node": subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout.strip(),
        "boardgame.io": VERSION,
        "cores": os.cpu_count(),
        "load": {"before": round(before[0], 2), "after": round(os.getloadavg()[0], 2)},
        "workers": workers,
        "database": "sqlite" if database is None else database.partition(":")[0],
        "row": ROW,
        **found,
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.peers")
