"""What the tests let other processes do: `processes.py write|write_batches|die DATABASE …`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from domain.ledger.store import open_store
from domain.record.chain import SealedEntry
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.tables import evidence, opened

ROOT = Path(__file__).parent.parent.parent


def write(path: str, by: str, count: str) -> None:
    """Write so many entries, each decided on the table as it stands."""
    store = open_store(path)
    for _ in range(int(count)):
        store.perform("t1", lambda now: evidence(now, by))
    store.close()


def three(now: Table) -> Written:
    """Write three entries that belong together."""
    entries: list[SealedEntry] = []
    for _ in range(3):
        written = evidence(now)
        now = written.table
        entries += written.entries
    return Written(now, tuple(entries))


def write_batches(path: str) -> None:
    """Write batches of three and acknowledge each, until killed."""
    store = open_store(path)
    while True:
        print(store.perform("t1", three).table.book.n, flush=True)


def die(path: str) -> None:
    """Be killed after writing and before the transaction ends."""
    store = open_store(path)
    with store.together():
        store.people.add("Ann", player="p1")
        store.perform("t1", three)
        opened(store, "t2")
        os.kill(os.getpid(), signal.SIGKILL)


def run(task: str, *arguments: str) -> subprocess.Popen[str]:
    """Start another process of ours."""
    return subprocess.Popen(
        [sys.executable, __file__, task, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


TASKS: dict[str, Callable[..., None]] = {"write": write, "write_batches": write_batches, "die": die}

if __name__ == "__main__":
    TASKS[sys.argv[1]](*sys.argv[2:])
