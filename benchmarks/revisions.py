"""Another revision beside this one: its tree in a temporary folder, and processes of several trees that take turns."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.figures import Figure, Unit, figure
from benchmarks.instructions import HERE
from benchmarks.worker import READY, Turn
from benchmarks.works import WORKS, Size

OWN = ("worker.py", "works.py", "instructions.py")  # what an older revision's own benchmarks cannot do without
UNITS: Mapping[str, Unit] = {"sample": "actions/s", "rebuild": "entries/s", "verify": "actions/s", "write": "actions/s"}


class RevisionError(RuntimeError):
    """A revision that is not there, or that cannot be measured."""


class Side(NamedTuple):
    """One of the sides that are compared: what it is called, where it lies, which Python runs it."""

    name: str
    tree: Path
    python: str = sys.executable


def here(python: str = sys.executable) -> Side:
    """Return the working tree as it is."""
    return Side("here" if python == sys.executable else python, HERE, python)


@contextmanager
def revision(name: str) -> Iterator[Side]:
    """Lay a revision out in a temporary folder, with the benchmarks of this one; raises `RevisionError`."""
    with tempfile.TemporaryDirectory(prefix="matchledger-") as folder:
        tree = Path(folder)
        short = _git("rev-parse", "--short", "--verify", f"{name}^{{commit}}").decode().strip()
        subprocess.run(["tar", "-x", "-C", folder], input=_git("archive", short), check=True)
        (tree / "benchmarks").rename(tree / "own")
        shutil.copytree(HERE / "benchmarks", tree / "benchmarks")
        yield Side(short, tree)


def day_of(name: str) -> str:
    """Return the day of a revision; raises `RevisionError`."""
    return _git("show", "--no-patch", "--format=%cs", name).decode().strip()


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", "-C", str(HERE), *arguments], capture_output=True, check=False)
    if done.returncode:
        raise RevisionError(" ".join(done.stderr.decode(errors="replace").split()))
    return done.stdout


class Worker:
    """A process that does the works of one row in one tree."""

    def __init__(self, side: Side, row: str, size: Size) -> None:
        self._process = subprocess.Popen(
            [side.python, "-m", "benchmarks.worker", row, str(size.entries), str(size.actions)],
            cwd=side.tree,
            env={**os.environ, "PYTHONPATH": str(side.tree), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def ready(self) -> str | None:
        """Wait until it is prepared; return why it never will be, or nothing."""
        assert self._process.stdout is not None
        if self._process.stdout.readline() == READY:
            return None
        _, errors = self._process.communicate()
        return errors.decode(errors="replace").strip().rpartition("\n")[2] or "the worker ended"

    def turn(self, work: str) -> Turn:
        """Do a work once; raises `RevisionError`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(work.encode() + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RevisionError(f"the worker ended in {work}")
        return msgspec.json.decode(line, type=Turn)

    def end(self) -> None:
        """End the process."""
        with self._process as process:
            process.kill()


def worker(side: Side, row: str, size: Size) -> Worker:
    """Return a prepared worker, by this revision's benchmarks or else by the tree's own; raises `RevisionError`."""
    first = Worker(side, row, size)
    why = first.ready()
    if why is None:
        return first
    first.end()
    own = side.tree / "own"
    if not own.exists():
        raise RevisionError(f"{side.name}, {row}: {why}")
    shutil.rmtree(side.tree / "benchmarks")
    own.rename(side.tree / "benchmarks")
    for name in OWN:
        shutil.copy(HERE / "benchmarks" / name, side.tree / "benchmarks" / name)
    return worker(side, row, size)


def interleaved(sides: Sequence[Side], row: str, size: Size, *, rounds: int) -> dict[str, list[Figure]]:
    """Return the figures of each work, one for each side, measured in turns: A B, B A, A B, …"""
    with ExitStack() as stack:
        workers = []
        for side in sides:
            workers.append(worker(side, row, size))
            stack.callback(workers[-1].end)
        turns: dict[str, list[list[Turn]]] = {work: [[] for _ in sides] for work in WORKS}
        for number in range(rounds):
            order = range(len(sides)) if number % 2 == 0 else reversed(range(len(sides)))
            places = list(order)
            for work in WORKS:
                for place in places:
                    turns[work][place].append(workers[place].turn(work))
    return {
        work: [figure(UNITS[work], [turn.rate for turn in of], [turn.hashes for turn in of]) for of in turns[work]]
        for work in WORKS
    }
